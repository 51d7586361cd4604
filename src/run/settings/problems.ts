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
    () => 'Keep only one of them: both define when the work is done.',
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
  'file-too-large': problemText<{ file: string; kib: number }>(
    'bad-arguments',
    ({ file, kib }) => `${file} is larger than ${kib} KiB.`,
    ({ file }) => `Shorten or delete ${file}.`,
  ),
  'file-too-deep': problemText<{ file: string; key: string }>(
    'bad-arguments',
    ({ file, key }) => `${file}: "${key}" is nested too deeply.`,
    ({ key }) => `Simplify "${key}".`,
  ),
  'state-dir-outside': problemText<{ file: string; directory: string }>(
    'bad-arguments',
    ({ file, directory }) => `${file}: "state-dir" leads outside the project: ${JSON.stringify(directory)}.`,
    () => 'Name a folder inside the project, or give it yourself: --state-dir DIR',
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
  'not-a-user-setting': problemText<{ file: string; key: string; known: readonly string[] }>(
    'bad-arguments',
    ({ file, key }) => `Your settings (${file}) cannot contain "${key}".`,
    ({ known }) =>
      `Allowed there: ${known.join(', ')}. Put other settings into the project's agent-loop.config.json, or use flags.`,
  ),
  'config-not-trusted': problemText<{ file: string; names: readonly string[] }>(
    'needs-person',
    ({ file, names }) => `${file} is not trusted yet: it sets ${names.join(', ')}.`,
    () => 'Review these values with --dry-run, then trust them once with --trust-config, or override them with flags.',
  ),
  'config-declined': problemText<{ file: string }>(
    'needs-person',
    ({ file }) => `Nothing was started, because ${file} is not trusted.`,
    ({ file }) => `Change ${file}, or override its values with flags.`,
  ),
})
