import type { Criterion } from '../criteria/criterion.ts'

/** What one run of a criterion found. */
export type Verification = {
  readonly criterion: Criterion
  readonly command: string
  /** The beginning and the end of what the command printed. */
  readonly output: string
  readonly durationMs: number
} & (
  | { readonly kind: 'passed'; readonly exitCode: number }
  | { readonly kind: 'failed'; readonly exitCode: number | null; readonly learnings: string }
  | { readonly kind: 'unverifiable'; readonly error: VerificationError; readonly message: string }
)

/** Why a criterion could not be found true or false. */
export type VerificationError = 'command_not_found' | 'timeout' | 'cannot_start' | 'aborted'
