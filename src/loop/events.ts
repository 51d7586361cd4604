import * as z from 'zod/mini'
import { TURN_ENDS } from '../agents/agent.ts'
import { outcomeSchema } from './outcome.ts'
import { loopSpecSchema } from './state.ts'
import { CHECK_VERDICTS } from './verdict.ts'

const common = { loop: z.string(), at: z.string() }

/** One command that we ran ourselves. The whole output is in the iteration's log. */
const evidenceSchema = z.readonly(
  z.object({
    command: z.string(),
    verified: z.boolean(),
    exit_code: z.nullable(z.int()),
    error: z.nullable(z.string()),
    /** What was missing is the project's own; the work may bring it. */
    may_be_brought: z.boolean(),
    /** Whether every test runner came to its own end and ran something; null when there was none. */
    closed: z.nullable(z.boolean()),
    duration_ms: z.number(),
    /** Null when the output does not say how many there were. */
    tests: z.nullable(z.readonly(z.object({ passed: z.int(), failed: z.int(), skipped: z.int(), total: z.int() }))),
    /** Ids of what failed, the first few hundred. */
    failing: z.readonly(z.array(z.string())),
    failing_count: z.int(),
    /** The number that a threshold was compared with. */
    measured: z.nullable(z.number()),
  }),
)

const turnFacts = {
  ended: z.enum(TURN_ENDS),
  claims_done: z.boolean(),
  exit_code: z.nullable(z.int()),
  error: z.nullable(z.string()),
  answer: z.string(),
  tree_changed: z.boolean(),
  duration_ms: z.number(),
}

const checkFacts = {
  verdict: z.enum(CHECK_VERDICTS),
  /** What is still missing, or why the check has no answer; null when it said yes. */
  missing: z.nullable(z.string()),
  evidence: z.readonly(z.array(evidenceSchema)),
  duration_ms: z.number(),
}

/**
 * Everything that happens to a loop, in the spelling that other programs read (`run --json`, `events.jsonl`).
 * All but `turn-text` are written down before they are shown, and the loop's state is nothing but their sum.
 */
export const loopEventSchema = z.discriminatedUnion('kind', [
  z.readonly(z.object({ kind: z.literal('loop-start'), ...common, spec: loopSpecSchema })),
  z.readonly(z.object({ kind: z.literal('baseline-end'), ...common, ...checkFacts })),
  z.readonly(z.object({ kind: z.literal('turn-start'), ...common, iteration: z.int() })),
  z.readonly(z.object({ kind: z.literal('turn-text'), ...common, iteration: z.int(), text: z.string() })),
  z.readonly(z.object({ kind: z.literal('turn-end'), ...common, iteration: z.int(), ...turnFacts })),
  z.readonly(z.object({ kind: z.literal('check-end'), ...common, iteration: z.int(), ...checkFacts })),
  z.readonly(
    z.object({
      kind: z.literal('loop-end'),
      ...common,
      status: z.string(),
      iterations: z.int(),
      exit_code: z.int(),
      /** For programs: `already_green`, `criterion_holds`, `not_yet`… */
      reason: z.string(),
      /** For people. */
      message: z.string(),
      receipt: z.nullable(z.string()),
      outcome: outcomeSchema,
    }),
  ),
])

export type LoopEvent = z.infer<typeof loopEventSchema>
export type EventOf<K extends LoopEvent['kind']> = Extract<LoopEvent, { kind: K }>
export type Evidence = z.infer<typeof evidenceSchema>
export type TurnFacts = Omit<EventOf<'turn-end'>, 'kind' | 'loop' | 'at' | 'iteration'>
export type CheckFacts = Omit<EventOf<'check-end'>, 'kind' | 'loop' | 'at' | 'iteration'>
