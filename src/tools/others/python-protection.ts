import { type Directive, dial } from '../protection.ts'
import { asItStands, countOf, PYTHON } from '../suppressions.ts'
import type { Tool } from '../tool.ts'

/** Files in which many tools have a section. */
const SHARED = String.raw`pyproject\.toml|setup\.cfg|tox\.ini`

const python = (family: Directive['family'], says: RegExp, scope: Directive['scope']): Directive => ({
  family,
  languages: PYTHON,
  says,
  scope,
})

const MYPY_ON =
  /(?:^|\.)(?:disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+|strict|strict_\w+|extra_checks|local_partial_types)$/

const TYPE_CHECKERS: readonly Tool[] = [
  {
    name: 'mypy',
    kind: 'type-checker',
    sharedFormat: true,
    canary: { errors: { kind: 'types', files: /\.py$/ } },
    protection: {
      family: 'types',
      files: { autoLoadedPaths: [inPlaceOf('mypy')], config: [/^(?:\.)?mypy\.ini$/] },
      settings: {
        files: new RegExp(String.raw`(?:^|\/)(?:${SHARED}|\.?mypy\.ini)$`),
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
        python('types', /(?:^|#)\s*type:\s*ignore\[(?<rules>[\w, -]+)\]/, 'line'),
        python('types', /(?:^|#)\s*type:\s*ignore(?![\w[])/, ({ alone, line }) =>
          alone && line < 30 ? 'file' : 'line',
        ),
        python('types', /^\s*mypy:\s*ignore[-_]errors\b(?!\s*=\s*false)/i, 'file'),
        python(
          'types',
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
      ],
      baselines: [listed('mypy')],
      caches: ['.mypy_cache', '.dmypy.json'],
      outputs: ['.mypy_cache'],
      uncached: (_, { temporary }) => ({ MYPY_CACHE_DIR: `${temporary}/mypy` }),
      packages: ['mypy'],
      outside: { home: ['.config/mypy/config', '.mypy.ini'], variables: ['MYPY_CONFIG_FILE'] },
    },
  },
  {
    name: 'pyright',
    kind: 'type-checker',
    sharedFormat: true,
    canary: { errors: { kind: 'types', files: /\.py$/ } },
    protection: {
      family: 'types',
      files: { config: [/^pyrightconfig\.json$/, /^basedpyright\.\w+$/] },
      settings: {
        files: /(?:^|\/)(?:pyproject\.toml|pyrightconfig\.json)$/,
        within:
          /^tool\.(?:based)?pyright\.|^(?=(?:typeCheckingMode|report\w+|strict|ignore|exclude|include|analyze\w+|enable\w+)\b)/,
        alternatives: 'type checkers',
        dials: [
          dial('level', 'types', /^(?:typeCheckingMode|report\w+)$/),
          dial('on', 'types', /^(?:strict(?:List|Dictionary|Set|Parameter)\w+|analyzeUnannotatedFunctions)$/),
          dial('skip', 'types', /^(?:ignore|exclude)$/),
          dial('keep', 'types', /^(?:include|strict)$/),
        ],
      },
      directives: [
        python('types', /(?:^|#)\s*pyright:\s*ignore\[(?<rules>[\w, -]+)\]/, 'line'),
        python('types', /(?:^|#)\s*pyright:\s*ignore(?![\w[])/, 'line'),
        python('types', /^\s*pyright:\s*basic\b/, 'file'),
        python(
          'types',
          /^\s*pyright:\s*(?<rules>report\w+)\s*=\s*(?:false|none|"?(?:none|information|warning)"?)/,
          'file',
        ),
      ],
      baselines: [
        listed('pyright'),
        {
          files: /(?:^|\/)\.(?:based)?pyright\/baseline\.json$/,
          families: ['types'],
          amount: countOf(/"code"\s*:/g),
        },
      ],
    },
  },
  {
    name: 'pytype',
    kind: 'type-checker',
    protection: {
      files: { config: [/^pytype\.cfg$/] },
      directives: [python('types', /(?:^|#)\s*pytype:\s*(?:disable=(?<rules>[\w, -]+)|skip-file)/, asItStands)],
    },
  },
  {
    name: 'pyre',
    kind: 'type-checker',
    protection: { files: { config: [/^\.?pyre_configuration$/] }, baselines: [listed('pyre')] },
  },
]

/** A module of this name beside the tests is imported in place of the tool. */
function inPlaceOf(names: string): RegExp {
  return new RegExp(String.raw`^(?:(?:src|tests?|lib)\/)?(?:${names})(?:\.py|\/__init__\.py)$`)
}

/** A baseline with one finding a line. */
function listed(name: string) {
  return {
    files: new RegExp(String.raw`(?:^|\/)[\w.-]*(?:${name})[\w-]*baseline[\w.-]*$`),
    families: ['types', 'lint'] as const,
    amount: (text: string) => text.split('\n').filter(line => line.trim() !== '').length,
  }
}

const LINTERS: readonly Tool[] = [
  {
    name: 'ruff',
    kind: 'linter',
    sharedFormat: true,
    canary: { errors: { kind: 'syntax', files: /\.py$/ } },
    protection: {
      family: 'lint',
      files: { config: [/^\.?ruff\.toml$/] },
      // It and flake8 speak of the same codes, and projects move from the one to the other.
      settings: {
        files: new RegExp(String.raw`(?:^|\/)(?:${SHARED}|\.?ruff\.toml|\.flake8)$`),
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
        python('lint', /^\s*(?:ruff|flake8)\s*[:=]\s*noqa\b(?::\s*(?<rules>[A-Z]+\d*(?:[\s,]+[A-Z]+\d+)*))?/i, 'file'),
        python('lint', /(?:^|#)\s*noqa\b(?::\s*(?<rules>[A-Z]+\d+(?:[\s,]+[A-Z]+\d+)*))?(?!`)/i, 'line'),
        python('lint', /^\s*ruff:\s*(?:disable|ignore)\[(?<rules>[\w, -]+)\]/, 'block'),
      ],
      baselines: [listed('ruff')],
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
  },
  {
    name: 'flake8',
    kind: 'linter',
    sharedFormat: true,
    canary: { errors: { kind: 'syntax', files: /\.py$/ } },
    protection: {
      family: 'lint',
      files: { config: [/^\.?flake8$/] },
      baselines: [listed('flake8')],
      outside: { home: ['.config/flake8'] },
    },
  },
  {
    name: 'pylint',
    kind: 'linter',
    sharedFormat: true,
    canary: { errors: { kind: 'syntax', files: /\.py$/ } },
    protection: {
      family: 'lint',
      files: { config: [/^\.?pylintrc(?:\.toml)?$/] },
      settings: {
        files: new RegExp(String.raw`(?:^|\/)(?:${SHARED}|\.?pylintrc(?:\.toml)?)$`),
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
        python('lint', /^\s*pylint:\s*skip-file\b/, 'file'),
        python('lint', /(?:^|#)\s*pylint:\s*disable-next\s*=\s*(?<rules>[\w, -]+)/, 'line'),
        python('lint', /(?:^|#)\s*pylint:\s*disable\s*=\s*(?<rules>[\w-]+(?:\s*,\s*[\w-]+)*)/, asItStands),
      ],
      baselines: [listed('pylint')],
      outside: { home: ['.pylintrc', '.config/pylintrc'], above: ['.pylintrc'] },
    },
  },
  {
    name: 'bandit',
    kind: 'linter',
    protection: {
      files: { config: [/^\.bandit$/] },
      directives: [python('lint', /(?:^|#)\s*nosec\b(?::?\s*(?<rules>B\d+(?:[\s,]+B\d+)*))?/, 'line')],
    },
  },
  {
    name: 'pydocstyle',
    kind: 'linter',
    protection: { files: { config: [/^\.pydocstyle(?:rc)?$|^\.pycodestyle$/] } },
  },
  { name: 'isort', kind: 'formatter', protection: { files: { config: [/^\.?isort\.cfg$/] } } },
  { name: 'yapf', kind: 'formatter', protection: { files: { config: [/^\.style\.yapf$/] } } },
]

const REST: readonly Tool[] = [
  {
    name: 'coverage.py',
    kind: 'coverage',
    sharedFormat: true,
    protection: {
      files: { autoLoadedPaths: [inPlaceOf('coverage')], config: [/^\.coveragerc(?:\.toml)?$/] },
      settings: {
        files: /(?:^|\/)(?:\.coveragerc(?:\.toml)?|pyproject\.toml|setup\.cfg|tox\.ini)$/,
        within: /^tool\.coverage\.|^coverage:|^(?=(?:run|report|html|xml)\.)/,
        dials: [
          dial('min', 'coverage', /^report\.fail_under$/),
          dial('skip', 'coverage', /^(?:run|report)\.(?:omit|exclude_lines|exclude_also|partial_branches)$/),
          dial('keep', 'coverage', /^(?:run|report)\.(?:source|source_pkgs|include)$/),
          dial('on', 'coverage', /^run\.branch$/),
        ],
      },
      directives: [python('coverage', /(?:^|#)\s*pragma:\s*no\s?(?:cover|branch)\b/i, 'line')],
      outputs: ['htmlcov'],
      packages: ['coverage'],
      outside: { home: ['.coveragerc'], variables: ['COVERAGE_RCFILE'] },
    },
  },
  {
    name: 'tox',
    kind: 'test-runner',
    protection: {
      preparation: { files: /(?:^|\/)tox\.ini$/ },
      files: { autoLoadedPaths: [inPlaceOf('tox')], config: [/^tox\.(?:ini|toml)$/] },
      outputs: ['.tox'],
      outside: { above: ['tox.ini'] },
    },
  },
  {
    name: 'nox',
    kind: 'test-runner',
    protection: { files: { build: [/^(?:noxfile|dodo|fabfile|tasks)\.py$/] }, outputs: ['.nox'] },
  },
  {
    name: 'nose',
    kind: 'test-runner',
    protection: {
      files: { autoLoaded: [/^nose2?\.cfg$/i], autoLoadedPaths: [inPlaceOf('nose|nose2')] },
      detection: {
        signs: [
          {
            name: 'the modules of a runner',
            languages: PYTHON,
            pattern: `["']nose2?["']\\s+(?:not\\s+)?in\\s+(?:\\w+\\.)?(?:sys\\.)?modules`,
          },
        ],
      },
    },
  },
  { name: 'behave', kind: 'test-runner', protection: { files: { config: [/^behave\.ini$|^\.behaverc$/] } } },
  {
    name: 'pip',
    kind: 'package-manager',
    protection: {
      files: { autoLoaded: [/^pip\.conf$/i] },
      outside: { home: ['.pip/pip.conf', '.config/pip/pip.conf', '.pydistutils.cfg'], variables: ['PIP_CONFIG_FILE'] },
    },
  },
  { name: 'uv', kind: 'package-manager', protection: { outside: { home: ['.config/uv/uv.toml'] } } },
  { name: 'poetry', kind: 'package-manager', protection: { outside: { home: ['.config/pypoetry/config.toml'] } } },
  {
    name: 'python',
    kind: 'runtime',
    protection: {
      preparation: { files: /(?:^|\/)setup\.cfg$/ },
      files: {
        autoLoaded: [/^(?:sitecustomize|usercustomize)\.py$/, /\.pth$/],
        autoLoadedPaths: [inPlaceOf('doctest')],
        config: [/^setup\.cfg$|^pyproject\.toml$/],
        build: [/^(?:setup|manage)\.py$/],
      },
      localCaches: [/^__pycache__$/],
      outputs: ['__pycache__', '.venv', '.eggs', 'site-packages'],
      uncached: (_, { bytecode }) => ({ PYTHONPYCACHEPREFIX: bytecode }),
      outside: { above: ['setup.cfg', 'pyproject.toml', '.python-version'], variables: ['PYTHONSTARTUP'] },
    },
  },
]

export const protectedPython: readonly Tool[] = [...TYPE_CHECKERS, ...LINTERS, ...REST]
