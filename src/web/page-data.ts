/** What the server sends to the page. Plain data: the page is compiled for browsers and imports nothing else of the program. */

/** One line of the overview. */
export interface LoopRow {
  /** The folder of its project in the state home; with the id, it names one loop. */
  readonly project: string
  readonly id: string
  readonly task: string
  readonly directory: string
  /** The project's state directory. */
  readonly view: string
  /** It verified a result on its branch, in a worktree that is gone afterwards. */
  readonly ofMerge: boolean
  readonly status: string
  readonly turn: number
  readonly maxTurns: number
  /** How many failures the latest check named. */
  readonly failing: number
  readonly spent: PageSpent
  /** How long the loop may work in total; null when its entry does not say. */
  readonly limitMs: number | null
  readonly startedAt: string
  readonly lastActive: string
  readonly ended: string | null
  readonly missing: string | null
  /** What is wrong with its records; null when they can be read. */
  readonly damaged: string | null
}

interface PageSpent {
  readonly ms: number
  /** Null is unknown, which is not 0. */
  readonly tokens: number | null
  readonly usd: number | null
}

export const LOOP_FILTERS = ['all', 'active', 'verified', 'other'] as const
export type LoopFilter = (typeof LOOP_FILTERS)[number]

/** A part of the overview, in the order of the whole. */
export interface LoopWindow {
  readonly rows: readonly LoopRow[]
  readonly from: number
  /** How many loops match the filter and the search. */
  readonly total: number
  /** How many loops match the search, by filter. */
  readonly counts: Readonly<Record<LoopFilter, number>>
  /** Directories of known projects, newest first. */
  readonly directories: readonly string[]
  /** Registries that cannot be read. */
  readonly troubles: readonly string[]
}

/** One loop, without the details of its turns. */
export interface LoopPage {
  readonly row: LoopRow
  readonly criterion: string
  /** Why this criterion; empty when a person gave it. */
  readonly rationale: readonly string[]
  readonly agent: string
  readonly proof: string
  readonly limits: {
    readonly turns: number
    readonly ms: number
    readonly tokens: number | null
    readonly usd: number | null
  }
  readonly worktree: { readonly path: string; readonly branch: string } | null
  /** Where its work was merged to; null when it was not. */
  readonly merged: { readonly onto: string; readonly commit: string } | null
  readonly phase: string
  /** When the turn that runs now began; null when none runs. */
  readonly turnStartedAt: string | null
  /** When the wait for a rate limit is over. */
  readonly waitUntil: string | null
  readonly turns: readonly PageTurn[]
  /** Hints that the next turn will get. */
  readonly hints: readonly string[]
  readonly actions: readonly LoopAction[]
  /** Commands for a terminal: what no button does. */
  readonly commands: readonly string[]
  readonly hasReceipt: boolean
}

export const LOOP_ACTIONS = ['hint', 'pause', 'resume', 'merge', 'abort', 'revert'] as const
export type LoopAction = (typeof LOOP_ACTIONS)[number]

/** One turn in the timeline; number 0 is the check before the first turn. */
export interface PageTurn {
  readonly turn: number
  readonly startedAt: string
  readonly ended: string | null
  readonly verdict: string
  readonly failing: number
  readonly fixed: number
  readonly added: number
  readonly turnMs: number | null
  readonly checkMs: number
  readonly proofMs: number | null
  readonly tokens: number | null
  readonly usd: number | null
  readonly changed: boolean
  readonly findings: number
  /** The check passed, and the proof refused it. */
  readonly refused: boolean
}

export interface TurnPage {
  readonly turn: number
  readonly agent: string | null
  readonly said: string | null
  readonly error: string | null
  readonly hints: readonly string[]
  readonly blocked: readonly { readonly test: string | null; readonly reason: string }[]
  readonly waits: readonly string[]
  /** Null while the turn runs. */
  readonly check: PageCheck | null
  readonly logs: { readonly agent: number | null; readonly verify: number | null }
}

interface PageCheck {
  readonly verdict: string
  readonly missing: string | null
  readonly ms: number
  readonly runs: readonly PageRun[]
  readonly fixed: readonly string[]
  readonly added: readonly string[]
  readonly findings: readonly PageFinding[]
  readonly proof: {
    readonly level: string
    readonly runs: number
    readonly ms: number
    readonly steps: readonly PageStep[]
  } | null
}

