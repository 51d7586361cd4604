import { inPlaceOf, lineBaseline } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import { asItStands, comment, PYTHON } from '../protection/suppressions.ts'
import { insertAfter } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

export const pythonTools: readonly Tool[] = [
  // Test runners, and runners of environments that mostly test.
  {
    name: 'tox',
    kind: 'task-runner',
    commands: {
      programs: 'tox',
      proves: [[/^tox\b/, 'test']],
      spoken: { test: 'tox' },
      settings: { files: String.raw`tox\.` },
    },
    protection: {
      preparation: { files: /(?:^|\/)tox\.ini$/ },
      files: { autoLoadedPaths: [inPlaceOf('tox')], config: [/^tox\.(?:ini|toml)$/] },
      outputs: ['.tox'],
      outside: { above: ['tox.ini'] },
    },
  },
  {
    name: 'nox',
    kind: 'task-runner',
    commands: {
      programs: 'nox',
      proves: [[/^nox\b/, 'test']],
      spoken: { test: 'nox' },
      settings: { files: 'noxfile' },
    },
    protection: { files: { build: [/^(?:noxfile|dodo|fabfile|tasks)\.py$/] }, outputs: ['.nox'] },
  },
  {
    name: 'nose',
    kind: 'test-runner',
    cannotStart: [{ pattern: /^ModuleNotFoundError: No module named '(nose2?)'$/, what: 'module', exits: [1] }],
    commands: {
      programs: 'nosetests',
      spoken: {},
      starts: 'nose2|nosetests',
      settings: { files: String.raw`nose\.cfg|unittest\.cfg` },
    },
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
  {
    name: 'trial',
    kind: 'test-runner',
    commands: { starts: String.raw`trial|stestr|behave|robot|green|ward|zope-testrunner` },
  },
  {
    name: 'python',
    kind: 'runtime',
    cannotStart: [
      { pattern: /^\S*python[\d.]*(?:\.exe)?: No module named '?([\w.]+)'?$/, what: 'module', exits: [1] },
      { pattern: /^\S*python[\d.]*(?:\.exe)?: can't open file '([^']+)'/, what: 'file', exits: [2] },
    ],
    commands: {
      programs: 'python python2 python3',
      proves: [
        [/^python3? (\S*\/)?(setup\.py test|runtests\.py|tests?\.py|run_tests?\.py)\b/, 'test'],
        [/^python3? (-m build|setup\.py (sdist|bdist_wheel|build))\b/, 'build'],
      ],
    },
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
  {
    name: 'pytype',
    kind: 'type-checker',
    commands: {
      starts: 'pyre|pytype|ty check',
      spoken: { types: 'pytype|pyre|ty(?= (?:is|reports?|errors?|complain\\w*|fails?|finds?|check)\\b)' },
    },
    protection: {
      files: { config: [/^pytype\.cfg$/] },
      directives: [
        comment('types', PYTHON, /(?:^|#)\s*pytype:\s*(?:disable=(?<rules>[\w, -]+)|skip-file)/, asItStands),
      ],
    },
  },
  {
    name: 'flake8',
    kind: 'linter',
    commands: { programs: 'flake8', usual: 'flake8', sign: /\bflake8\b/, settings: { files: String.raw`\.?flake8` } },
    sharedFormat: true,
    canary: { errors: { kind: 'syntax', files: /\.py$/ } },
    protection: {
      family: 'lint',
      files: { config: [/^\.?flake8$/] },
      baselines: [lineBaseline('flake8')],
      outside: { home: ['.config/flake8'] },
    },
  },
  {
    name: 'pycodestyle',
    kind: 'linter',
    commands: { programs: 'pycodestyle', spoken: {}, proves: [[/^(\S*\/)?pycodestyle\b/, 'lint', 'format']] },
  },
  {
    name: 'pyflakes',
    kind: 'linter',
    commands: {
      programs: 'pyflakes bandit',
      spoken: {},
      starts: 'pyflakes|bandit|vulture|prospector|pylama|wemake|twine check|check-manifest|djlint|slotscheck',
    },
  },
  {
    name: 'black',
    kind: 'formatter',
    commands: {
      programs: 'black',
      proves: [[/^black\b.*(--check|--diff|-c\b|git (diff|status))/, 'format']],
      usual: 'black --check .',
      hazards: { rewrites: /(?<!profile[= ])\bblack\b(?!.*(--check|--diff))/ },
      looksOnly: [[/\bblack\b(?!.*(--check|--diff))/, insertAfter(/\bblack\b/, '--check')]],
    },
  },
  {
    name: 'isort',
    kind: 'formatter',
    commands: {
      programs: 'isort',
      proves: [[/^(isort|yapf|autopep8)\b.*(--check|--diff|-c\b)/, 'format']],
      hazards: { rewrites: /\bisort\b(?!.*(--check|--check-only|-c\b|--diff))|\byapf\b.*\s-i\b/ },
      looksOnly: [[/\bisort\b(?!.*(--check|--diff))/, insertAfter(/\bisort\b/, '--check')]],
    },
    protection: { files: { config: [/^\.?isort\.cfg$/] } },
  },
  {
    name: 'interrogate',
    kind: 'docs',
    commands: {
      programs: 'interrogate pydocstyle',
      starts: 'interrogate|pydocstyle|docstr-coverage|darglint|numpydoc|doc8|rstcheck',
    },
  },

  // Coverage, builds, and project managers.
  {
    name: 'coverage.py',
    kind: 'coverage',
    cannotStart: [{ pattern: /^ModuleNotFoundError: No module named '(coverage)'$/, what: 'module', exits: [1] }],
    commands: {
      proves: [
        [/^coverage run\b/, 'coverage', 'test'],
        [/^coverage report\b/, 'coverage'],
      ],
    },
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
      directives: [comment('coverage', PYTHON, /(?:^|#)\s*pragma:\s*no\s?(?:cover|branch)\b/i, 'line')],
      outputs: ['htmlcov'],
      packages: ['coverage'],
      outside: { home: ['.coveragerc'], variables: ['COVERAGE_RCFILE'] },
    },
  },
  {
    name: 'hatch',
    kind: 'package-manager',
    commands: {
      programs: 'hatch',
      proves: [
        [/^hatch (check types|run types:\S+)/, 'types'],
        [/^hatch check\b|^hatch fmt\b.*--check/, 'lint', 'format'],
        [/^hatch test\b.*--cover/, 'coverage', 'test'],
        [/^hatch test\b/, 'test'],
        [/^hatch build\b/, 'build'],
      ],
      fixes: 'hatch check',
      hazards: { rewrites: /\bhatch fmt\b(?!.*--check)/ },
      looksOnly: [[/\bhatch fmt\b(?!.*--(check|diff))/, insertAfter(/\bhatch fmt\b/, '--check')]],
    },
  },
  {
    name: 'uv',
    kind: 'package-manager',
    cannotStart: [
      { pattern: /^error: Failed to spawn: `([^`]+)`/, what: 'program', exits: [1, 2] },
      { pattern: /^error: No `(pyproject\.toml)` found/, what: 'file', exits: [2] },
    ],
    commands: {
      programs: 'uv uvx poetry pdm pip pip3 pipx pipenv rye conda mamba',
      proves: [[/^(uv|poetry|pdm|flit|maturin) build\b/, 'build']],
    },
    protection: { outside: { home: ['.config/uv/uv.toml'] } },
  },
  {
    name: 'mutmut',
    kind: 'coverage',
    commands: { programs: 'mutmut cosmic-ray', proves: [], hazards: { measures: /\bmutmut\b/ } },
  },
  {
    name: 'flask',
    kind: 'runtime',
    cannotStart: [{ pattern: /^ImportError: Couldn't import (Django)\./, what: 'module', exits: [1] }],
    commands: {
      programs: 'flask django-admin uvicorn gunicorn celery alembic',
      hazards: { 'never-ends': /\bflask run(\s|$)/ },
    },
  },
  {
    name: 'pyre',
    kind: 'type-checker',
    protection: { files: { config: [/^\.?pyre_configuration$/] }, baselines: [lineBaseline('pyre')] },
  },
  {
    name: 'bandit',
    kind: 'linter',
    protection: {
      files: { config: [/^\.bandit$/] },
      directives: [comment('lint', PYTHON, /(?:^|#)\s*nosec\b(?::?\s*(?<rules>B\d+(?:[\s,]+B\d+)*))?/, 'line')],
    },
  },
  { name: 'pydocstyle', kind: 'linter', protection: { files: { config: [/^\.pydocstyle(?:rc)?$|^\.pycodestyle$/] } } },
  { name: 'yapf', kind: 'formatter', protection: { files: { config: [/^\.style\.yapf$/] } } },
  { name: 'behave', kind: 'test-runner', protection: { files: { config: [/^behave\.ini$|^\.behaverc$/] } } },
  {
    name: 'pip',
    kind: 'package-manager',
    protection: {
      files: { autoLoaded: [/^pip\.conf$/i] },
      outside: { home: ['.pip/pip.conf', '.config/pip/pip.conf', '.pydistutils.cfg'], variables: ['PIP_CONFIG_FILE'] },
    },
  },
  {
    name: 'poetry',
    kind: 'package-manager',
    cannotStart: [{ pattern: /^Command not found: (\S+)$/, what: 'program', exits: [1] }],
    protection: { outside: { home: ['.config/pypoetry/config.toml'] } },
  },
]
