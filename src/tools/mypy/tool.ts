import { inPlaceOf, lineBaseline, PYTHON_CONFIGS } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import { comment, PYTHON } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

const MYPY_ON =
  /(?:^|\.)(?:disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+|strict|strict_\w+|extra_checks|local_partial_types)$/

/** Values that lose their type on the way: an attribute with a known name, code in a text, a value that is written and read again. */
const UNTYPED =
  /\bgetattr\(\s*(?:[^(),]|\((?:[^()]|\([^()]*\))*\))+,\s*["']\w+["']\s*\)|(?<![\w.])(?:eval|__import__)\(|\b(?:globals|locals|vars)\(\)\s*\[|\b(\w+)\.loads\(\s*\1\.dumps\(\s*(?![\w.]+\s*[,)])/g

export const mypy: Tool = {
  name: 'mypy',
  kind: 'type-checker',
  commands: {
    programs: 'mypy',
    starts: 'd?mypy',
    usual: 'mypy .',
    sign: /\bmypy\b/,
    settings: { files: String.raw`\.?mypy\.ini` },
  },
  sharedFormat: true,
  canary: { errors: { kind: 'types', files: /\.py$/ } },
  protection: {
    family: 'types',
    files: { autoLoadedPaths: [inPlaceOf('mypy')], config: [/^(?:\.)?mypy\.ini$/] },
    settings: {
      files: new RegExp(String.raw`(?:^|\/)(?:${PYTHON_CONFIGS}|\.?mypy\.ini)$`),
      within: /^(?:tool\.)?mypy(?=[.-])\.?/,
      alternatives: 'type checkers',
      implied: {
        by: 'strict',
        keys: /^(?:disallow_(?!any_(?:expr|explicit|decorated|unimported))\w+|warn_(?:unused_configs|redundant_casts|unused_ignores|return_any)|check_untyped_defs|no_implicit_reexport|strict_\w+|extra_checks)$/,
      },
      dials: [
        dial('on', 'types', MYPY_ON),
        dial(
          'off',
          'types',
          /(?:^|\.)(?:ignore_errors|allow_\w+|implicit_\w+|skip_version_check)$|^ignore_missing_imports$/,
        ),
        dial('level', 'types', /(?:^|\.)follow_imports$/),
        dial('skip', 'types', /(?:^|\.)(?:disable_error_code|exclude)$/),
        dial('keep', 'types', /^(?:enable_error_code|files|packages|modules)$/),
      ],
    },
    directives: [
      comment('types', PYTHON, /(?:^|#)\s*type:\s*ignore\[(?<rules>[\w, -]+)\]/, 'line'),
      comment('types', PYTHON, /(?:^|#)\s*type:\s*ignore(?![\w[])/, ({ alone, line }) =>
        alone && line < 30 ? 'file' : 'line',
      ),
      comment('types', PYTHON, /^\s*mypy:\s*ignore[-_]errors\b(?!\s*=\s*false)/i, 'file'),
      comment(
        'types',
        PYTHON,
        /^\s*mypy:\s*(?:disable-error-code\s*=\s*"?(?<rules>[\w, -]+)|allow[-_]untyped|no[-_](?:strict|check|disallow|warn))/,
        'file',
      ),
    ],
    attributes: [
      { family: 'types', languages: PYTHON, pattern: /@(?:typing\.)?no_type_check\b/g, scope: () => 'block' },
      {
        family: 'types',
        languages: PYTHON,
        pattern: /\bcast\(\s*(?:typing\.|t\.)?(?:["'])?Any\b/g,
        scope: () => 'line',
        rule: 'any',
      },
      {
        family: 'types',
        languages: PYTHON,
        pattern: /(?<![\w.])(?:typing\.|t\.)?cast\((?!\s*(?:typing\.|t\.)?["']?Any\b)/g,
        scope: () => 'line',
        rule: 'cast',
        against: 'file',
      },
      {
        family: 'types',
        languages: PYTHON,
        pattern: /(?:->|(?<=[\w)\]])\s*:)\s*(?:typing\.|t\.)?["']?Any\b(?!\s*\[)/g,
        scope: () => 'line',
        rule: 'Any',
        against: 'file',
      },
      {
        family: 'types',
        languages: PYTHON,
        pattern: UNTYPED,
        scope: () => 'line',
        rule: 'value without a type',
        against: 'file',
      },
    ],
    baselines: [lineBaseline('mypy')],
    caches: ['.mypy_cache', '.dmypy.json'],
    outputs: ['.mypy_cache'],
    uncached: (_, { temporary }) => ({ MYPY_CACHE_DIR: `${temporary}/mypy` }),
    packages: ['mypy'],
    outside: { home: ['.config/mypy/config', '.mypy.ini'], variables: ['MYPY_CONFIG_FILE'] },
  },
}
