import type { Criterion } from '../../criteria/criterion.ts'
import type { Executed } from '../../tools/ids/executed.ts'
import type { OutputReading } from '../../tools/reading/reading.ts'

/** What one run of a criterion found. */
export type Verification = Facts &
  (
    | { readonly kind: 'passed' }
    | { readonly kind: 'failed'; readonly learnings: string }
    | {
        readonly kind: 'unverifiable'
        readonly error: VerificationError
        readonly message: string
        readonly learnings: string
        readonly mayBeBrought?: boolean
      }
  )

export interface Facts {
  readonly criterion: Criterion
  /** The person's words for it. */
  readonly said: string
  /** What was run, or the line that would find out the same. */
  readonly command: string
  /** Null when it was ended by a signal, or no command was involved. */
  readonly exitCode: number | null
  /** The beginning and the end of what the command printed. */
  readonly output: string
  readonly durationMs: number
  /** What the output says, in one shape for every tool; null when there was none. */
  readonly reading: OutputReading | null
  /** Which tests ran, by id; null when it was not asked, or is not known. */
  readonly executed: Executed | null
  /** The number that a threshold was compared with. */
  readonly measured: number | null
  /** The parts of a compound, in the order in which they were run. */
  readonly parts: readonly Verification[]
}

/** Why a criterion could not be found true or false. */
export type VerificationError = 'command_not_found' | 'timeout' | 'cannot_start' | 'aborted'

/** What was found before the first turn, for criteria that compare with it. */
export interface Baseline {
  readonly failing: readonly string[]
  readonly measured: number | null
  /** How many tests ran, skipped ones left out; null when that is not known. */
  readonly ran: number | null
  /** Whether the test runners came to their own end; null when there was none. */
  readonly closed: boolean | null
}
