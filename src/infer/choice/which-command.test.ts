import { expect, test } from 'vitest'
import { projectOf } from '../../../test/rig/sample-project.ts'
import { inferCompletion } from '../infer.ts'

const criterion = async (task: string, texts: Readonly<Record<string, string>>): Promise<string | null> => {
  const inference = inferCompletion(task, await projectOf(texts))
  return inference.kind === 'refused' ? null : inference.proposal.criterion
}

const scripts = (own: Readonly<Record<string, string>>, more: object = {}): string =>
  JSON.stringify({ name: 'sample', scripts: own, ...more })

test('of a suite and its variants, the name that the task says is the whole', async () => {
  const manifest = scripts({
    test: 'vitest run',
    'test:e2e': 'npm run test:e2e:async && npm run test:e2e:stream',
    'test:e2e:async': 'vitest run --dir e2e/async',
    'test:e2e:stream': 'vitest run --dir e2e/stream',
  })
  expect(await criterion('the e2e suite fails on a fresh clone, make it pass', { 'package.json': manifest })).toBe(
    'npm run test:e2e passes',
  )
})

test('a part with several words in its name is found by them', async () => {
  const makefile =
    'test: test-unit test-python-build\ntest-unit:\n\tbats test\ntest-python-build:\n\tbats plugins/test\n'
  expect(await criterion('the python-build tests are red', { Makefile: makefile })).toBe(
    'make test-python-build passes',
  )
})

test('the name of a file is no word about a tool', async () => {
  const makefile = 'test:\n\t./run.sh\nbats:\n\tbats test\n'
  const files = { Makefile: makefile, 'run.sh': 'bats test', 'test/a.bats': '', 'test/b.bats': '' }
  expect(await criterion('versions lists a broken link. Add a test in test/a.bats and fix it', files)).toContain(
    'make test ',
  )
})

test('a tool that the task names comes before a compiler that looks at types too', async () => {
  const mix = 'defmodule Sample.MixProject do\n  defp deps, do: [{:dialyxir, "~> 1.0"}, {:credo, "~> 1.7"}]\nend\n'
  const files = { 'mix.exs': mix, 'lib/a.ex': '', '.formatter.exs': '' }
  expect(await criterion('dialyzer: unmatched returns in the socket. Get it clean', files)).toBe('mix dialyzer exits 0')
  expect(await criterion('mix format check is failing, also credo has 2 readability issues', files)).toBe(
    'mix format --check-formatted exits 0 AND mix credo --strict exits 0',
  )
})

test('a browser run is not the suite', async () => {
  const justfile = 'test:\n  pytest tests\n\nplaywright:\n  pytest tests/playwright\n'
  const files = {
    Justfile: justfile,
    'CONTRIBUTING.md': '# Tests\n\n```sh\npytest\n```\n\nIn a browser:\n\n```sh\njust playwright\n```\n',
  }
  expect(await criterion('facets time out on a long name, fix it with a test', files)).toMatch(
    /^(just test|pytest) passes/,
  )
})

test('a document that shows how one file is linted does not say how the project is', async () => {
  const files = {
    'AGENTS.md': '# Development\n\n```sh\nflake8 pages/tar.py\n```\n\n```sh\nflake8 .\n```\n',
    'pyproject.toml': '[project]\nname = "sample"\n',
    'pages/tar.py': '',
  }
  expect(await criterion('fix the lint errors', files)).toBe('flake8 . exits 0')
})

test('a session of nox that the task names is the command', async () => {
  const nox = '@nox.session\ndef lint(session):\n    session.run("ruff", "check")\n'
  expect(await criterion('nox -s lint fails in grammar.py, clean that up', { 'noxfile.py': nox })).toBe(
    'nox -s lint exits 0',
  )
})

test('a part of a workspace is addressed as its package manager does', async () => {
  const files = {
    'package.json': scripts({ test: 'nx run-many -t test' }),
    'nx.json': '{}',
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
    'packages/rules/package.json': JSON.stringify({ name: '@s/rules', scripts: { test: 'vitest run' } }),
  }
  expect(await criterion('fix the rule in packages/rules and add a test', files)).toBe(
    'pnpm --filter @s/rules test passes',
  )
})

