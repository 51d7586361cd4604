import { closedIn, countsIn } from '../verify/facts-in.ts'
import type { Verification } from '../verify/verification.ts'

/** Why a success proves nothing; null when something ran, or when no test runner spoke and nobody can say. */
export function nothingRan(verification: Verification): string | null {
  const closed = closedIn(verification)
  if (closed === null) return null
  const counts = countsIn(verification)
  const ran = counts === null ? closed : counts.total - counts.skipped > 0
  return ran ? null : `${verification.command} succeeds, but no test ran: that proves nothing.`
}
