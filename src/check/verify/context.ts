import type { OutputReading } from '../../tools/reading/reading.ts'
import type { CommandRun, CommandRunRequest } from './run-command.ts'
import type { Baseline } from './verification.ts'

/** In a loop whose criterion compares files with the start, it names a copy of the tree from before the first turn. */
export const BASELINE_VARIABLE = 'AGENT_LOOP_BASELINE'

export interface PreviousReading {
  readonly reading: OutputReading
  readonly turns: number
}

export interface VerifyContext extends CommandRunRequest {
  readonly run: (command: string) => Promise<CommandRun>
  readonly bail: boolean
  /** What the work is; empty where none follows. */
  readonly tasks: readonly string[]
  readonly filesAt: string
  readonly baseline: Baseline | null | undefined
  readonly previous: ReadonlyMap<string, PreviousReading> | null
  readonly mayFail: (id: string) => boolean
}
