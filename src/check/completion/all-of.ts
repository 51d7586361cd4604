import { checkProblem } from '../problems.ts'
import { dataOf, withData } from './check-data.ts'
import type { CompletionCheck } from './completion-check.ts'
import type { CheckConfig } from './config.ts'

export const describeAllOf = (descriptions: readonly string[]): string =>
  descriptions.length === 1 ? (descriptions[0] ?? '') : descriptions.map((text, at) => `(${at + 1}) ${text}`).join('; ')

/**
 * Complete when all of them are. Each one runs, so that one turn can fix several things.
 *
 * @example
 * ```ts
 * import { allOf, criterionCheck, parseCriterion, testSuiteCheck } from 'agent-loop'
 *
 * const exists = parseCriterion('CHANGELOG.md exists')
 * if (!exists.ok) throw new Error(exists.error.message)
 * const both = allOf(testSuiteCheck({ command: 'npm test' }), criterionCheck(exists.value.criterion))
 * console.log(both.description()) // (1) `npm test` passes, and runs at least one test; (2) CHANGELOG.md exists
 * ```
 */
export function allOf(...checks: readonly CompletionCheck[]): CompletionCheck {
  // All of nothing is always true, and proves nothing.
  if (checks.length === 0) throw checkProblem('no-checks', {})
  const all: CompletionCheck = {
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
  return withData(all, allData(checks.map(dataOf)))
}

function allData(parts: readonly (CheckConfig | null)[]): CheckConfig | null {
  const checks = parts.filter(part => part !== null)
  return checks.length === parts.length ? { kind: 'all_of', checks } : null
}
