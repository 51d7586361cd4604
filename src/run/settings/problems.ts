import { problemsOf, problemText } from '../../std/usage-error.ts'

/** What is wrong with a flag, a variable, or a configuration file. */
export const settingProblem = problemsOf({
  'setting-invalid': problemText<{ name: string; must: string; given: string; suggestion: string }>(
    'bad-arguments',
    ({ name, must, given }) => `--${name} must be ${must}, not "${given}".`,
    ({ name, suggestion }) => `Write --${name} ${suggestion}`,
  ),
  'settings-exclude': problemText<{ name: string; other: string }>(
    'bad-arguments',
    ({ name, other }) => `--${name} and --${other} cannot be given together.`,
    () => 'Give one of them, not both.',
  ),
  'two-criteria': problemText<{ file: string }>(
    'bad-arguments',
    ({ file }) => `${file} has both a completion and a check.`,
    () => 'Keep the one that says when the work is done.',
  ),
  'section-invalid': problemText<{ issue: string }>(
    'bad-arguments',
    ({ issue }) => `${issue}.`,
    () => 'Fix or delete it.',
  ),
  'file-unreadable': problemText<{ file: string; because: string }>(
    'bad-arguments',
    ({ file, because }) => `${file} cannot be read: ${because}`,
    ({ file }) => `Fix or delete ${file}.`,
  ),
  'file-not-settings': problemText<{ file: string }>(
    'bad-arguments',
    ({ file }) => `${file} is not a list of settings.`,
    () => 'Write { "max-iterations": 5 }',
  ),
  'setting-type': problemText<{ file: string; key: string }>(
    'bad-arguments',
    ({ file, key }) => `${file}: "${key}" must be a text, a number, true, false, or a list of texts.`,
    ({ key }) => `Fix "${key}".`,
  ),
  'setting-unknown': problemText<{ file: string; key: string; near: string | null; known: readonly string[] }>(
    'bad-arguments',
    ({ file, key }) => `${file}: unknown setting "${key}".`,
    ({ near, known }) => (near ? `Did you mean "${near}"?` : `Known: ${known.join(', ')}`),
  ),
})
