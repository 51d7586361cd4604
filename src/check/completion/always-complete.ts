import { withData } from './check-data.ts'
import type { CompletionCheck } from './completion-check.ts'

export const describeAlwaysComplete = (): string => 'the agent claims to be done; nothing is checked'

/**
 * Passes as soon as the agent claims to be done. Such a run ends as `claimed`, never as verified.
 *
 * @example
 * ```ts
 * import { alwaysComplete, run } from 'agent-loop'
 *
 * const result = await run({ task: 'tidy the notes', until: alwaysComplete(), agent: () => 'They are tidy.' })
 * console.log(result.outcome.kind, result.verified) // claimed false
 * ```
 */
export function alwaysComplete(): CompletionCheck {
  const check: CompletionCheck = {
    believesClaims: true,
    description: describeAlwaysComplete,
    check: async ({ claimsDone }) => (claimsDone === true ? null : 'The agent does not claim to be done yet.'),
  }
  return withData(check, { kind: 'always' })
}
