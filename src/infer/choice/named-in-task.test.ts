import { expect, test } from 'vitest'
import { projectOf } from '../../../test/rig/sample-project.ts'
import { inferCompletion } from '../infer.ts'

const commandFor = async (task: string, texts: Readonly<Record<string, string>>): Promise<string | null> => {
  const inference = inferCompletion(task, await projectOf(texts))
  return inference.kind === 'refused' ? null : inference.proposal.criterion.replace(/ (?:passes|exits 0)$/, '')
}

const workflow = (name: string, ...runs: readonly string[]): string =>
  [
    'on: push',
    'jobs:',
    `  ${name}:`,
    '    runs-on: ubuntu-latest',
    '    steps:',
    ...runs.map(run => `      - ${run}`),
  ].join('\n')

const CARGO = '[package]\nname = "sample"\n[features]\ndefault = ["std"]\nstd = []\nimages = []\n'

test.each([
  ['it must build without the std feature', 'cargo build --no-default-features'],
  ['the crate does not build with only the images feature', 'cargo build --no-default-features --features images'],
  ['the crate does not compile with the images feature', 'cargo build --features images'],
])('features of a crate: %s', async (task, command) =>
  expect(await commandFor(task, { 'Cargo.toml': CARGO, 'src/lib.rs': '' })).toBe(command),
)

test.each([
  [
    'cargo check --no-default-features --features images fails with unresolved imports',
    'cargo check --no-default-features --features images',
  ],
  ['it has to compile for windows: GOOS=windows go build ./... prints errors', 'GOOS=windows go build ./...'],
])('a whole command in the sentence: %s', async (task, command) =>
  expect(await commandFor(task, { 'Cargo.toml': CARGO, 'src/lib.rs': '' })).toBe(command),
)

test('a target stops working in many words', async () => {
  const Makefile = 'test:\n\tpytest\nschema:\n\tgo run ./internal/schema > schema.json\n'
  expect(await commandFor('make schema stopped working, repair it', { Makefile })).toBe('make schema')
})

test('targets in a variable are targets', async () => {
  const Makefile =
    'tasks = test \\\n\tcheck-quality \\\n\tcheck-types\n\n.PHONY: $(tasks)\n$(tasks):\n\t@python scripts/tasks.py "$@"\n'
  expect(await commandFor('check-quality is red', { Makefile, 'scripts/tasks.py': '' })).toBe('make check-quality')
})

test('a script with a kind in its name is meant before a line of CI with more options', async () => {
  const files = {
    'package.json': JSON.stringify({ scripts: { lint: 'eslint .', 'lint:changelog': 'changelog-tool validate' } }),
    '.github/workflows/ci.yml': workflow('lint', 'run: npm run lint', 'run: npm run lint:changelog -- --next'),
  }
  expect(await commandFor('lint:changelog fails since yesterday', files)).toBe('npm run lint:changelog')
})

test('a script with the name of the tool goes before a bundle that calls it', async () => {
  const Makefile =
    'verify:\n\tmake vet\n\tmake gosec\nvet:\n\tgo vet ./...\ngosec:\n\tgosec ./...\ntest:\n\tgo test ./...\n'
  expect(await commandFor('gosec reports a finding, resolve it', { Makefile, 'go.mod': 'module sample\n' })).toBe(
    'make gosec',
  )
})

test('a file that make fetches is no script of that name', async () => {
  const Makefile =
    'bin/golangci-lint:\n\tcurl -sSf example.org/install.sh\nlint: bin/golangci-lint\n\tgolangci-lint run\n'
  const files = { Makefile, 'go.mod': 'module sample\n', '.golangci.yml': '' }
  expect(await commandFor('golangci-lint finds issues in internal/config', files)).toBe('make lint')
})

test('two checks that disagree are both meant', async () => {
  const Makefile = 'first-look:\n\tfirstlook src\nmago:\n\t./vendor/bin/mago analyze\ntest:\n\tphpunit\n'
  expect(await commandFor('mago and first-look disagree with src/a.php, get both clean', { Makefile })).toBe(
    'make mago exits 0 AND make first-look',
  )
})

test('a job that is called like a tool goes before a script that also runs the tool', async () => {
  const files = {
    'tox.ini': '[testenv:lint]\ncommands =\n  flake8 src\n  isort --check src\n',
    '.github/workflows/ci.yml': workflow('isort', 'run: isort --check src'),
  }
  expect(await commandFor('the isort job is red', files)).toBe('isort --check src')
})

test('a hook of pre-commit can be named', async () => {
  const files = {
    '.pre-commit-config.yaml': 'repos:\n  - repo: local\n    hooks:\n      - id: pylint\n      - id: black\n',
    'setup.py': '',
    '.github/workflows/ci.yml': workflow('hooks', 'run: pre-commit run --all-files'),
  }
  expect(await commandFor('the pylint hook of pre-commit fails', files)).toBe('pre-commit run pylint --all-files')
})

test('a step is called like what it runs, and a package of npm like its owner', async () => {
  const files = {
    'package.json': JSON.stringify({ scripts: { check: 'node tools/check.js', test: 'vitest run' } }),
    'tools/check.js': '',
    '.github/workflows/ci.yml': workflow(
      'ci',
      'name: Run page-check\n        run: npm run check',
      'run: npx --yes @tomlcheck/cli fmt --check',
    ),
  }
  expect(await commandFor('page-check reports two problems', files)).toBe('npm run check')
  expect(await commandFor('tomlcheck complains about Cargo.toml', files)).toBe('npx --yes @tomlcheck/cli fmt --check')
})

test('names in an array of a shell script are no commands', async () => {
  const script =
    'crates=(\n            sample-date\n            sample-path\n          )\n          cargo test --workspace'
  const files = {
    'Cargo.toml': '[workspace]\nmembers = ["sample-date", "sample-path"]\n',
    'sample-date/Cargo.toml': '[package]\nname = "sample-date"\n',
    'sample-path/Cargo.toml': '[package]\nname = "sample-path"\n',
    '.github/workflows/ci.yml': workflow('test', `run: |\n          ${script}`),
  }
  const task = 'sample-date: fortnights are parsed as days. Fix it in sample-date/src/parse.rs and add a test'
  expect(await commandFor(task, files)).toBe('cargo test -p sample-date')
})

test('a test that the suite does not look at is run by itself', async () => {
  const files = {
    't/parse.t': '',
    'xt/style.t': '',
    cpanfile: '',
    '.github/workflows/ci.yml': workflow('test', 'run: prove -l t'),
  }
  expect(await commandFor('xt/style.t complains', files)).toBe('prove -l xt/style.t')
  expect(await commandFor('t/parse.t fails', files)).toBe('prove -l t')
})

test('the part of a build is in the goal of its step', async () => {
  const files = {
    'build.sbt': '',
    '.github/workflows/ci.yml': workflow('test', 'run: sbt coreJVM/test', 'run: sbt +coreNative/test'),
  }
  expect(await commandFor('the Native tests are red', files)).toBe('sbt +coreNative/test')
})

test('a target of a folder is found by its name', async () => {
  const files = {
    'test/Makefile': 'style_check:\n\tclang-format --dry-run *.h\n',
    'CMakeLists.txt': 'project(sample)\n',
  }
  expect(await commandFor('style_check fails', files)).toBe('cd test && make style_check')
})

test('what does not compile may be a script', async () => {
  const scripts = { test: 'vitest run', backport: 'deno2node tsconfig.json' }
  expect(
    await commandFor('the backport does not compile any more', { 'package.json': JSON.stringify({ scripts }) }),
  ).toBe('npm run backport')
})
