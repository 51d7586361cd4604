import type { CompletionCheck } from './completion-check.ts'

export const describeAlwaysComplete = (): string => 'the agent says that it is done; nothing is checked'

/** Takes the agent's word, once it is given. */
export function alwaysComplete(): CompletionCheck {
  return {
    believesClaims: true,
    description: describeAlwaysComplete,
    check: async ({ claimsDone }) => (claimsDone === true ? null : 'The agent has not said yet that it is done.'),
  }
}
