import { closedIn, countsIn } from '../verify/facts-in.ts'
import type { Verification } from '../verify/verification.ts'

/** Why a passing run proves nothing; null when tests ran, or when no test runner is recognized. */
export function nothingRan(verification: Verification): string | null {
  const closed = closedIn(verification)
  const counts = countsIn(verification)
  const ran = counts === null ? 0 : counts.total - counts.skipped
  return closed === false && ran === 0
    ? `${verification.command} succeeds, but no test ran, so it proves nothing.`
    : null
}