test('a folder of one CMake build, and what Go keeps as testdata, are no projects of their own', async () => {
  const cmake = { 'CMakeLists.txt': 'project(sample)\nadd_subdirectory(src/tables)\n', 'src/tables/CMakeLists.txt': '' }
  expect(await criterion('the cmake build is broken: a file is missing in src/tables/CMakeLists.txt', cmake)).toContain(
    'cmake -S . -B build',
  )
  const go = { 'go.mod': 'module s\n', 'main.go': '', 'e2e/testdata/go.mod': 'module t\n' }
  expect(await criterion('embed() yields a wrong struct. Add a case below e2e/testdata and fix it', go)).toContain(
    'go test ./... passes',
  )
})

test('jest can measure coverage without a script for it', async () => {
  const files = { 'package.json': scripts({ test: 'jest' }, { devDependencies: { jest: '^30' } }) }
  expect(await criterion('coverage fell, bring it to 90%', files)).toContain('npm test -- --coverage')
})

test('meson without a declared test has no suite, and its build is what a refactoring keeps', async () => {
  const plain = { 'meson.build': "project('sample', 'c')\nexecutable('sample', 'main.c')\n", 'main.c': '' }
  const split = 'Split main.c into several files without functional changes'
  expect(await criterion('The unit tests fail on my machine, fix them', plain)).toBe(null)
  expect(await criterion(split, plain)).toContain('meson setup build && meson compile -C build')
  expect(await criterion(split, { ...plain, 'tests/parse_test.c': '' })).toContain('meson test -C build')
})

test('tests that CMake declares in a file of their own are the suite', async () => {
  const texts = {
    'CMakeLists.txt': 'option(SAMPLE_BUILD_TESTS "Build tests" OFF)\ninclude(cmake/sample_test.cmake)\n',
    'meson.build': "project('sample', 'cpp')\ntest('all', exe)\n",
    'main.cpp': '',
  }
  expect(await criterion('the parser drops the last line, fix it', texts)).toContain(
    'cmake -S . -B build -DSAMPLE_BUILD_TESTS=ON && cmake --build build && ctest --test-dir build',
  )
})

test.each([
  ['the export map check says one export is not found, fix it', 'npm run check-exports'],
  ['The end to end tests are broken since the server moved', 'npm run e2e'],
  ['The dist smoke test fails, make it work', 'npm run smoke-test:dist'],
  ['The typedoc check fails with warnings about missing exports, make it pass', 'npm run lint:typedoc'],
])('"%s" means the script that has these words in its name', async (task, command) => {
  const manifest = scripts({
    test: 'vitest run',
    e2e: 'playwright test',
    'smoke-test:dist': 'node smoke.js',
    'check-exports': 'attw --pack .',
    typedoc: 'typedoc src',
    'lint:typedoc': 'typedoc --emit none --treatWarningsAsErrors src',
    lint: 'eslint .',
  })
  expect(await criterion(task, { 'package.json': manifest, 'smoke.js': '' })).toBe(`${command} exits 0`)
})

test.each(['Add an export map check for the new entry point, with tests', 'the parser tests fail, fix the parser'])(
  '"%s" names no script of the project',
  async task => {
    const manifest = scripts({ test: 'vitest run', 'check-exports': 'attw --pack .' })
    expect(await criterion(task, { 'package.json': manifest })).not.toContain('check-exports')
  },
)

test('a form that checks nothing is no check', async () => {
  const inCi = (line: string): string =>
    `on: push\njobs:\n  ci:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${line}\n`
  const prints = { 'package.json': scripts({ prettier: 'prettier src', 'check:style': 'npm run prettier -- --check' }) }
  expect(await criterion('prettier complains, fix the formatting', prints)).toBe('npm run check:style exits 0')
  const ignored = { 'tox.ini': '[testenv:mypy]\ncommands = mypy\nignore_outcome = true\n', 'mypy.ini': '[mypy]\n' }
  expect(await criterion('fix the type errors that mypy reports', ignored)).not.toContain('tox')
  const version = { 'CMakeLists.txt': '', '.github/workflows/ci.yml': inCi('clang-format-19 --version') }
  expect(await criterion('the clang-format check is red, fix it', version)).toBeNull()
  const removed = { Makefile: 'test:\n\tpython setup.py test\n', 'pytest.ini': '[pytest]\n', 'tests/test_a.py': '' }
  expect(await criterion('make the tests pass', removed)).toBe('pytest passes')
})