interface PageRun {
  readonly command: string
  readonly passed: boolean
  readonly exitCode: number | null
  readonly ms: number
  readonly tests: { readonly passed: number; readonly failed: number; readonly skipped: number } | null
  readonly failing: readonly string[]
  readonly failingCount: number
}

export interface PageFinding {
  readonly name: string
  readonly objection: string | null
  readonly says: string
  readonly places: readonly string[]
  /** What `agent-loop explain` says about it. */
  readonly means: string
  readonly honest: string
  readonly waive: string
}

export interface PageStep {
  readonly name: string
  readonly result: string
  readonly says: string
  readonly ms: number | null
}

export const LOG_NAMES = ['agent', 'verify'] as const
export type PageLog = (typeof LOG_NAMES)[number]

/** A part of a log, from the beginning of a line to the end of one where possible. */
export interface LogPart {
  readonly from: number
  readonly to: number
  readonly size: number
  readonly text: string
}

/** What a command printed. */
export interface PageAnswer {
  readonly ok: boolean
  readonly lines: readonly string[]
}

/** What starting a loop answered, and the loop that runs then. */
export interface StartedAnswer extends PageAnswer {
  readonly loop?: Pick<LoopRow, 'project' | 'id'> | null
}

/** What the form that starts a loop shows. One of the first three is set. */
export interface PageProposal {
  /** The configuration sets the criterion; null in it is a check that only the configuration can name. */
  readonly configured: { readonly by: string; readonly criterion: string | null } | null
  readonly proposed: {
    readonly criterion: string
    readonly command: string
    readonly confidence: string
    readonly rationale: readonly string[]
    readonly warnings: readonly string[]
    readonly alternatives: readonly string[]
    readonly maxTurns: number
  } | null
  /** Why nothing was proposed, and commands that a person may choose. */
  readonly refused: {
    readonly because: string
    readonly choices: readonly { readonly command: string; readonly use: string }[]
  } | null
  /** Installed agents. */
  readonly agents: readonly string[]
  /** The agent that works if none is chosen; null when none is configured. */
  readonly agent: string | null
}

export const BOARD_COLUMNS = ['waiting', 'running', 'proving', 'merging', 'done', 'needs_you'] as const
export type BoardColumn = (typeof BOARD_COLUMNS)[number]

/** One line of the list of plans. */
export interface PlanRow {
  readonly project: string
  readonly id: string
  /** The file name of the list. */
  readonly name: string
  readonly directory: string
  readonly into: string
  readonly status: 'running' | 'paused' | 'open' | 'ended'
  readonly total: number
  readonly done: number
  readonly needsYou: number
  readonly startedAt: string
  readonly lastActive: string
}

/** What a person can type. */
export interface PageStepToType {
  readonly says: string
  readonly command: string
}

/** The board of one plan. */
export interface PlanPage {
  readonly row: PlanRow
  /** What every merged result must keep. */
  readonly gate: string
  /** Why the plan stands still; null when it does not. */
  readonly says: string | null
  readonly next: readonly PageStepToType[]
  readonly tasks: readonly BoardTask[]
  /** Titles of tasks that a person gave up. */
  readonly dropped: readonly string[]
}

export interface BoardTask {
  readonly id: string
  readonly title: string
  readonly criterion: string
  readonly column: BoardColumn
  /** Why it waits, or needs a person. */
  readonly why: string | null
  /** The loops that work on it now, or worked on it last. */
  readonly loops: readonly BoardLoop[]
  readonly commit: string | null
  readonly sentBack: number
  readonly turns: number
  readonly next: readonly PageStepToType[]
}

export interface BoardLoop {
  readonly id: string
  readonly agent: string
  /** Null when it has not begun. */
  readonly turn: number | null
  readonly maxTurns: number
  readonly failing: number
}

/** Sent when something has changed; the page then asks for what it shows. */
export interface PageChange {
  readonly loops: number
  /** Null when the page shows no plan. */
  readonly plans: number | null
  /** Of the loop that the page shows; null when it shows none. */
  readonly loop: {
    readonly stamp: string
    readonly turn: number
    readonly agent: number
    readonly verify: number
  } | null
}
