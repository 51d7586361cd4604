import type { RequestContext } from '../run/request/context.ts'
import type { SettingName } from '../run/settings/settings.ts'

/** One subcommand: what it is called, what it accepts, and what it does. */
export interface Command {
  readonly usage: string
  readonly summary: string
  /** The settings that it uses: their flags are accepted, and no others. */
  readonly settings: readonly SettingName[]
  /** What `--help` shows instead of the defaults of the settings. */
  readonly defaultsSay?: string
  /** Flags of its own. */
  readonly flags: Readonly<Record<string, Flag>>
  /** It shows or controls loops, and can do so with those of a fleet: what it reads of them. */
  readonly fleet?: 'list' | 'journals'
  /** What it does with a loop of a fleet that no worker has begun; without it, such a loop is refused. */
  readonly queued?: QueuedAction
  /** Its form that is about this machine, also when a fleet is named: the first argument. */
  readonly localForm?: string
  /** Resolves to the exit code of the process. Never exits by itself. */
  run(context: CommandContext): Promise<number>
}

export type QueuedAction = 'abort' | 'pause' | 'resume' | 'tell' | 'wait'

export interface Flag {
  readonly takes: 'text' | 'nothing'
  readonly short?: string
  /** Another name of the same flag. */
  readonly alias?: string
  /** May be given several times; the values are joined by line ends. */
  readonly many?: true
  /** Shown in `--help` in place of the value. */
  readonly placeholder?: string
  readonly says: string
}

export interface CommandContext extends RequestContext {
  readonly positionals: readonly string[]
  readonly flags: Flags
  readonly json: boolean
  readonly out: (line: string) => void
  readonly terminal: boolean
  /** The width of the terminal, or of lines for a reader without one. */
  readonly columns: () => number
  /** The directory of the shell. Unlike `cwd`, it does not follow `--cwd`. */
  readonly shellDirectory: () => string
  /** The reader of our output is far behind: optional output is left out, because the loop does not wait. */
  readonly clogged: () => boolean
}

/** The flags of a command's own, and those of every command. */
export interface Flags {
  text(name: string): string | undefined
  has(name: string): boolean
}
