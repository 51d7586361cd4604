import type { Reading } from '../read/reading.ts'
import type { CommandRun, RunRequest } from './run-command.ts'
import type { Baseline } from './verification.ts'

export interface PreviousReading {
  readonly reading: Reading
  readonly turns: number
}

export interface VerifyContext extends RunRequest {
  readonly run: (command: string) => Promise<CommandRun>
  readonly bail: boolean
  readonly filesAt: string
  readonly baseline: Baseline | null | undefined
  readonly previous: ReadonlyMap<string, PreviousReading> | null
  readonly mayFail: (id: string) => boolean
}
