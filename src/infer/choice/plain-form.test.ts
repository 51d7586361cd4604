import { expect, test } from 'vitest'
import type { FolderEntries, Project, SourceFile } from '../../tools/manifests/project.ts'
import { inferCompletion } from '../infer.ts'
import { parseData } from '../reading/parse-data.ts'

async function criterion(task: string, texts: Readonly<Record<string, string>>): Promise<string | null> {
  const tree = new Map<string, { files: string[]; folders: string[] }>()
  const files = new Map<string, SourceFile>()
  for (const [path, text] of Object.entries(texts)) {
    files.set(path, { path, text, data: await parseData(path, text, []), executable: false })
    const parts = path.split('/')
    for (const [depth, name] of parts.entries()) {
      const folder = parts.slice(0, depth).join('/')
      const entries = tree.get(folder) ?? { files: [], folders: [] }
      tree.set(folder, entries)
      const list = depth === parts.length - 1 ? entries.files : entries.folders
      if (!list.includes(name)) list.push(name)
    }
  }
  const project: Project = {
    name: 'sample',
    tree: tree as ReadonlyMap<string, FolderEntries>,
    files,
    problems: [],
  }
  const inference = inferCompletion(task, project)
  return inference.kind === 'refused' ? null : inference.proposal.criterion
}

const workflow = (...lines: string[]): string =>
  `on: [push, pull_request]\njobs:\n  ci:\n    runs-on: ubuntu-latest\n    steps:\n${lines.map(line => `      - run: ${line}\n`).join('')}`

const CI = '.github/workflows/ci.yml'

test('a suite that CI measures is run without measuring, unless the task is about coverage', async () => {
  const dotnet = {
    'Sample.sln': '',
    [CI]: workflow("dotnet test /p:CollectCoverage=true /p:ExcludeByFile='**/*.g.cs'"),
  }
  expect(await criterion('make the tests pass', dotnet)).toBe('dotnet test passes')
  const python = { 'setup.py': '', 'tests/test_a.py': '', [CI]: workflow('pytest --cov=./ --cov-report=xml') }
  expect(await criterion('make the tests pass', python)).toBe('pytest passes')
  expect(await criterion('bring the coverage to 90%', python)).toContain('--cov=./')
})

test('benchmarks that are run as tests are no suite', async () => {
  const files = {
    'setup.py': '',
    Makefile: 'test:\n\tpytest\n',
    [CI]: workflow('python -m pytest --no-cov -vvvvv --codspeed'),
  }
  expect(await criterion('make the tests pass', files)).toBe('make test passes')
})

test('options for an installed package are no part of a tox environment', async () => {
  const files = {
    'tox.ini': '[tox]\nenv_list = py, type\n[testenv:type]\ncommands = ty check\n',
    [CI]: workflow('tox run --skip-pkg-install -e type'),
  }
  expect(await criterion('the type check fails, fix all findings', files)).toMatch(/^tox (run )?-e type exits 0$/)
})

test('what a usage line has in brackets is left out', async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'sample', scripts: { 'build:ts': 'tsc --build tsconfig.json' } }),
    'AGENTS.md': '# Development\n\n- `npm run build:ts [--force]` checks the types\n',
  }
  expect(await criterion('fix all type errors', files)).not.toContain('[')
})

test('a line that installs is no check, whatever the program is called', async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'sample', scripts: { test: 'vitest run' } }),
    'docs/install.md': '# Flow\n\n```sh\nflow-typed install sample\n```\n',
  }
  expect(await criterion('get rid of all type errors', files)).not.toBe('flow-typed install sample exits 0')
})

test('a target that calls one called format is no gate', async () => {
  const files = {
    Makefile: 'all: lint format test\nlint:\n\truff check\nformat:\n\t./each.sh format\ntest:\n\tpytest\n',
  }
  expect(await criterion('make the tests pass', files)).toBe('make test passes')
  expect(await criterion('refactor the parser without changing results', files)).not.toContain('make all')
})

test('a formatter is not a linter', async () => {
  const files = {
    'pyproject.toml': '[tool.ruff]\n',
    Makefile: 'lint:\n\truff check\n\tpyright\n',
    'CLAUDE.md': '# Development\n\n```sh\nmake lint\n```\n',
    [CI]: workflow('ruff check', 'ruff format --check'),
  }
  expect(await criterion('The ruff format check fails in CI.', files)).toBe('ruff format --check exits 0')
  expect(await criterion('ruff complains, fix that', files)).toBe('make lint exits 0')
})

test('what CI runs for the types counts more than an environment with the name of the tool', async () => {
  const files = {
    'pyproject.toml': '[tool.mypy]\n',
    'tox.ini': '[testenv:mypy]\ncommands = mypy src\n',
    'noxfile.py': '@nox.session\ndef pep484(session):\n    session.run("mypy", "src")\n',
    [CI]: workflow('nox -s pep484'),
  }
  expect(await criterion('mypy fails, make it clean', files)).toBe('nox -s pep484 exits 0')
})

test('a type checker among the hooks is run as the hook', async () => {
  const files = {
    'pyproject.toml': '[tool.mypy]\n',
    '.pre-commit-config.yaml':
      'repos:\n  - repo: https://example.com/mypy\n    hooks:\n      - id: mypy\n        additional_dependencies: [django]\n',
  }
  expect(await criterion('mypy reports errors in http.py. Fix them.', files)).toBe(
    'pre-commit run mypy --all-files exits 0',
  )
  const own = { ...files, [CI]: workflow('mypy src') }
  expect(await criterion('mypy reports errors in http.py. Fix them.', own)).toBe('mypy src exits 0')
})
