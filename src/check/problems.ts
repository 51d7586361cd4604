import { plainProblem, problemsOf, problemText } from '../std/usage-error.ts'

/** Why a completion check cannot be used. */
export const checkProblem = problemsOf({
  'no-checks': plainProblem('bad-arguments', 'allOf() has no checks.', 'Give at least one check.'),
  'no-judge': plainProblem(
    'bad-arguments',
    'A question check needs a judge.',
    'Name a model: --judge-model anthropic/claude-sonnet-4-5, or a program: --judge-cmd "…"',
  ),
  'min-rows-invalid': problemText<{ minRows: number }>(
    'bad-arguments',
    ({ minRows }) => `minRows must be a whole number above 0, not ${minRows}.`,
    () => 'Write 1 or more.',
  ),
  'no-columns': plainProblem('bad-arguments', 'expectedColumns is empty.', 'Name the columns, or leave it out.'),
  'query-not-read-only': problemText<{ query: string; trouble: string }>(
    'bad-arguments',
    ({ query, trouble }) => `The query ${trouble}: ${query}`,
    () => 'Give one query that only reads.',
  ),
  'command-cannot-fail': problemText<{ command: string; because: string }>(
    'gate-cannot-fail',
    ({ command, because }) => `\`${command}\` cannot fail. ${because}`,
    () => 'Give a command that can fail.',
  ),
  'no-veto-criteria': plainProblem(
    'bad-arguments',
    'The judge has no criteria.',
    'Give at least one criterion that it can judge by.',
  ),
})
