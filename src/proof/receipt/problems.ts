import { problemsOf, problemText } from '../../std/usage-error.ts'

/** Why a receipt cannot be signed. */
export const receiptProblem = problemsOf({
  'signing-key-damaged': problemText<{ path: string }>(
    'state-corrupt',
    ({ path }) => `The signing key ${path} is damaged.`,
    () => 'Move the file away. The next receipt is signed with a new key.',
  ),
})
