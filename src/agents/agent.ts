import type { ToolResult } from '../check/completion/completion-check.ts'
import type { Usage } from '../std/usage.ts'
import type { Environment, Shell } from '../system/shell.ts'

/** Works on a task for one turn. */
export interface Agent {
  readonly name: string
  /** Which usage its turns report. A limit on tokens or money is refused if they report none. */
  readonly tells: { readonly tokens: boolean; readonly usd: boolean }
  /** Never rejects: a problem is a turn that ended `failed` or `aborted`. */
  turn(request: TurnRequest): Promise<Turn>
}

export interface TurnRequest {
  readonly loop: string
  readonly iteration: number
  readonly prompt: string
  /** The same prompt in a file outside the tree, for programs that do not read standard input. */
  readonly promptFile: string
  readonly workspace: string
  /** Variables that are added to the environment of the agent's programs. */
  readonly variables: Readonly<Record<string, string>>
  /** The conversation to continue; null for a new one. */
  readonly session: string | null
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onText: (chunk: string) => void
}

export interface Turn {
  readonly ended: TurnEnd
  /** The end of what the agent said. */
  readonly answer: string
  readonly exitCode: number | null
  readonly durationMs: number
  /** Why the turn failed; null when it did not. */
  readonly error: string | null
  /** The conversation that the next turn can continue; null when there is none. */
  readonly session: string | null
  /** From the agent's structured report, never guessed. Null is unknown, which is not 0. */
  readonly usage: Usage | null
  /** How long a rate limit lasts, if the agent says so. */
  readonly retryAfterMs: number | null
  /** Results of the agent's tools in order, for checks that look at them. */
  readonly tools: readonly ToolResult[]
}

/** A turn that reports nothing of this. */
export const UNKNOWN_USAGE = { session: null, usage: null, retryAfterMs: null, tools: [] } as const

/**
 * `claims-done` is a hint and never a proof. `failed` is a turn whose program ended badly; its work is still checked.
 * `unusable` is a program that cannot be run at all. `lost` is a turn that was in flight when the loop's process died.
 * `asks` ended with a question, which nobody will answer; `rate-limited` did no work and is repeated.
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

/** What an adapter needs to start programs and ask people. */
export interface AgentPorts {
  readonly shell: Shell
  readonly env: Environment
  /** Marks every process that the agent starts. */
  readonly nonce: string
  /** Passes an agent's question to a person; undefined when nobody is there. */
  readonly ask?: AskPerson | undefined
}

/** Resolves to one of the choices, or to null when the person gave no answer. */
export type AskPerson = (question: string, choices: readonly Choice[], signal: AbortSignal) => Promise<string | null>

export interface Choice {
  readonly id: string
  readonly says: string
}
