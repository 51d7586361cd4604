import { checkProblem } from '../problems.ts'
import type { CompletionCheck } from './completion-check.ts'

export const describeAllOf = (descriptions: readonly string[]): string =>
  descriptions.length === 1 ? (descriptions[0] ?? '') : descriptions.map((text, at) => `(${at + 1}) ${text}`).join('; ')

/** Complete when all of them are. Each one runs, so that one turn can fix several things. */
export function allOf(...checks: readonly CompletionCheck[]): CompletionCheck {
  // All of nothing is always true, and proves nothing.
  if (checks.length === 0) throw checkProblem('no-checks', {})
  return {
    // One check that verifies something is enough to make the result more than a claim.
    ...(checks.every(({ believesClaims }) => believesClaims) ? { believesClaims: true } : {}),
    description: () => describeAllOf(checks.map(check => check.description())),
    async check(snapshot, signal) {
      const reasons: string[] = []
      for (const check of checks) {
        const reason = await check.check(snapshot, signal)
        if (reason !== null) reasons.push(String(reason ?? '') || 'the check gave no reason')
      }
      return reasons.length === 0 ? null : reasons.join('\n')
    },
  }
}
