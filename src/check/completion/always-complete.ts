import type { CompletionCheck } from './completion-check.ts'

export const describeAlwaysComplete = (): string => 'the agent claims to be done; nothing is checked'

/** Passes as soon as the agent claims to be done. */
export function alwaysComplete(): CompletionCheck {
  return {
    believesClaims: true,
    description: describeAlwaysComplete,
    check: async ({ claimsDone }) => (claimsDone === true ? null : 'The agent has not said yet that it is done.'),
  }
}
