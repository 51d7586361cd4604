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
  const project: Project = { name: 'sample', tree: tree as ReadonlyMap<string, FolderEntries>, files, problems: [] }
  const inference = inferCompletion(task, project)
  return inference.kind === 'refused' ? null : inference.proposal.criterion
}

const workflow = (...lines: string[]): string =>
  `on: [push, pull_request]\njobs:\n  ci:\n    runs-on: ubuntu-latest\n    steps:\n${lines.map(line => `      - run: ${line}\n`).join('')}`

const CI = '.github/workflows/ci.yml'
const SUITE = 'make the tests pass'

test('the version of a formatter is no check', async () => {
  const files = { 'CMakeLists.txt': '', '.clang-format': '', [CI]: workflow('clang-format-20 --version') }
  expect(await criterion('the clang-format check fails, fix that', files)).not.toContain('--version')
})

test('one test file in a variable is no suite', async () => {
  const files = {
    Gemfile: '',
    Rakefile: 'Rake::TestTask.new(:test)\n',
    'core/core.gemspec': '',
    'core/test/a_test.rb': '',
    'core/test/b_test.rb': '',
    'README.md': '# Development\n\n```sh\nTEST=core/test/a_test.rb bundle exec rake test\n```\n',
  }
  expect(await criterion('the array loses its limit, please fix core/lib/array.rb', files)).not.toContain('a_test.rb')
})

test('a program of the project is what its first word says', async () => {
  const files = {
    'mkdocs.yml': '',
    'pyproject.toml': '',
    'scripts/docs.py': 'import mkdocs',
    'scripts/data.sh': '#!/bin/sh\ngo build ./tool\n',
    [CI]: workflow('./scripts/docs.py build', './scripts/data.sh update-api'),
  }
  expect(await criterion('the docs build crashes, repair it', files)).toContain('./scripts/docs.py build')
  expect(await criterion('rename Store to Box in the whole project', files)).not.toContain('update-api')
})

test('a program whose argument nobody gives is left out', async () => {
  const files = { Makefile: 'check:\n\t./t\n', 'ci/run.sh': '', [CI]: workflow('sh ci/run.sh test "$SYSTEM"') }
  expect(await criterion(SUITE, files)).toBe('make check passes')
})

test('a target that opens a report in a browser is no measurement', async () => {
  const makefile = 'test:\n\tgo test -coverprofile=c.out ./...\ncov: test\n\tgo tool cover -html=c.out\n'
  expect(await criterion('raise the coverage of parse.go', { 'go.mod': '', Makefile: makefile })).not.toContain('cov ')
})

test('a target that calls what setuptools no longer has is no suite', async () => {
  const files = { Makefile: 'test:\n\t$(PYTHON) setup.py test\n', 'setup.cfg': '[tool:pytest]\n', 'setup.py': '' }
  expect(await criterion(SUITE, files)).toBe('pytest passes')
})

test('a wrapper is called by its path', async () => {
  const files = { 'pom.xml': '', mvnw: '', 'CONTRIBUTING.md': '# Tests\n\n```sh\nmvnw clean verify\n```\n' }
  expect(await criterion(SUITE, files)).toBe('./mvnw clean verify passes')
})

test('the tests on one version of Java are a part', async () => {
  const files = { 'build.gradle': '', gradlew: '', [CI]: workflow('./gradlew testOnJava11 --info', './gradlew test') }
  expect(await criterion(SUITE, files)).toBe('./gradlew test passes')
})

test('environments that are run together prove what each of them proves', async () => {
  const tox =
    '[testenv]\ncommands = pytest\n[testenv:lint]\ncommands =\n  flake8\n  env -u WARN mypy src\n[testenv:fix]\ncommands = ruff format\n'
  const documented = (line: string): Readonly<Record<string, string>> => ({
    'tox.ini': tox,
    'CONTRIBUTING.md': `# Development\n\nBefore committing, run \`${line}\`.\n`,
  })
  expect(await criterion('rename Store to Box in the whole project', documented('tox -e lint,py3'))).toBe(
    'tox -e lint,py3 passes',
  )
  expect(await criterion('the linter complains, fix that', documented('tox -e lint,fix'))).toBe('tox -e lint exits 0')
})

test('a block of a document stays in the folder that it went to', async () => {
  const files = {
    'src/Sample.sln': '',
    'src/Sample.Tests/Sample.Tests.csproj': '',
    'CONTRIBUTING.md': '# Tests\n\nUse `dotnet test`.\n\n```sh\ncd src\n\ndotnet test Sample.sln\n```\n',
  }
  expect(await criterion(SUITE, files)).toMatch(/^cd src && dotnet test/)
})

test('a folder with another language is no home of the whole project', async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'sample', scripts: { test: 'vitest run' } }),
    'rust/Cargo.toml': '',
    [CI]: workflow('npm test', 'cd rust && cargo fmt --check'),
  }
  expect(await criterion('rename Store to Box in the whole project', files)).toBe('npm test passes')
})

test('a tool that a sentence only names is no command', async () => {
  const files = {
    'pyproject.toml': '[tool.mypy]\n',
    'tox.ini': '[testenv:lint]\ncommands = mypy src\n',
    'CONTRIBUTING.md': '# Development\n\nCI makes sure that type checking with `mypy` passes.\n',
  }
  expect(await criterion('mypy complains, resolve the errors', files)).not.toBe('mypy exits 0')
})

test.each(['tox -l', 'nox -l', 'pytest --collect-only'])('what only lists tests is no check: %s', async line => {
  const files = {
    'CONTRIBUTING.md': ['## Tests', '', '```console', `$ ${line}`, '```', ''].join('\n'),
    'tox.ini': '[tox]\nenvlist = py\n[testenv]\ncommands = pytest\n',
    'tests/test_a.py': '',
  }
  expect(await criterion(SUITE, files)).not.toContain(line)
})

test.each([
  ['`sample check --strict` returns 0 for a broken wheel', 'pytest passes'],
  ['sample reports unused names in match statements, please fix', 'pytest passes'],
])('what the product itself prints proves no fix of it: %s', async (task, expected) => {
  const files = { [CI]: workflow('pytest', 'sample src/ tests/'), 'tests/test_a.py': '', 'pyproject.toml': '' }
  expect(await criterion(task, files)).toBe(expected)
})

test('a demand is no report, and a runner tests itself with its own program', async () => {
  const files = {
    [CI]: workflow('pytest', 'sample src/'),
    'tests/test_a.py': '',
    'pyproject.toml': '[project]\nname = "pytest"\n',
  }
  expect(await criterion('make `pytest tests/test_a.py` pass', files)).toBe('pytest tests/test_a.py exits 0')
  expect(await criterion('`pytest tests/test_a.py` must exit 0', files)).toBe('pytest tests/test_a.py exits 0')
})
