import { problemsOf, problemText } from '../std/usage-error.ts'

/** Why the tree cannot be recorded. */
export const workspaceProblem = problemsOf({
  'tree-unreadable': problemText<{ tree: string }>(
    'storage',
    ({ tree }) => `${tree} cannot be read.`,
    () => 'Fix its permissions.',
  ),
})
