import { expect, test } from 'vitest'
import { inferredCommands } from '../rig/inferred-commands.ts'
import { projectFiles } from '../rig/project-files.ts'

type Files = Readonly<Record<string, string | object>>
type Row = readonly [string, Files, Readonly<Record<string, string | null>>]

const workflow = (...steps: readonly string[]): string =>
  ['name: CI', 'on: [push, pull_request]', 'jobs:', '  test:', '    runs-on: ubuntu-latest', '    steps:', ...steps.map(step => `      - ${step}`)].join('\n')

// One small project for each ecosystem, the way its people write them. Null: there is no such check.
const rows: readonly Row[] = [
  ['npm, CI runs scripts', { 'package.json': { scripts: { test: 'node --test', lint: 'eslint .', format: 'prettier --write .', 'format:check': 'prettier --check .' } }, 'package-lock.json': '', '.github/workflows/ci.yml': workflow('run: npm ci', 'run: npm test', 'run: npm run lint', 'run: npm run format:check') },
    { 'fix the tests': 'npm test', 'fix formatting': 'npm run format:check', 'refactor the router': 'npm test && npm run lint && npm run format:check', 'fix the type errors': null, 'raise coverage': null }],
  ['pnpm, vue style', { 'package.json': { packageManager: 'pnpm@10.0.0', scripts: { build: 'node scripts/build.js', clean: 'rimraf dist', check: 'tsc --incremental --noEmit', lint: 'eslint --cache .', format: 'prettier --write .', 'format-check': 'prettier --check .', test: 'vitest', 'test-unit': 'vitest --project unit', 'test-e2e': 'vitest --project e2e', 'test-coverage': 'vitest run --coverage', dev: 'node scripts/dev.js' } }, '.github/workflows/test.yml': workflow('run: pnpm install', 'run: pnpm run test-unit', 'run: pnpm run lint', 'run: pnpm run check') },
    { 'fix the unit tests': 'pnpm run test-unit', 'fix type errors': 'pnpm run check', 'increase code coverage': 'pnpm test-coverage', 'fix lint': 'pnpm run lint', 'make it build': 'pnpm build' }],
  ['yarn berry workspaces', { 'package.json': { private: true, workspaces: ['packages/*'], scripts: { test: 'yarn workspaces foreach -A run test', lint: 'eslint .' } }, 'yarn.lock': '', 'packages/api/package.json': { name: '@acme/api', scripts: { test: 'jest', build: 'tsc -b' } } },
    { 'fix the tests in the api package': 'yarn workspace @acme/api test', 'fix failing tests': 'yarn test', 'fix lint': 'yarn lint' }],
  ['bun', { 'package.json': { scripts: { typecheck: 'tsc --noEmit', build: 'bun build.ts' } }, 'bun.lock': '', 'tsconfig.json': '{}', '.github/workflows/ci.yml': workflow('run: bun install', 'run: bun test', 'run: bun run typecheck') },
    { 'make the tests pass': 'bun test', 'fix types': 'bun run typecheck', 'make it build': 'bun run build' }],
  ['lint only with a fixer', { 'package.json': { scripts: { test: 'mocha', lint: 'eslint . --fix' } }, 'CONTRIBUTING.md': '# Contributing\n\n## Linting\n\n```sh\nnpx eslint . --fix\n```\n' }, { 'fix lint': 'npx eslint .' }],
  ['django style tox', { 'tox.ini': '[tox]\nenvlist = py312,flake8\n\n[testenv]\ncommands = python tests/runtests.py {posargs}\n\n[testenv:flake8]\ncommands = flake8 .\n', 'pyproject.toml': '[project]\nname = "d"\n' },
    { 'fix the failing tests': 'tox', 'fix flake8 errors': 'tox -e flake8' }],
  ['fastapi style scripts', { 'pyproject.toml': '[project]\nname = "f"\n[tool.mypy]\nstrict = true\n[tool.coverage.run]\nparallel = true\n', 'scripts/test.sh': '#!/usr/bin/env bash\nset -e\ncoverage run -m pytest tests ${@}\n', 'scripts/lint.sh': '#!/usr/bin/env bash\nset -e\nmypy fastapi\nruff check fastapi tests\nruff format fastapi tests --check\n', 'scripts/format.sh': '#!/bin/sh\nruff check fastapi --fix\nruff format fastapi\n', '.github/workflows/test.yml': workflow('run: bash scripts/lint.sh', 'run: bash scripts/test.sh') },
    { 'fix the failing tests': 'bash scripts/test.sh', 'fix lint': 'bash scripts/lint.sh', 'fix the mypy errors': 'bash scripts/lint.sh', 'refactor the router': 'bash scripts/test.sh && bash scripts/lint.sh' }],
  ['poetry', { 'pyproject.toml': '[tool.poetry]\nname = "p"\n[tool.poetry.group.dev.dependencies]\npytest = "*"\nruff = "*"\nmypy = "*"\n[tool.ruff]\nline-length = 88\n[tool.mypy]\nfiles = ["p"]\n', 'poetry.lock': '', 'tests/test_p.py': '' },
    { 'fix the tests': 'poetry run pytest', 'fix ruff errors': 'poetry run ruff check .', 'fix mypy': 'poetry run mypy' }],
  ['nox', { 'noxfile.py': 'import nox\n\n@nox.session\ndef tests(session):\n    session.install("pytest")\n    session.run("pytest")\n\n@nox.session\ndef lint(session):\n    session.run("ruff", "check", ".")\n', 'pyproject.toml': '[project]\nname = "n"\n' }, { 'fix the tests': 'nox -s tests', 'fix lint': 'nox -s lint' }],
  ['loose python', { 'calc.py': '', 'test_calc.py': '' }, { 'fix the tests': 'python -m pytest' }],
  ['rust single crate', { 'Cargo.toml': '[package]\nname = "one"\n', 'src/lib.rs': '', '.github/workflows/ci.yml': workflow('run: cargo test --all-features', 'run: cargo clippy -- -D warnings', 'run: cargo fmt -- --check') },
    { 'fix the tests': 'cargo test --all-features', 'fix clippy warnings': 'cargo clippy -- -D warnings', 'fix formatting': 'cargo fmt -- --check', 'make it compile': 'cargo build' }],
  ['rust workspace member', { 'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n', 'crates/core/Cargo.toml': '[package]\nname = "acme-core"\n' }, { 'fix the tests': 'cargo test --workspace', 'fix the acme-core tests': 'cargo test -p acme-core', 'fix the core crate tests': 'cargo test -p acme-core' }],
  ['go with a Makefile', { 'go.mod': 'module x\n', Makefile: '.PHONY: test lint build\n\nGO ?= go\n\ntest:\n\t$(GO) test ./...\n\nlint:\n\tgolangci-lint run\n\nbuild:\n\t$(GO) build -o bin/x ./cmd/x\n\nfmt:\n\tgofmt -w .\n', '.github/workflows/go.yml': workflow('run: make test', 'run: make build', 'uses: golangci/golangci-lint-action@v6') },
    { 'fix the tests': 'make test', 'go build is broken': 'make build', 'fix lint': 'make lint', 'rename the store package': 'make test && make lint && make build' }],
  ['go alone', { 'go.mod': 'module x\n', 'x_test.go': '' }, { 'fix the tests': 'go test ./...', 'fix the tests in internal/store': 'go test ./...', 'make it compile': 'go build ./...' }],
  ['rake with minitest and standard', { Gemfile: "gem 'standard'\ngem 'minitest'\n", Rakefile: 'require "rake/testtask"\nrequire "standard/rake"\nRake::TestTask.new(:test) do |t|\n  t.libs << "test"\nend\ntask default: [:test, "standard:fix"]\n', 'test/a_test.rb': '' }, { 'fix the tests': 'bundle exec rake test', 'fix standardrb offenses': 'bundle exec rake standard' }],
  ['rake with a task without a name', { Rakefile: 'require "rake/testtask"\nRake::TestTask.new do |t|\n  t.libs << "test"\nend\n', 'test/a_test.rb': '' }, { 'fix the tests': 'rake test' }],
  ['maven wrapper', { 'pom.xml': '<project><artifactId>a</artifactId><build><plugins><plugin><artifactId>maven-checkstyle-plugin</artifactId></plugin></plugins></build></project>', mvnw: '', '.github/workflows/ci.yml': workflow('run: mvn -B verify') },
    { 'fix the tests': './mvnw verify', 'fix checkstyle violations': './mvnw checkstyle:check', 'make it compile': './mvnw verify' }],
  ['composer scripts', { 'composer.json': { name: 'a/b', scripts: { test: 'phpunit', phpstan: 'phpstan analyse', 'cs-fix': 'php-cs-fixer fix', cs: 'php-cs-fixer fix --dry-run' } }, 'phpunit.xml.dist': '' }, { 'fix the tests': 'composer test', 'fix phpstan errors': 'composer phpstan', 'fix coding style': 'composer cs' }],
  ['dotnet', { 'App.sln': '', 'src/App/App.csproj': '', 'tests/App.UnitTests/App.UnitTests.csproj': '' }, { 'fix the tests': 'dotnet test', 'make it compile': 'dotnet build', 'fix the unit tests': 'dotnet test tests/App.UnitTests/App.UnitTests.csproj' }],
  ['autotools', { 'configure.ac': '', 'Makefile.am': 'SUBDIRS = src tests\n', 'autogen.sh': '' }, { 'fix the tests': './autogen.sh && ./configure && make && make check', 'make it compile': './autogen.sh && ./configure && make' }],
  ['meson', { 'meson.build': "project('x', 'c')\ntest('all', exe)\n" }, { 'fix the tests': 'meson setup build && meson test -C build', 'make it compile': 'meson setup build && meson compile -C build' }],
  ['plain Makefile in C', { Makefile: 'all: app\n\napp: app.c\n\t$(CC) -o app app.c\n\ntest: app\n\t./run-tests.sh\n\nclean:\n\trm -f app\n' }, { 'fix the tests': 'make test', 'make it build': 'make' }],
  ['swift', { 'Package.swift': '', '.swiftlint.yml': '' }, { 'fix the tests': 'swift test', 'fix swiftlint violations': 'swiftlint lint --strict', 'make it compile': 'swift build' }],
  ['stack', { 'stack.yaml': '', 'package.yaml': '', '.hlint.yaml': '' }, { 'fix the tests': 'stack test', 'fix the hlint warnings': 'hlint .' }],
  ['sbt', { 'build.sbt': '', '.scalafmt.conf': '', '.github/workflows/ci.yml': workflow('run: sbt test', 'run: sbt scalafmtCheckAll') }, { 'fix the tests': 'sbt test', 'fix formatting': 'sbt scalafmtCheckAll' }],
  ['flutter', { 'pubspec.yaml': 'name: a\ndependencies:\n  flutter:\n    sdk: flutter\n' }, { 'fix the tests': 'flutter test', 'fix analyzer warnings': 'flutter analyze' }],
  ['leiningen', { 'project.clj': '(defproject a "1")', '.clj-kondo/config.edn': '{}' }, { 'fix the tests': 'lein test', 'fix clj-kondo warnings': 'clj-kondo --lint src test' }],
  ['dune', { 'dune-project': '', '.ocamlformat': '' }, { 'fix the tests': 'dune test', 'make it compile': 'dune build', 'fix formatting': 'dune build @fmt' }],
  ['zig', { 'build.zig': '' }, { 'fix the tests': 'zig build test', 'make it compile': 'zig build' }],
  ['lua', { '.busted': '', '.luacheckrc': '' }, { 'fix the tests': 'busted', 'fix luacheck warnings': 'luacheck .' }],
  ['bats', { 'test/a.bats': '', 'bin/tool': '#!/bin/bash\n' }, { 'fix the tests': 'bats test' }],
  ['justfile', { justfile: 'default: check\n\ncheck: lint test\n\nlint:\n    cargo clippy -- -D warnings\n\ntest *args:\n    cargo nextest run {{args}}\n\nfmt:\n    cargo fmt\n', 'Cargo.toml': '[package]\nname="j"\n' }, { 'fix the tests': 'just test', 'fix lint': 'just lint' }],
  ['mise tasks', { 'mise.toml': '[tools]\nnode = "22"\n\n[tasks.test]\nrun = "npm test"\n\n[tasks.lint]\nrun = "eslint ."\n' }, { 'fix lint': 'mise run lint', 'fix the tests': 'mise run test' }],
  ['circleci', { '.circleci/config.yml': 'version: 2.1\ncommands:\n  unit:\n    steps:\n      - run: bundle exec rspec\njobs:\n  test:\n    docker: [{image: x}]\n    steps:\n      - checkout\n      - unit\n  deploy:\n    steps:\n      - run: cap production deploy\n', Gemfile: "gem 'rspec'\n" }, { 'fix the tests': 'bundle exec rspec' }],
  ['jenkins', { Jenkinsfile: "pipeline {\n stages {\n  stage('Test') { steps { sh './gradlew check' } }\n  stage('Deploy') { steps { sh './deploy.sh' } }\n }\n}\n", gradlew: '', 'build.gradle': '' }, { 'fix the tests': './gradlew check' }],
  ['travis', { '.travis.yml': 'language: perl\nscript:\n  - prove -lr t\n' }, { 'fix the tests': 'prove -lr t' }],
  ['terraform', { 'main.tf': '', '.pre-commit-config.yaml': 'repos: []\n' }, { 'fix the tests': null, 'make the module validate': 'terraform validate' }],
  [
    'cargo xtask',
    {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*", "xtask"]\n',
      '.cargo/config.toml': '[alias]\nxtask = "run --package xtask --"\n',
      'AGENTS.md': '# Agents\n\n## Development\n\n```sh\ncargo xtask test   # run all tests\ncargo xtask lint   # clippy and fmt\n```\n',
    },
    { 'fix the tests': 'cargo xtask test', 'fix lint': 'cargo xtask lint' },
  ],
  [
    'hatch environments',
    {
      'pyproject.toml':
        '[project]\nname = "h"\n[tool.hatch.envs.types]\nextra-dependencies = ["mypy"]\n[tool.hatch.envs.types.scripts]\ncheck = "mypy src"\n[tool.hatch.envs.hatch-test]\n',
    },
    { 'fix the tests': 'hatch test', 'fix typing errors': 'hatch run types:check' },
  ],
  [
    'a reusable workflow and a composite action',
    {
      '.github/workflows/ci.yml': 'on: [push]\njobs:\n  build:\n    uses: ./.github/workflows/_build.yml\n    with:\n      goal: check\n',
      '.github/workflows/_build.yml':
        'on:\n  workflow_call:\n    inputs:\n      goal:\n        type: string\n        default: build\njobs:\n  b:\n    steps:\n      - uses: ./.github/actions/gradle\n        with:\n          arguments: ${{ inputs.goal }}\n',
      '.github/actions/gradle/action.yml':
        'inputs:\n  arguments:\n    required: true\nruns:\n  using: composite\n  steps:\n    - shell: bash\n      run: ./gradlew ${{ inputs.arguments }}\n',
      gradlew: '',
      'build.gradle.kts': 'plugins { java }',
    },
    { 'fix the tests': './gradlew check' },
  ],
  [
    'CLAUDE.md that only imports',
    {
      'CLAUDE.md': '@docs/agents.md\n',
      'docs/agents.md': '# Agents\n\n## Testing\n\n| what | command |\n| --- | --- |\n| tests | `bazel test //...` |\n',
      'MODULE.bazel': '',
    },
    { 'fix the tests': 'bazel test //...' },
  ],
  [
    'a matrix of scripts',
    {
      'package.json': { scripts: { test: 'vitest run', lint: 'eslint .', types: 'tsc --noEmit' } },
      '.github/workflows/ci.yml':
        'on: [pull_request]\njobs:\n  check:\n    strategy:\n      matrix:\n        script: [test, lint, types]\n    steps:\n      - run: npm run ${{ matrix.script }}\n',
    },
    { 'bump vite to 8': 'npm run test && npm run types && npm run lint', 'fix types': 'npm run types' },
  ],
  [
    'degenerate and default npm scripts',
    { 'package.json': { scripts: { test: 'echo "Error: no test specified" && exit 1', build: 'tsc', lint: 'true' } } },
    { 'fix the tests': null, 'fix lint': null, 'make it build': 'npm run build' },
  ],
  [
    'two lockfiles and a pinned tool',
    { 'package.json': { scripts: { test: 'jest' } }, 'package-lock.json': '', 'yarn.lock': '', '.tool-versions': 'nodejs 22.0.0\nyarn 1.22.22\n' },
    { 'fix the tests': 'yarn test' },
  ],
  [
    'tox in TOML',
    {
      'pyproject.toml':
        '[project]\nname = "web"\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n[tool.tox]\nenv_list = ["py3.13", "style", "typing"]\n[tool.tox.env_run_base]\ncommands = [["pytest", "-v"]]\n[tool.tox.env.style]\ncommands = [["pre-commit", "run", "--all-files"]]\n[tool.tox.env.typing]\ncommands = [["mypy"], ["pyright"]]\n',
      'uv.lock': '',
      'tests/unit/test_a.py': '',
      '.github/workflows/tests.yaml': workflow("run: uv run --locked tox run -e ${{ matrix.tox || format('py{0}', matrix.python) }}"),
    },
    { 'fix the tests': 'uv run pytest', 'fix typing errors': 'tox -e typing', 'fix the tests in tests/unit': 'uv run pytest tests/unit' },
  ],
  [
    'make targets that come from elsewhere',
    { Makefile: 'include common.mk\n\nall: build\n', 'README.md': '# X\n\n## Running the tests\n\n    make test\n' },
    { 'fix the tests': 'make test' },
  ],
  [
    'backend and frontend side by side',
    {
      'backend/pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n',
      'frontend/package.json': { name: 'ui', scripts: { test: 'vitest run', lint: 'eslint .', build: 'vite build' } },
      'frontend/package-lock.json': '',
    },
    {
      'fix the failing tests': '(cd backend && pytest) && (cd frontend && npm test)',
      'fix the frontend tests': 'cd frontend && npm test',
      'fix lint in the backend': 'cd backend && ruff check .',
    },
  ],
  [
    'npm workspaces',
    {
      'package.json': { workspaces: ['packages/*'], scripts: { test: 'npm test --workspaces' } },
      'package-lock.json': '',
      'packages/api/package.json': { name: '@x/api', scripts: { test: 'jest', build: 'tsc' } },
    },
    { 'fix the tests in packages/api': 'npm test -w @x/api', 'make the api package build': 'npm run build -w @x/api', 'fix the tests': 'npm test' },
  ],
  [
    'nx projects',
    { 'package.json': { scripts: { test: 'nx run-many -t test' } }, 'nx.json': '{}', 'package-lock.json': '', 'libs/auth/project.json': { name: 'auth' } },
    { 'fix the auth library tests': 'npx nx test auth', 'fix the failing tests': 'npm test' },
  ],
  [
    'go workspace',
    { 'go.work': 'go 1.22\nuse ./api\nuse ./worker\n', 'api/go.mod': 'module api', 'worker/go.mod': 'module worker' },
    { 'fix the tests': 'go test ./api/... ./worker/...', 'fix the tests in the worker module': 'cd worker && go test ./...' },
  ],
  [
    'maven modules, umbrella apps and packages called otherwise than their folder',
    {
      'pom.xml': '<project><modules><module>core</module></modules></project>',
      'core/pom.xml': '<project><artifactId>acme-core</artifactId></project>',
      'apps/web/mix.exs': '',
      'packages/a/pubspec.yaml': 'name: alpha\n',
    },
    { 'fix the core module tests': 'mvn -pl core -am test', 'fix the tests in apps/web': 'cd apps/web && mix test', 'fix the alpha package tests': 'cd packages/a && dart test' },
  ],
  [
    'a script that others call with --fix',
    { 'package.json': { scripts: { lint: 'run-s lint:js', 'lint:js': 'eslint . --fix', 'lint:check': 'eslint .' } } },
    { 'fix lint': 'npm run lint:check' },
  ],
  ['nothing at all', { 'notes.txt': '' }, { 'fix the tests': null, 'fix lint': null }],
]

test.each(rows)('%s', async (_, files, answers) => {
  expect(await inferredCommands(projectFiles(files), Object.keys(answers))).toEqual(answers)
})
