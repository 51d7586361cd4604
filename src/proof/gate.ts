import * as z from 'zod/mini'
import type { Baseline, Verification } from '../check/verify/verification.ts'
import type { Finding } from './finding.ts'
import type { Waiver } from './waiver.ts'

/** What is kept from before the first turn: where it stands in the private store, and its digest, so that a change shows. */
export const sealedSchema = z.readonly(
  z.object({ digest: z.string(), files: z.int(), ids: z.nullable(z.int()), skipped: z.nullable(z.int()) }),
)

export type Sealed = z.infer<typeof sealedSchema>

/** One step of the proof and how it went. */
const stepSchema = z.readonly(
  z.object({ step: z.string(), result: z.enum(['ok', 'refused', 'not_checked']), says: z.string() }),
)

/** What was done beyond the plain run before a yes was believed. */
export const proofSchema = z.readonly(
  z.object({
    level: z.enum(['fast', 'standard', 'strict']),
    steps: z.readonly(z.array(stepSchema)),
    /** How often the criterion's commands were run for it. */
    runs: z.int(),
    duration_ms: z.number(),
  }),
)

export type Proof = z.infer<typeof proofSchema>
export type ProofStep = z.infer<typeof stepSchema>

export interface GateQuestion {
  readonly iteration: number
  /** The runs that the yes, or at the baseline the answer, rests on. */
  readonly verifications: readonly Verification[]
  readonly sealed: Sealed | null
  /** An earlier check of this loop found the very same files red. */
  readonly seenRed: boolean
  /** For criteria that compare with it. */
  readonly baseline: Baseline | null
  /** Whether a test may fail all the same, by its id. */
  readonly mayFail: (id: string) => boolean
  /** What a person accepts. */
  readonly waivers: readonly Waiver[]
  readonly signal: AbortSignal
}

export interface Examination {
  /** Those with an objection take the yes back. */
  readonly findings: readonly Finding[]
  /** Null when nothing was done beyond the plain run. */
  readonly proof: Proof | null
}

/** Doubts a yes. It can take one back and never give one; a gate that rejects has not agreed. */
export interface Gate {
  /** Before the first turn: keeps what later turns are compared with. `green` when the criterion held. */
  seal(
    question: GateQuestion,
    green: boolean,
  ): Promise<{ readonly sealed: Sealed | null; readonly findings: readonly Finding[] }>
  /** Puts changed checks back in the tree as they were before the first turn. */
  restore(sealed: Sealed | null): Promise<void>
  /** After a turn whose check said yes. */
  examine(question: GateQuestion): Promise<Examination>
}
