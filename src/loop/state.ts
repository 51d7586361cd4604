import * as z from 'zod/mini'
import type { TurnEnd } from '../agents/agent.ts'
import { agentConfigSchema } from '../agents/config.ts'
import { criterionSchema } from '../criteria/criterion.ts'
import type { Baseline } from '../verify/verification.ts'
import type { Outcome } from './outcome.ts'
import type { CheckVerdict } from './verdict.ts'

const limitsSchema = z.readonly(
  z.strictObject({
    iterations: z.int().check(z.positive()),
    /** Turns and checks together, over the whole life of the loop. */
    totalMs: z.number().check(z.positive()),
    turnMs: z.number().check(z.positive()),
    checkMs: z.number().check(z.positive()),
  }),
)

export type Limits = z.infer<typeof limitsSchema>

/** What was agreed before the first turn. Never changes afterwards. */
export const loopSpecSchema = z.readonly(
  z.strictObject({
    id: z.string(),
    task: z.string(),
    /** The working tree that the loop has to itself. */
    tree: z.string(),
    /** Where agent and check run: the directory in which the loop was asked for. */
    workspace: z.string(),
    criterion: criterionSchema,
    /** What the criterion should say before the first turn. A fix starts red; a refactoring starts green, and green is then no end. */
    expectNow: z.enum(['failing', 'passing', 'either']),
    /** Why this criterion; empty when the person gave it. */
    rationale: z.readonly(z.array(z.string())),
    agent: agentConfigSchema,
    limits: limitsSchema,
    /** Marks every process of this loop. */
    nonce: z.string(),
    startedAt: z.string(),
  }),
)

export type LoopSpec = z.infer<typeof loopSpecSchema>

/**
 * Where the loop stands; each step of the driver moves it on.
 *
 *     opening ── baseline-end ──▶ ready ── turn-start ──▶ in-turn ── turn-end ──▶ closing ── check-end ──▶ ready
 *
 * and from each of them `loop-end` leads to `ended`.
 */
export type Phase = 'opening' | 'ready' | 'in-turn' | 'closing' | 'ended'

/** The whole truth about a loop at a moment: the fold of its events, and enough to go on from. Of bounded size. */
export interface LoopState {
  readonly spec: LoopSpec
  readonly phase: Phase
  readonly iteration: number
  readonly spentMs: number
  /** The turn that is being closed, or was closed last. */
  readonly turn: TurnSummary | null
  /** What the latest check said was missing; null before the first, and when nothing is. */
  readonly missing: string | null
  /** What was found before the first turn; null while that is being found out. */
  readonly baseline: Baseline | null
  /** The criterion held before the first turn. */
  readonly startedGreen: boolean
  /** Some turn has changed the tree. */
  readonly touched: boolean
  /** Ids of what the latest check found failing, and how many there are. */
  readonly failing: { readonly ids: readonly string[]; readonly count: number } | null
  /** Failed turns in a row that left the tree as it was. */
  readonly idleFailures: number
  /** The latest checks, oldest first; number 0 is the baseline. */
  readonly checks: readonly CheckSummary[]
  readonly outcome: Outcome | null
  readonly lastActive: string
}

export interface TurnSummary {
  readonly iteration: number
  readonly ended: TurnEnd
  readonly answer: string
  readonly exitCode: number | null
  readonly error: string | null
  readonly treeChanged: boolean
}

export interface CheckSummary {
  readonly iteration: number
  readonly verdict: CheckVerdict
  readonly missing: string | null
  readonly turnEnded: TurnEnd | null
}

/** How many checks a state remembers: enough to see a pattern, few enough to stay small at iteration 10,000. */
export const CHECKS_REMEMBERED = 20

export const newLoop = (spec: LoopSpec): LoopState => ({
  spec,
  phase: 'opening',
  iteration: 0,
  spentMs: 0,
  turn: null,
  missing: null,
  baseline: null,
  startedGreen: false,
  touched: false,
  failing: null,
  idleFailures: 0,
  checks: [],
  outcome: null,
  lastActive: spec.startedAt,
})
