import * as z from 'zod/mini'
import { TURN_ENDS } from '../agents/agent.ts'
import { findingSchema } from '../proof/finding.ts'
import { proofSchema, sealedSchema } from '../proof/gate.ts'
import { CHECK_VERDICTS } from '../proof/verdict.ts'
import { waiverSchema } from '../proof/waiver.ts'
import { blockedSchema } from './blocked.ts'
import { outcomeSchema } from './outcome.ts'
import { limitsSchema, loopSpecSchema, worktreeSchema } from './state.ts'

const common = { loop: z.string(), at: z.string() }

/** One command that we ran ourselves. The whole output is in the iteration's log. */
const evidenceSchema = z.readonly(
  z.object({
    command: z.string(),
    verified: z.boolean(),
    exit_code: z.nullable(z.int()),
    error: z.nullable(z.string()),
    /** The missing part belongs to the project, so the work may add it. */
    may_be_brought: z.boolean(),
    /** Whether every test runner finished and ran something; null when there was none. */
    closed: z.nullable(z.boolean()),
    duration_ms: z.number(),
    /** Null when the output does not say how many there were. */
    tests: z.nullable(z.readonly(z.object({ passed: z.int(), failed: z.int(), skipped: z.int(), total: z.int() }))),
    /** Ids of what failed, the first few hundred. */
    failing: z.readonly(z.array(z.string())),
    failing_count: z.int(),
    /** How many tests ran and the digest of their ids; null when unknown. */
    executed: z.nullable(z.readonly(z.object({ count: z.int(), digest: z.string() }))),
    /** The number that a threshold was compared with. */
    measured: z.nullable(z.number()),
  }),
)

const usageSchema = z.readonly(z.object({ tokens: z.nullable(z.number()), usd: z.nullable(z.number()) }))

const turnFacts = {
  /** Who worked. */
  agent: z.string(),
  ended: z.enum(TURN_ENDS),
  claims_done: z.boolean(),
  exit_code: z.nullable(z.int()),
  error: z.nullable(z.string()),
  answer: z.string(),
  /** What the tree was after the turn, and whether that differs from before. */
  tree: z.nullable(z.string()),
  tree_changed: z.boolean(),
  duration_ms: z.number(),
  session: z.nullable(z.string()),
  /** Null is unknown, which is not 0. */
  usage: z.nullable(usageSchema),
  retry_after_ms: z.nullable(z.number()),
  tools: z.readonly(z.array(z.readonly(z.object({ tool: z.string(), is_error: z.boolean(), content: z.unknown() })))),
  /** What the agent said with `agent-loop blocked` during the turn. */
  blocked: z.readonly(z.array(blockedSchema)),
}

const checkFacts = {
  verdict: z.enum(CHECK_VERDICTS),
  /** What is still missing, or why the check has no answer; null when it passed. */
  missing: z.nullable(z.string()),
  evidence: z.readonly(z.array(evidenceSchema)),
  /** Equal for two checks with the same failures, independent of line numbers, times, and temporary names. */
  missing_key: z.string(),
  findings: z.readonly(z.array(findingSchema)),
  /** How a passing check was verified; null when the check did not pass. */
  proof: z.nullable(proofSchema),
  duration_ms: z.number(),
  /** The tree that a passing check was about: the same when the check had passed and when its proof was complete. */
  checked_tree: z.optional(z.nullable(z.string())),
  /** What each judgement used, where a judge was asked. */
  judged: z.optional(z.readonly(z.array(usageSchema))),
}

/**
 * Everything that happens to a loop, in the format that other programs read (`run --json`, `events.jsonl`).
 * All but `turn-text` are saved before they are shown. The loop's state is the fold of its events.
 */
export const loopEventSchema = z.discriminatedUnion('kind', [
  z.readonly(z.object({ kind: z.literal('loop-start'), ...common, spec: loopSpecSchema })),
  z.readonly(
    z.object({
      kind: z.literal('baseline-end'),
      ...common,
      ...checkFacts,
      tree: z.nullable(z.string()),
      /** Files that the check created, such as reports: they are not the agent's work. */
      written: z.optional(z.readonly(z.array(z.string()))),
      /** The record of baseline files to compare with later. */
      sealed: z.nullable(sealedSchema),
    }),
  ),
  z.readonly(z.object({ kind: z.literal('turn-start'), ...common, iteration: z.int() })),
  z.readonly(z.object({ kind: z.literal('turn-text'), ...common, iteration: z.int(), text: z.string() })),
  z.readonly(z.object({ kind: z.literal('turn-end'), ...common, iteration: z.int(), ...turnFacts })),
  z.readonly(z.object({ kind: z.literal('check-end'), ...common, iteration: z.int(), ...checkFacts })),
  z.readonly(z.object({ kind: z.literal('finding'), ...common, iteration: z.int(), finding: findingSchema })),
  z.readonly(z.object({ kind: z.literal('waiver'), ...common, waiver: waiverSchema })),
  /** A rate limit is waited for; it costs no turn. */
  z.readonly(
    z.object({
      kind: z.literal('wait'),
      ...common,
      iteration: z.int(),
      until: z.string(),
      wait_ms: z.number(),
      because: z.string(),
      /** Which agent is limited, and until when. Another agent may continue before that. */
      agent: z.optional(z.string()),
      limited_until: z.optional(z.string()),
    }),
  ),
  /** A person's hint for the next turn. */
  z.readonly(z.object({ kind: z.literal('hint'), ...common, iteration: z.int(), id: z.string(), text: z.string() })),
  /** The loop was resumed, with these limits from now on. */
  z.readonly(
    z.object({ kind: z.literal('loop-resume'), ...common, iteration: z.int(), from: z.string(), limits: limitsSchema }),
  ),
  /** The loop continues in another tree, as on another machine: the baseline files are the same, recorded again for their new place. */
  z.readonly(
    z.object({
      kind: z.literal('loop-move'),
      ...common,
      iteration: z.int(),
      tree: z.string(),
      workspace: z.string(),
      sealed: z.nullable(sealedSchema),
      /** The worktree of the task of a plan that it comes back to; absent when it works in the person's tree. */
      worktree: z.optional(worktreeSchema),
    }),
  ),
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
      /** What a verified loop was asked to do and may not do, and why. */
      skipped: z.optional(
        z.readonly(
          z.array(z.readonly(z.object({ action: z.string(), because: z.literal('waiver-not-authenticated') }))),
        ),
      ),
      outcome: outcomeSchema,
    }),
  ),
])

export type LoopEvent = z.infer<typeof loopEventSchema>
export type EventOf<K extends LoopEvent['kind']> = Extract<LoopEvent, { kind: K }>
export type Evidence = z.infer<typeof evidenceSchema>
export type TurnFacts = Omit<EventOf<'turn-end'>, 'kind' | 'loop' | 'at' | 'iteration'>
export type CheckFacts = Omit<EventOf<'check-end'>, 'kind' | 'loop' | 'at' | 'iteration'>
