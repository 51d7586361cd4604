import type { ToolResult } from '../check/completion/completion-check.ts'
import type { Usage } from '../std/usage.ts'
import type { Environment, Shell } from '../system/shell.ts'

/** Something that works on a task for one turn. */
export interface Agent {
  readonly name: string
  /** What its turns tell of what they used. A limit on tokens or money is refused where they do not. */
  readonly tells: { readonly tokens: boolean; readonly usd: boolean }
  /** Never rejects: trouble is a turn that ended `failed` or `aborted`. */
  turn(request: TurnRequest): Promise<Turn>
}

export interface TurnRequest {
  readonly loop: string
  readonly iteration: number
  readonly prompt: string
  /** The same prompt in a file outside the tree, for programs that read no standard input. */
  readonly promptFile: string
  readonly workspace: string
  /** What the agent's programs find in their environment besides everything else. */
  readonly variables: Readonly<Record<string, string>>
  /** The conversation to go on with; null for a fresh one. */
  readonly session: string | null
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onText: (chunk: string) => void
}

export interface Turn {
  readonly ended: TurnEnd
  /** The last of what the agent said. */
  readonly answer: string
  readonly exitCode: number | null
  readonly durationMs: number
  /** Why the turn was no good; null when it was. */
  readonly error: string | null
  /** The conversation that the next turn could go on with; null when there is none. */
  readonly session: string | null
  /** From the agent's own structured report, never guessed; null is unknown, which is not 0. */
  readonly usage: Usage | null
  /** How long a rate limit lasts, where the agent says so. */
  readonly retryAfterMs: number | null
  /** What the agent's tools returned, in their order, for checks that look at it. */
  readonly tools: readonly ToolResult[]
}

/** What a turn has that says nothing of any of this. */
export const UNKNOWN_USAGE = { session: null, usage: null, retryAfterMs: null, tools: [] } as const

/**
 * `claims-done` is a hint and never a proof. `failed` is a turn whose program ended badly; its work is still checked.
 * `unusable` is a program that cannot be run at all. `lost` is a turn that was in flight when the loop itself died.
 * `asks` ended in a question, which nobody will answer; `rate-limited` did no work and is taken again.
 */
export const TURN_ENDS = [
  'claims-done',
  'wants-more',
  'asks',
  'failed',
  'unusable',
  'rate-limited',
  'aborted',
  'lost',
] as const

export type TurnEnd = (typeof TURN_ENDS)[number]

/** What an adapter is given to reach the machine with. */
export interface AgentPorts {
  readonly shell: Shell
  readonly env: Environment
  /** Marks every process that the agent starts. */
  readonly nonce: string
  /** Puts an agent's question to a person; without it nobody is there. */
  readonly ask?: AskPerson | undefined
}

/** Resolves to one of the choices, or to null when the person gave no answer. */
export type AskPerson = (question: string, choices: readonly Choice[], signal: AbortSignal) => Promise<string | null>

export interface Choice {
  readonly id: string
  readonly says: string
}
