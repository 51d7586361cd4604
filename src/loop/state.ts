import * as z from 'zod/mini'
import type { TurnEnd } from '../agents/agent.ts'
import { agentConfigSchema } from '../agents/config.ts'
import { judgeConfigSchema } from '../agents/judge-config.ts'
import type { ToolResult } from '../check/completion/completion-check.ts'
import { checkConfigSchema } from '../check/completion/config.ts'
import type { Baseline } from '../check/verify/verification.ts'
import type { Sealed } from '../proof/gate.ts'
import type { CheckVerdict } from '../proof/verdict.ts'
import type { Waiver } from '../proof/waiver.ts'
import type { Blocked } from './blocked.ts'
import { CHECK_TIMES, COMMIT_TIMES, PROOF_LEVELS, STRATEGIES } from './choices.ts'
import type { Outcome } from './outcome.ts'

export const limitsSchema = z.readonly(
  z.strictObject({
    iterations: z.int().check(z.positive()),
    /** Turns and checks together, over the whole life of the loop. */
    totalMs: z.number().check(z.positive()),
    turnMs: z.number().check(z.positive()),
    checkMs: z.number().check(z.positive()),
    /** Waiting for rate limits, which costs nothing else. */
    waitMs: z.number().check(z.positive()),
    /** Null: no limit. */
    tokens: z.nullable(z.int().check(z.positive())),
    usd: z.nullable(z.number().check(z.positive())),
    /** Over all loops of this user, for each calendar day. Loops of earlier versions have none. */
    usdPerDay: z._default(z.nullable(z.number().check(z.positive())), null),
  }),
)

export type Limits = z.infer<typeof limitsSchema>

export const worktreeSchema = z.readonly(
  z.strictObject({
    /** The person's tree. */
    origin: z.string(),
    branch: z.string(),
    /** The branch to merge into; null when no branch was checked out. */
    onto: z.nullable(z.string()),
    /** The commit that it began with. */
    base: z.string(),
    /** Programs that git was configured to start when the loop began. */
    programs: z.optional(z.readonly(z.array(z.string()))),
    /** Settings of git that decided what its checkouts contained at that time. */
    checkout: z.optional(z.readonly(z.array(z.string()))),
  }),
)

