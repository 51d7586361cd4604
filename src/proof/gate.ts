import * as z from 'zod/mini'
import type { Baseline, Verification } from '../check/verify/verification.ts'
import type { Finding } from './finding.ts'
import type { Waiver } from './waiver.ts'

/** Summary of the baseline in the private store, with its digest, so that a change is detected. */
export const sealedSchema = z.readonly(
  z.object({ digest: z.string(), files: z.int(), ids: z.nullable(z.int()), skipped: z.nullable(z.int()) }),
)

export type Sealed = z.infer<typeof sealedSchema>

/** One step of the proof and its result. */
const stepSchema = z.readonly(
  z.object({
    step: z.string(),
    result: z.enum(['ok', 'refused', 'not_checked']),
    says: z.string(),
    /** Since the end of the step before. Absent in records of older versions. */
    duration_ms: z.optional(z.number()),
  }),
)

/** Changed lines that were altered one by one, and those that the check did not notice. A report: it refuses nothing. */
const mutantsSchema = z.readonly(
  z.object({
    /** Changed lines of code that can be altered. */
    lines: z.int(),
    tried: z.int(),
    noticed: z.int(),
    unnoticed: z.readonly(
      z.array(z.readonly(z.object({ path: z.string(), line: z.int(), from: z.string(), to: z.string() }))),
    ),
  }),
)

export type Mutants = z.infer<typeof mutantsSchema>

/** The steps that verified a passing check, beyond the plain run. */
export const proofSchema = z.readonly(
  z.object({
    level: z.enum(['fast', 'standard', 'strict']),
    steps: z.readonly(z.array(stepSchema)),
    /** How often the commands of the criterion ran for the proof. */
    runs: z.int(),
    duration_ms: z.number(),
    /** Absent unless it was asked for. */
    mutants: z.optional(mutantsSchema),
  }),
)

export type Proof = z.infer<typeof proofSchema>
export type ProofStep = z.infer<typeof stepSchema>

export interface GateQuestion {
  readonly iteration: number
  /** The runs that gave the result: after a turn a pass, before the first turn any result. */
  readonly verifications: readonly Verification[]
  readonly sealed: Sealed | null
  /** An earlier check of this loop failed on exactly these files. */
  readonly seenRed: boolean
  /** For criteria that compare with the baseline. */
  readonly baseline: Baseline | null
  /** Whether the test with this id may fail. */
  readonly mayFail: (id: string) => boolean
  /** Findings and failing tests that a person accepts. */
  readonly waivers: readonly Waiver[]
  readonly signal: AbortSignal
}

export interface Examination {
  /** A finding with an objection refuses the passing check. */
  readonly findings: readonly Finding[]
  /** Null when nothing was done beyond the plain run. */
  readonly proof: Proof | null
}

/** Verifies a passing check. It can refuse a pass and never grants one; when a method rejects, the check has not passed. */
export interface Gate {
  /** Before the first turn: stores the baseline for later turns. `green` when the criterion passed. */
  seal(
    question: GateQuestion,
    green: boolean,
  ): Promise<{ readonly sealed: Sealed | null; readonly findings: readonly Finding[] }>
  /** Restores changed checks in the tree to their state before the first turn. */
  restore(sealed: Sealed | null): Promise<void>
  /**
   * The tree is in another place, with the files from before the first turn: records them again there. Rejects when one of them is not as
   * it was.
   */
  move(sealed: Sealed | null): Promise<Sealed | null>
  /** After a turn whose check passed. */
  examine(question: GateQuestion): Promise<Examination>
}
