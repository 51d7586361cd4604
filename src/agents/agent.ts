import type { Environment, Shell } from '../host/shell.ts'

/** Something that works on a task for one turn. */
export interface Agent {
  readonly name: string
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
}

/**
 * `claims-done` is a hint and never a proof. `failed` is a turn whose program ended badly; its work is still checked.
 * `unusable` is a program that cannot be run at all. `lost` is a turn that was in flight when the loop itself died.
 */
export const TURN_ENDS = ['claims-done', 'wants-more', 'failed', 'unusable', 'aborted', 'lost'] as const

export type TurnEnd = (typeof TURN_ENDS)[number]

/** What an adapter is given to reach the machine with. */
export interface AgentPorts {
  readonly shell: Shell
  readonly env: Environment
  /** Marks every process that the agent starts. */
  readonly nonce: string
}
