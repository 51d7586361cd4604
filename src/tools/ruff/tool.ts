import { lineBaseline, PYTHON_CONFIGS } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import { comment, PYTHON } from '../protection/suppressions.ts'
import { insertAfter } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

export const ruff: Tool = {
  name: 'ruff',
  kind: 'linter',
  commands: {
    fixes: 'ruff',
    programs: 'ruff',
    proves: [[/^ruff format\b.*(--check|--diff|-c\b)/, 'format']],
    starts: 'ruff',
    usual: 'ruff check .',
    spoken: { format: 'ruff format(?:ter|ting)?', lint: 'ruff' },
    sign: /\bruff\b/,
    hazards: { rewrites: /\bruff format\b(?!.*(--check|--diff))/ },
    looksOnly: [
      [/\bruff format\b(?!.*--(check|diff))/, insertAfter(/\bruff format\b/, '--check')],
      // Since version 0.5, paths need a command in front of them.
      [/^(\S+ )*ruff (?=[./]|[\w-]+\/|src\b|tests?\b)/, insertAfter(/\bruff\b/, 'check')],
    ],
    settings: { files: String.raw`\.?ruff\.toml` },
  },
  sharedFormat: true,
  canary: { errors: { kind: 'syntax', files: /\.py$/ } },
  protection: {
    family: 'lint',
    files: { config: [/^\.?ruff\.toml$/] },
    // It and flake8 speak of the same codes, and projects move from the one to the other.
    settings: {
      files: new RegExp(String.raw`(?:^|\/)(?:${PYTHON_CONFIGS}|\.?ruff\.toml|\.flake8)$`),
      within:
        /^(?:tool\.ruff|tool\.flake8|flake8)\.|^(?=(?:lint\.)?(?:select|ignore|extend-\w+|per-file-ignores|exclude|line-length|mccabe|pylint|preview|target-version)\b)/,
      alias: path =>
        path
          .replace(/^lint\./, '')
          .replace(/_/g, '-')
          .replace(/^(?:extend-)?per-file-ignores\./, 'per-file-ignores.')
          .replace(/^extend-(?=ignore|exclude|select)/, '')
          .replace(/^max-line-length$/, 'line-length')
          .replace(/^mccabe\./, ''),
      alternatives: 'linters',
      selects: 'select',
      dials: [
        dial('skip', 'lint', /^(?:ignore|per-file-ignores(?:\..+)?|exclude|force-exclude)$/),
        dial('keep', 'lint', /^select$/),
        dial('max', 'lint', /^(?:line-length|max-complexity|max-doc-length|pylint\.max-.+)$/),
      ],
    },
    directives: [
      comment(
        'lint',
        PYTHON,
        /^\s*(?:ruff|flake8)\s*[:=]\s*noqa\b(?::\s*(?<rules>[A-Z]+\d*(?:[\s,]+[A-Z]+\d+)*))?/i,
        'file',
      ),
      comment('lint', PYTHON, /(?:^|#)\s*noqa\b(?::\s*(?<rules>[A-Z]+\d+(?:[\s,]+[A-Z]+\d+)*))?(?!`)/i, 'line'),
      comment('lint', PYTHON, /^\s*ruff:\s*(?:disable|ignore)\[(?<rules>[\w, -]+)\]/, 'block'),
    ],
    baselines: [lineBaseline('ruff')],
    caches: ['.ruff_cache'],
    outputs: ['.ruff_cache'],
    uncached: () => ({ RUFF_NO_CACHE: 'true' }),
    packages: ['ruff'],
    outside: {
      home: ['.config/ruff/ruff.toml', '.config/ruff/pyproject.toml'],
      above: ['ruff.toml', '.ruff.toml'],
      variables: ['RUFF_CONFIG'],
    },
  },
}
