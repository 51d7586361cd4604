import { lineBaseline, PYTHON_CONFIGS } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import { asItStands, comment, PYTHON } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

export const pylint: Tool = {
  name: 'pylint',
  kind: 'linter',
  commands: { programs: 'pylint', usual: 'pylint .', sign: /\bpylint\b/, settings: { files: String.raw`\.?pylintrc` } },
  sharedFormat: true,
  canary: { errors: { kind: 'syntax', files: /\.py$/ } },
  protection: {
    family: 'lint',
    files: { config: [/^\.?pylintrc(?:\.toml)?$/] },
    settings: {
      files: new RegExp(String.raw`(?:^|\/)(?:${PYTHON_CONFIGS}|\.?pylintrc(?:\.toml)?)$`),
      within:
        /^(?:tool\.)?pylint\.(?:'?[\w ]+'?\.)?|^(?:MAIN|MASTER|MESSAGES CONTROL|FORMAT|DESIGN|BASIC|main|messages control|design)\./i,
      alternatives: 'linters',
      dials: [
        dial('skip', 'lint', /(?:^|\.)(?:disable|ignore|ignore-paths|ignore-patterns)$/),
        dial('keep', 'lint', /(?:^|\.)enable$/),
        dial('max', 'lint', /(?:^|\.)max-[\w-]+$/),
        dial('min', 'lint', /(?:^|\.)fail-under$/),
      ],
    },
    directives: [
      comment('lint', PYTHON, /^\s*pylint:\s*skip-file\b/, 'file'),
      comment('lint', PYTHON, /(?:^|#)\s*pylint:\s*disable-next\s*=\s*(?<rules>[\w, -]+)/, 'line'),
      comment('lint', PYTHON, /(?:^|#)\s*pylint:\s*disable\s*=\s*(?<rules>[\w-]+(?:\s*,\s*[\w-]+)*)/, asItStands),
    ],
    baselines: [lineBaseline('pylint')],
    outside: { home: ['.pylintrc', '.config/pylintrc'], above: ['.pylintrc'] },
  },
}