test('a test file in the folder that a suite is called after belongs to that suite', async () => {
  const manifest = scripts({ test: 'vitest run', 'test:tooling': 'node --test tooling' })
  const task = 'tooling/tag.js picks the wrong tag. Fix it and extend tooling/tag.test.js'
  expect(await criterion(task, { 'package.json': manifest })).toContain('npm run test:tooling passes')
})

test('a script by its whole name is run as it is, without the options that CI adds', async () => {
  const manifest = scripts({ lint: 'eslint .', 'lint:log': 'log-check validate' })
  const steps = ['npm run lint:log -- --candidate', 'npm run lint:log'].map(line => `      - run: ${line}\n`).join('')
  const ci = `on: push\njobs:\n  ci:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`
  const files = { 'package.json': manifest, '.github/workflows/ci.yml': ci }
  expect(await criterion('lint:log fails since the merge, fix the log', files)).toContain('npm run lint:log ')
  expect(await criterion('lint:log fails since the merge, fix the log', files)).not.toContain('--candidate')
})

test('a threshold in a config makes the suite the check of coverage', async () => {
  const files = {
    'package.json': scripts({ test: 'npm run test:source && npm run test:types', 'test:source': 'run-suite' }),
    'jest.config.js': 'module.exports = { collectCoverage: true, coverageThreshold: { global: { branches: 90 } } }',
  }
  const task = 'we dropped below the coverage threshold because of src/ids.ts, bring it back'
  expect(await criterion(task, files)).toContain('npm test')
  expect(await criterion(task, { 'package.json': files['package.json'] })).toBeNull()
})

test('options of a runner that also lints make it a linter', async () => {
  const files = { 'package.json': scripts({ test: 'lab -t 100 -L -Y' }) }
  expect(await criterion('lint errors in lib/base.js, fix them', files)).toBe('npm test exits 0')
})

test('a linter that nothing runs is not answered by a formatter', async () => {
  const files = {
    'mix.exs': 'defmodule Sample.MixProject do\nend\n',
    '.formatter.exs': '[]',
    '.github/workflows/ci.yml':
      'on: push\njobs:\n  ci:\n    runs-on: ubuntu-latest\n    steps:\n      - run: mix format --check-formatted\n',
  }
  expect(await criterion('there are credo issues, please get credo to pass', files)).toBeNull()
})

test('a gate has no part that updates files, and no script whose name promises no check', async () => {
  const files = {
    'go.mod': 'module sample\n',
    'script/test.sh': 'go test ./...\n',
    'script/facts.sh': 'go run ./tools/facts "$@"\ngo vet ./tools/facts\n',
    'CONTRIBUTING.md': '```sh\nscript/test.sh\nscript/facts.sh update-api\n```\n',
  }
  expect(await criterion('rename Reader to Source in the whole project', files)).not.toContain('facts')
})

test('targets in one call are judged one by one', async () => {
  const files = {
    Makefile: 'unit:\n\tgo test ./...\nvet:\n\tgo vet ./...\nfix:\n\tgofmt -w .\n',
    'go.mod': 'module sample\n',
    'CLAUDE.md': '```sh\nmake fix unit\n```\n',
  }
  expect(await criterion('make the tests pass', files)).not.toContain('fix')
})

test('a gate has no linter that its script already runs, and no bare make beside the first target', async () => {
  const files = {
    Makefile: 'lint:\n\tgolangci-lint run -c .golangci.yml ./...\ntest:\n\tgo test ./...\n',
    'go.mod': 'module sample\n',
    '.github/workflows/ci.yml':
      'on: push\njobs:\n  ci:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n      - run: golangci-lint run\n',
    'README.md': '```sh\nmake\n```\n',
  }
  expect(await criterion('rename Reader to Source in the whole project', files)).not.toContain('golangci-lint')
})

test('a line that names a path from the root is run at the root', async () => {
  const files = {
    'README.md': '## Development\n\n```sh\ndotnet test src/App.Test\n```\n',
    'src/App.slnx': '',
    'src/App.Test/App.Test.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>',
  }
  expect(await criterion('the parser drops the last row, fix it', files)).toBe('dotnet test src/App.Test passes')
})