/** What was agreed before the first turn. Never changes afterwards, but for the limits, which a person may raise. */
export const loopSpecSchema = z.readonly(
  z.strictObject({
    id: z.string(),
    task: z.string(),
    /** The working tree that the loop has to itself. */
    tree: z.string(),
    /** Where agent and check run: the directory in which the loop was asked for. */
    workspace: z.string(),
    /** What "done" means, for people. */
    done: z.string(),
    /** The same as data; null when a check of the caller's own decides. */
    check: z.nullable(checkConfigSchema),
    /** What the criterion should say before the first turn. A fix starts red; a refactoring starts green, and green is then no end. */
    expectNow: z.enum(['failing', 'passing', 'either']),
    /** What kind of work it is, as inference calls it; null when the person gave the criterion. */
    taskClass: z.nullable(z.string()),
    /** Why this criterion; empty when the person gave it. */
    rationale: z.readonly(z.array(z.string())),
    /** The acceptance criteria of the use case that the task names, word by word. */
    acceptance: z._default(z.readonly(z.array(z.string())), []),
    agent: agentConfigSchema,
    /** The agents that take over, in this order, when the first makes no progress. */
    otherAgents: z.readonly(z.array(agentConfigSchema)),
    limits: limitsSchema,
    /** `ralph` begins each turn in a fresh context, `continue` keeps one conversation. */
    strategy: z.enum(STRATEGIES),
    checkWhen: z.enum(CHECK_TIMES),
    proof: z.enum(PROOF_LEVELS),
    /** Globs of files that may change although the proof relies on them: from the command line, and from the configuration. */
    mayChange: z.readonly(z.array(z.string())),
    free: z.readonly(z.array(z.string())),
    /** Findings that are accepted from the start, by name. */
    waive: z.readonly(z.array(z.string())),
    /** Ids of tests that may fail, `*` for anything: those that were flaky before the first turn. */
    quarantine: z.readonly(z.array(z.string())),
    /** A status that the agent sets itself is enough; the loop then ends as claimed. */
    acceptClaims: z._default(z.boolean(), false),
    /** How many runs of a proof may run side by side; null when the machine decides. */
    proofJobs: z._default(z.nullable(z.int()), null),
    /** Restores checks that the agent weakened along with real work. */
    restore: z.boolean(),
    /** The judge for what no command can check; null when there is none, or when the caller passed an object. */
    judge: z.nullable(judgeConfigSchema),
    /** Agents run in a sandbox. */
    sandbox: z.boolean(),
    /** Commands that run after turns and at the end. */
    hooks: z.readonly(z.strictObject({ postIteration: z.nullable(z.string()), onVerified: z.nullable(z.string()) })),
    /** The loop's own worktree: its branch, and where that started; null when it works in the person's tree. */
    worktree: z._default(z.nullable(worktreeSchema), null),
    /** Reports changed lines that no test notices. */
    mutants: z._default(z.boolean(), false),
    /** Globs of tests that the agent never sees. */
    holdOut: z._default(z.readonly(z.array(z.string())), []),
    /** Set when commits or a working tree are proven, without an agent: the tree starts at `base`, and one turn checks out the rest. */
    proves: z._default(
      z.nullable(
        z.readonly(
          z.strictObject({
            base: z.string(),
            /** Null: the files of the working tree, with changes that are not committed. */
            head: z.nullable(z.string()),
            /** The author of a change wrote its commit messages, so they allow no change of a check. */
            taskFrom: z.enum(['person', 'commits', 'nobody']),
          }),
        ),
      ),
      null,
    ),
    /** What is done with the work, as it was possible before the first turn; null when nothing is. */
    after: z._default(
      z.nullable(
        z.readonly(
          z.strictObject({
            /** After every turn, or once the work is verified. */
            commit: z.enum(COMMIT_TIMES),
            /** The commit and the branch that were checked out; null for no branch. */
            head: z.string(),
            ref: z.nullable(z.string()),
            /** The repository, to see whether the agent replaced it. */
            folders: z.readonly(z.strictObject({ own: z.string(), common: z.string() })),
            /** Files with uncommitted changes, which are never committed. */
            dirty: z.readonly(z.array(z.string())),
            /** Settings of git that start programs, or say where a push goes. */
            programs: z.readonly(z.array(z.string())),
            /** `to`: the branch on the remote. `base`: the branch there that a pull request is for; null for the default one. */
            push: z.nullable(
              z.readonly(
                z.strictObject({
                  remote: z.string(),
                  url: z.string(),
                  to: z.string(),
                  base: z.nullable(z.string()),
                }),
              ),
            ),
            pr: z.nullable(
              z.readonly(z.strictObject({ kind: z.enum(['gh', 'glab', 'command']), command: z.string() })),
            ),
          }),
        ),
      ),
      null,
    ),
    /** The loop and the turn whose files this loop continues from; its baseline is the start of that loop. */
    forkOf: z._default(
      z.nullable(
        z.readonly(
          z.strictObject({ loop: z.string(), iteration: z.int(), /** Id of the snapshot. */ snapshot: z.string() }),
        ),
      ),
      null,
    ),
    /** The race that this loop is part of; null when it is in none. One result of a race may act on the outside world. */
    race: z._default(z.nullable(z.string()), null),
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
 * A turn that met a rate limit leads from `closing` by `wait` to `waiting`, and is taken again. From each, `loop-end` leads to `ended`,
 * and from there `loop-resume` leads back.
 */
export type Phase = 'opening' | 'ready' | 'in-turn' | 'closing' | 'waiting' | 'ended'

/** The complete state of a loop: the fold of its events, and enough to resume. Of bounded size. */
export interface LoopState {
  readonly spec: LoopSpec
  readonly phase: Phase
  readonly iteration: number
  /** One ledger over the whole life of the loop. */
  readonly spent: Spent
  /** The turn that is being closed, or was closed last. */
  readonly turn: TurnSummary | null
  /** What the latest check said was missing; null before the first, and when nothing is. */
  readonly missing: string | null
  /** The result of the check before the first turn; null until it has run. */
  readonly baseline: Baseline | null
  readonly sealed: Sealed | null
  /** The criterion held before the first turn. */
  readonly startedGreen: boolean
  /** Files that the check itself created before the first turn. */
  readonly written: readonly string[]
  /** Some turn has changed the tree. */
  readonly touched: boolean
  /** Ids of what the latest check found failing, and how many there are. */
  readonly failing: Failing | null
  /** Failed turns in a row that left the tree as it was. */
  readonly idleFailures: number
  /** The latest checks, oldest first; number 0 is the baseline. */
  readonly checks: readonly CheckSummary[]
  /** The iteration with the fewest failures, to restore it. */
  readonly best: { readonly iteration: number; readonly tree: string | null; readonly failing: number } | null
  /** Reflections on the latest turns, oldest first. */
  readonly reflections: readonly Reflection[]
  /** Rules by which the proof refused the latest passing check. */
  readonly objections: readonly string[]
  /** Tests that the agent says contradict the task, and what else blocks it. */
  readonly blocked: readonly Blocked[]
  /** The latest waivers since the first turn. */
  readonly waivers: readonly Waiver[]
  /** A person waived something after the latest check, which may therefore pass now. */
  readonly waivedSinceCheck: boolean
  /** Hints of a person for the next turn, until a turn has received them. */
  readonly hints: readonly Hint[]
  /** Ids of the latest hints in the journal, so that a hint that a crash left in its folder is not used twice. */
  readonly heard: readonly string[]
  /** Agents that met a rate limit, and until when it lasts. */
  readonly limited: readonly Limited[]
  /** When the wait for a rate limit is over; null when there is none. */
  readonly waitUntil: string | null
  readonly outcome: Outcome | null
  readonly lastActive: string
}

export interface Spent {
  readonly ms: number
  readonly tokens: number
  readonly usd: number
  readonly waitMs: number
  /** Some turn did not report its tokens or cost, so the sum is only the known part. */
  readonly unreported: { readonly tokens: boolean; readonly usd: boolean }
}

interface Limited {
  readonly agent: string
  readonly until: string
}

export interface Failing {
  readonly ids: readonly string[]
  readonly count: number
}

interface TurnSummary {
  readonly iteration: number
  readonly agent: string
  readonly ended: TurnEnd
  readonly answer: string
  readonly exitCode: number | null
  readonly error: string | null
  readonly tree: string | null
  readonly treeChanged: boolean
  readonly session: string | null
  readonly retryAfterMs: number | null
  readonly tools: readonly ToolResult[]
  readonly blocked: readonly Blocked[]
}

/** A person's words to the agent. */
export interface Hint {
  readonly id: string
  readonly text: string
}

/** What one turn showed. */
export interface Reflection {
  readonly iteration: number
  readonly says: string
}

export interface CheckSummary {
  readonly iteration: number
  readonly verdict: CheckVerdict
  /** The first line of what was missing. */
  readonly missing: string | null
  readonly missingKey: string
  readonly turnEnded: TurnEnd | null
  readonly tree: string | null
  readonly failing: number
  readonly measured: number | null
}

/** How many checks a state remembers: enough to see a pattern, few enough to stay small at iteration 10,000. */
export const CHECKS_REMEMBERED = 20

export const newLoop = (spec: LoopSpec): LoopState => ({
  spec,
  phase: 'opening',
  iteration: 0,
  spent: { ms: 0, tokens: 0, usd: 0, waitMs: 0, unreported: { tokens: false, usd: false } },
  turn: null,
  missing: null,
  baseline: null,
  sealed: null,
  startedGreen: false,
  written: [],
  touched: false,
  failing: null,
  idleFailures: 0,
  checks: [],
  best: null,
  reflections: [],
  objections: [],
  blocked: [],
  waivers: [],
  waivedSinceCheck: false,
  hints: [],
  heard: [],
  limited: [],
  waitUntil: null,
  outcome: null,
  lastActive: spec.startedAt,
})
