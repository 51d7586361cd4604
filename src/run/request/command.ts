import type { Environment } from '../../system/shell.ts'

/** One subcommand: what it is called, what it accepts, and what it does. */
export interface Command {
  readonly usage: string
  readonly summary: string
  readonly flags: Readonly<Record<string, Flag>>
  /** Resolves to the process's exit code. Reads, calls, renders; never exits by itself. */
  run(context: CommandContext): Promise<number>
}

export interface Flag {
  readonly takes: 'text' | 'nothing'
  readonly short?: string
  /** Another name of the same flag. */
  readonly alias?: string
  /** May be given several times; the values are joined by line ends. */
  readonly many?: true
  readonly says: string
}

export interface CommandContext {
  readonly positionals: readonly string[]
  readonly flags: Flags
  readonly cwd: string
  readonly env: Environment
  readonly json: boolean
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  readonly terminal: boolean
  /** Whoever reads our output is far behind: leave out what can be left out, for the loop does not wait for them. */
  readonly clogged: () => boolean
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal
}

export interface Flags {
  text(name: string): string | undefined
  has(name: string): boolean
}

/** Every command has these. */
export const COMMON_FLAGS: Readonly<Record<string, Flag>> = {
  cwd: { takes: 'text', says: 'work in this directory instead of the current one' },
  json: { takes: 'nothing', says: 'answer in JSON, for programs' },
  help: { takes: 'nothing', short: 'h', says: 'show this help' },
}
