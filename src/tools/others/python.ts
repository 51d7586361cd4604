import { insertAfter } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

/** Tools for Python of which we know their commands only. */
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
  },
  {
    name: 'nose',
    kind: 'test-runner',
    commands: {
      programs: 'nosetests',
      starts: 'nose2|nosetests',
      settings: { files: String.raw`nose\.cfg|unittest\.cfg` },
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
    commands: {
      programs: 'python python2 python3',
      proves: [
        [/^python3? (\S*\/)?(setup\.py test|runtests\.py|tests?\.py|run_tests?\.py)\b/, 'test'],
        [/^python3? (-m build|setup\.py (sdist|bdist_wheel|build))\b/, 'build'],
      ],
    },
  },

  // Types.
  {
    name: 'mypy',
    kind: 'type-checker',
    commands: {
      programs: 'mypy',
      starts: 'd?mypy',
      usual: 'mypy .',
      sign: /\bmypy\b/,
      spoken: { types: 'mypy' },
      settings: { files: String.raw`\.?mypy\.ini` },
    },
  },
  {
    name: 'pyright',
    kind: 'type-checker',
    commands: {
      programs: 'pyright basedpyright',
      starts: '(?:based)?pyright',
      usual: 'pyright',
      sign: /\bpyright\b/,
      spoken: { types: 'pyright|basedpyright' },
      settings: { files: 'pyrightconfig' },
    },
  },
  {
    name: 'pytype',
    kind: 'type-checker',
    commands: { starts: 'pyre|pytype|ty check', spoken: { types: 'pytype|pyre' } },
  },

  // Linters and formatters.
  {
    name: 'ruff',
    kind: 'linter',
    commands: {
      fixes: 'ruff',
      programs: 'ruff',
      proves: [[/^ruff format\b.*(--check|--diff|-c\b)/, 'format']],
      starts: 'ruff',
      usual: 'ruff check .',
      sign: /\bruff\b/,
      spoken: { lint: 'ruff' },
      hazards: { rewrites: /\bruff format\b(?!.*(--check|--diff))/ },
      looksOnly: [[/\bruff format\b(?!.*--(check|diff))/, insertAfter(/\bruff format\b/, '--check')]],
      settings: { files: String.raw`\.?ruff\.toml` },
    },
  },
  {
    name: 'flake8',
    kind: 'linter',
    commands: {
      programs: 'flake8',
      starts: 'flake8',
      usual: 'flake8',
      sign: /\bflake8\b/,
      spoken: { lint: 'flake8' },
      settings: { files: String.raw`\.?flake8` },
    },
  },
  {
    name: 'pylint',
    kind: 'linter',
    commands: {
      programs: 'pylint',
      starts: 'pylint',
      usual: 'pylint .',
      sign: /\bpylint\b/,
      spoken: { lint: 'pylint' },
      settings: { files: String.raw`\.?pylintrc` },
    },
  },
  {
    name: 'pycodestyle',
    kind: 'linter',
    commands: { programs: 'pycodestyle', proves: [[/^(\S*\/)?pycodestyle\b/, 'lint', 'format']] },
  },
  {
    name: 'pyflakes',
    kind: 'linter',
    commands: {
      programs: 'pyflakes bandit',
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
      spoken: { format: 'black' },
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
      spoken: { format: 'isort' },
      hazards: { rewrites: /\bisort\b(?!.*(--check|--check-only|-c\b|--diff))|\byapf\b.*\s-i\b/ },
      looksOnly: [[/\bisort\b(?!.*(--check|--diff))/, insertAfter(/\bisort\b/, '--check')]],
    },
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
    commands: {
      proves: [
        [/^coverage run\b/, 'coverage', 'test'],
        [/^coverage report\b/, 'coverage'],
      ],
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
    commands: {
      programs: 'uv uvx poetry pdm pip pip3 pipx pipenv rye conda mamba',
      proves: [[/^(uv|poetry|pdm|flit|maturin) build\b/, 'build']],
    },
  },
  {
    name: 'mutmut',
    kind: 'coverage',
    commands: { programs: 'mutmut cosmic-ray', hazards: { measures: /\bmutmut\b/ } },
  },
  {
    name: 'flask',
    kind: 'runtime',
    commands: {
      programs: 'flask django-admin uvicorn gunicorn celery alembic',
      hazards: { 'never-ends': /\bflask run(\s|$)/ },
    },
  },
]
