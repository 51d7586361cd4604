import type { Command } from './command.ts'

/** In the order in which `--help` lists them. */
export const COMMAND_GROUPS = ['Start here', 'Loops', 'Proof', 'Inside assistants', 'Fleet', 'Setup'] as const

type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface CommandEntry {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly summary: string
  /** Where `--help` lists it; a command without one is for internal use and repair. */
  readonly group?: CommandGroup
  /** Loads a command only when it is typed, to keep the start fast. */
  readonly load: () => Promise<Command>
}
