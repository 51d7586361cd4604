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
  /** The command that ran, or an equivalent command line. */
  readonly command: string
  /** Null when it was ended by a signal, or no command was involved. */
  readonly exitCode: number | null
  /** The beginning and the end of what the command printed. */
  readonly output: string
  readonly durationMs: number
  /** The parsed output, in one form for all tools; null when there was none. */
  readonly reading: OutputReading | null
  /** Which tests ran, by id; null when not collected or unknown. */
  readonly executed: Executed | null
  /** The number that a threshold was compared with. */
  readonly measured: number | null
  /** The parts of a compound, in the order in which they were run. */
  readonly parts: readonly Verification[]
}

/** Why a criterion could not be verified either way. */
export type VerificationError = 'command_not_found' | 'timeout' | 'cannot_start' | 'aborted'

/** What was found before the first turn, for criteria that compare with it. */
export interface Baseline {
  readonly failing: readonly string[]
  readonly measured: number | null
  /** How many tests ran, without skipped ones; null when unknown. */
  readonly ran: number | null
  /** Whether the test runners finished; null when there was none. */
  readonly closed: boolean | null
}
