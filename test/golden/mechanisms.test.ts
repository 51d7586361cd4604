import { expect, test } from 'vitest'
import { inferredCommands } from '../rig/inferred-commands.ts'
import { projectFiles } from '../rig/project-files.ts'

type Files = Readonly<Record<string, string | object>>
type Row = readonly [string, Files, Readonly<Record<string, string | null>>]

const job = (...steps: readonly string[]): string =>
  ['name: CI', 'on: [push, pull_request]', 'jobs:', '  test:', '    runs-on: ubuntu-latest', '    steps:', ...steps.map(step => `      - ${step}`)].join('\n')

// One made-up project for each way in which real ones say what passes. Null: there is no such check.
const rows: readonly Row[] = [
  ['a question for a version is no build', { 'Cargo.toml': '[package]\nname = "a"\n', '.github/workflows/ci.yml': job('run: rustc -V', 'run: cargo test') }, { 'make it compile again': 'cargo build' }],
  ['a loop of make over modules', { 'go.mod': 'module a\n', 'sub/go.mod': 'module b\n', Makefile: 'DIRS = . ./sub\n\ntest:\n\t@$(foreach d,$(DIRS),(cd $(d) && go test ./...) &&) true\n\ncover:\n\t@$(foreach d,$(DIRS), ( \\\n\t\tcd $(d) && \\\n\t\tgo test -coverprofile=c.out ./...) &&) true\n\ntidy-lint:\n\tgo mod tidy && git diff --exit-code -- go.mod\n\nlint: tidy-lint\n\tgolangci-lint run\n' },
    { 'raise the coverage': 'make cover', 'fix the tests': 'make test', 'fix the lint errors': 'make lint' }],
  ['a task that gradle leaves out is not run', { gradlew: '', 'build.gradle.kts': 'plugins { id("io.gitlab.arturbosch.detekt") }', '.github/workflows/ci.yml': job('run: ./gradlew build -x detekt') }, { 'fix what detekt reports': './gradlew detekt' }],
  ['one project of an sbt build is a part', { 'build.sbt': '', '.github/workflows/ci.yml': job('run: sbt core/test', 'run: sbt Test/compile') }, { 'fix the tests': 'sbt test', 'make it compile': 'sbt Test/compile' }],
  ['tests that CMake builds on demand', { 'CMakeLists.txt': 'option(ACME_BUILD_TESTS "tests" OFF)\nenable_testing()\n' },
    { 'fix the tests': 'cmake -S . -B build -DACME_BUILD_TESTS=ON && cmake --build build && ctest --test-dir build', 'refactor the parser': 'cmake -S . -B build -DACME_BUILD_TESTS=ON && cmake --build build && ctest --test-dir build' }],
  ['the language that the task names', { 'mix.exs': '', 'lib/a.ex': '', 'test/a_test.exs': '', 'package.json': { scripts: { test: 'npm run js:test', 'js:test': 'jest' } }, 'package-lock.json': '', 'js/a.js': '', '.github/workflows/ci.yml': job('run: mix test --cover', 'run: npm run js:test') },
    { 'fix the failing Elixir tests': 'mix test', 'fix the JavaScript tests': 'npm run js:test' }],
  ['a suite that is run to be measured', { 'go.mod': 'module a\n', 'scripts/test.bash': '#!/bin/bash\nbats test\n', '.github/workflows/ci.yml': job('run: go test -coverprofile=/tmp/c.out -bench= -race ./...') },
    { 'the cache drops entries, fix it': 'go test -race ./...', 'raise coverage': 'go test -cover ./...' }],
  ['a script that could rewrite, told to look only', { 'scripts/lint.bash': '#!/bin/bash\nflag=--diff\n[ "$1" = --fix ] && flag=--write\nshfmt "$flag" .\nprettier --write .\n', '.github/workflows/ci.yml': job('run: scripts/lint.bash --check') }, { 'fix the lint errors': 'scripts/lint.bash --check' }],
  ['a checkout into a folder of its own', { 'molecule/default/molecule.yml': '', '.yamllint': '', '.github/workflows/ci.yml': ['on: [push]', 'defaults:', '  run:', '    working-directory: acme.role', 'jobs:', '  lint:', '    steps:', '      - uses: actions/checkout@v4', '        with:', '          path: acme.role', '      - run: yamllint .', '      - run: molecule test'].join('\n') },
    { 'make the molecule tests pass': 'molecule test', 'fix the yaml lint errors': 'yamllint .', 'restructure the tasks': 'molecule test && yamllint .' }],
  ['charts', { 'ct.yaml': '', 'charts/web/Chart.yaml': 'name: web\n', '.github/workflows/ci.yml': job('run: ct lint --config ct.yaml') }, { 'lint errors in the charts, fix them': 'ct lint --config ct.yaml', 'fix the lint errors of the web chart': 'cd charts/web && helm lint .' }],
  ['pants runs the other tools', { 'pants.toml': '[GLOBAL]\n', pants: '', 'mypy.ini': '[mypy]\n', '.flake8': '', 'src/BUILD': '', 'src/a_test.py': '' }, { 'fix the mypy errors': './pants check ::', 'fix the tests': './pants test ::', 'fix lint': './pants lint ::' }],
  ['CI that names targets', { 'go.mod': 'module a\n', WORKSPACE: '', '.bazelci/presubmit.yml': 'platforms:\n  ubuntu:\n    test_targets:\n    - "--"\n    - "//:tests"\n' }, { 'fix the tests': 'bazel test //:tests' }],
  ['leiningen over several projects', { 'project.clj': '(defproject a "1")', 'a-core/project.clj': '(defproject a/core "1")', '.github/workflows/ci.yml': job('run: lein sub test-all') }, { 'fix the tests': 'lein sub test-all', 'fix the a-core tests': 'cd a-core && lein test' }],
  ['a build where nothing is compiled proves no types', { Makefile: 'build:\n\t$(CURDIR)/build-all.sh\n', 'web/Dockerfile': '' }, { 'fix the type errors': null, 'make the images build': 'make build' }],
  ['a command of its own beats one that builds by the way', { 'Package.swift': '', '.github/workflows/ci.yml': job('run: swift test') }, { 'make the package build': 'swift build' }],
  ['what has a place to fill in, or is one test of a part', { gradlew: '', 'build.gradle': '', 'client/build.gradle': '', 'README.md': '# A\n\n## Testing\n\n```sh\n./gradlew client:test --tests OneTest\n./gradlew client:test --tests <name>\n```\n' }, { 'fix the tests of the client module': './gradlew :client:test' }],
  ['a profile is a variant', { mvnw: '', 'pom.xml': '<project/>', 'README.md': '# A\n\n## Building the styles\n\nRun `./mvnw package -P css`.\n', '.github/workflows/ci.yml': job('run: ./mvnw verify') }, { 'fix the build': './mvnw verify' }],
  ['only files have endings', { 'mix.exs': 'defp aliases do\n    ["test.setup": ["ecto.create"]]\n  end\n', '.github/workflows/ci.yml': job('run: mix test.setup', 'run: mix test') }, { 'fix the tests': 'mix test' }],
  ['a target called by a variable', { Makefile: 'LIB = liba.so\n\nall: ${LIB}\n\n$(LIB): a.o\n\t$(CC) -shared -o $(LIB) a.o\n\ndep:\n\t$(CC) -MM *.c\n\ntest: all\n\t./run\n' }, { 'it does not compile, fix it': 'make', 'fix the tests': 'make test' }],
  ['the word in front of the tests', { 'project.clj': '(defproject a "1")', 'script/test': '', 'script/run_lib_tests': '', '.circleci/config.yml': 'jobs:\n  jvm:\n    steps:\n      - run:\n          name: Run tests\n          command: |\n            script/test\n            script/run_lib_tests\n' }, { 'the library tests fail, fix them': 'script/run_lib_tests', 'fix the tests': 'script/test' }],
  ['a target that the task calls by its name', { Makefile: 'test:\n\tgo test ./...\n\nverify:\n\thack/verify-all.sh\n', 'go.mod': 'module a\n' }, { 'make verify fails, fix it': 'make verify' }],
  ['acceptance tests under a short name', { GNUmakefile: 'test:\n\tgo test ./...\n\ntestacc:\n\tTF_ACC=1 go test ./...\n', 'go.mod': 'module a\n' }, { 'get the acceptance tests passing': 'make testacc', 'fix the tests': 'make test' }],
  ['a README that says it in passing', { 'meson.build': '', 'test/test_a.py': '', 'README.md': '# A\n\n## Installation\n\nTo build, test, and install it, use Ninja:\n\n    $ ninja\n    $ python3 -m pytest test/\n    $ sudo ninja install\n' }, { 'fix the tests': 'python3 -m pytest test/', 'fix the build': 'meson setup build && meson compile -C build' }],
  ['what stands aside, called by its name', { 'go.mod': 'module a\n', 'examples/go.mod': 'module e\n', 'docs/package.json': { scripts: { build: 'vitepress build .' } } }, { 'the examples no longer build, repair them': 'cd examples && go build ./...', 'the documentation site does not build': 'cd docs && npm run build' }],
  ['a rewrite that git is asked about', { 'a.sh': '', '.github/workflows/ci.yml': job('run: ~/shfmt -l -w . ; git diff --exit-code') }, { 'the shfmt check is red, fix it': '~/shfmt -l -w . ; git diff --exit-code' }],
  ['tasks of cargo-make', { 'Cargo.toml': '[package]\nname = "a"\n', 'Makefile.toml': '[tasks.test]\ncommand = "cargo"\nargs = ["test", "--all-targets"]\n\n[tasks.coverage]\ncommand = "cargo"\nargs = ["llvm-cov", "--lcov"]\n\n[tasks.build]\ncommand = "cargo"\nargs = ["build"]\n', '.github/workflows/ci.yml': job('run: cargo make test', 'run: cargo make coverage') },
    { 'raise the coverage': 'cargo make coverage', 'the crate does not compile': 'cargo make build', 'fix the tests': 'cargo make test' }],
  ['one suite of several', { 'a.cabal': '', '.github/workflows/ci.yml': job('run: cabal test func-test'), 'CONTRIBUTING.md': '# Contributing\n\n## Testing\n\n```sh\ncabal test\n```\n' }, { 'make the test suite pass': 'cabal test', 'get the functional tests green': 'cabal test func-test' }],
  ['a name of letters and digits', { justfile: 'test: unit e2e\n\nunit:\n    go test ./...\n\ne2e *args:\n    {{ command }}\n', 'go.mod': 'module a\n' }, { 'fix the e2e tests': 'just e2e', 'fix the tests': 'just test' }],
  ['checks of a flake beside the suite', { 'build.zig': '', 'flake.nix': '', '.github/workflows/ci.yml': job('run: nix flake check', 'run: nix develop -c zig build test --summary all') }, { 'fix the tests': 'nix develop -c zig build test --summary all' }],
  ['scripts of melos', { 'pubspec.yaml': 'name: a\n', 'melos.yaml': 'name: a\nscripts:\n  analyze:\n    run: melos exec -c 1 -- "dart analyze . --fatal-infos"\n  test: melos exec -- "dart test"\n  format: dart format -o write .\n', '.github/workflows/ci.yml': job('run: melos analyze', 'run: melos test', 'run: dart format -o none --set-exit-if-changed .') },
    { 'fix the analyzer errors': 'melos analyze', 'fix the tests': 'melos test', 'the format job is red': 'dart format -o none --set-exit-if-changed .' }],
  ['a target called like a tool that only fetches it', { Makefile: 'test: bats\n\ttest/run\n\nbats:\n\tgit clone --depth 1 https://example.com/bats bats\n', 'test/run': '' }, { 'all the bats tests have to pass': 'make test' }],
  ['a suite that fetches its tools first', { 'go.mod': 'module a\n', Makefile: 'tools:\n\tgo get -u example.com/lint\n\ntest: tools\n\tgo test -tags x ./...\n\ncoverage:\n\tbash scripts/cov.sh\n' }, { 'fix the tests': 'make test', 'drive up the coverage': 'make coverage' }],
  ['a check that is named with any verb or none', { 'Cargo.toml': '[package]\nname = "a"\n', '.github/workflows/ci.yml': job('run: cargo test', 'run: cargo clippy -- -D warnings', 'run: cargo fmt --check') },
    { 'zero clippy warnings please': 'cargo clippy -- -D warnings', 'bring the formatting back in line': 'cargo fmt --check', 'the parser panics on restart, debug and fix it': 'cargo test' }],
  ['tests of a part in a project of their own', { 'App.sln': '', 'src/App/App.csproj': '', 'tests/App.Naming.Tests/App.Naming.Tests.csproj': '' }, { 'fix the naming tests': 'dotnet test tests/App.Naming.Tests/App.Naming.Tests.csproj' }],
  ['a part with a Makefile of its own', { 'configure.ac': '', 'Makefile.am': '', 'regress/Makefile': 'all: $(TESTS)\n\n$(TESTS):\n\tsh $*.sh\n', 'tools/gen/Makefile': 'test:\n\t./check.sh\n', '.github/workflows/ci.yml': job('name: test\n        run: |\n          cd regress\n          make') }, { 'the regress tests fail, repair them': 'cd regress && make', 'fix the tests in tools/gen': 'cd tools/gen && make test' }],
  ['a script that the task calls by its name', { 'Package.swift': '', 'scripts/soundness.sh': '#!/bin/bash\n./check-all\n' }, { 'the soundness script complains': 'scripts/soundness.sh' }],
  ['a build that ships, and a first target nobody can read', { 'go.mod': 'module a\n', Makefile: 'all: target/$(BINARY)\n\nbuild:\n\tgoreleaser --snapshot\n\ntarget/$(BINARY):\n\tgo build -o $@\n', 'BUILD.md': '# Building\n\n```sh\n# Build the binary\nmake\n```\n' }, { 'make the binary build again': 'make' }],
  ['clippy that looks at the tests too', { 'Cargo.toml': '[package]\nname = "a"\n', '.github/workflows/ci.yml': job('run: cargo clippy --tests -- -Dclippy::all') }, { 'clippy nags, make it quiet': 'cargo clippy --tests -- -Dclippy::all' }],
  ['a job that only its name tells from the others', { 'go.mod': 'module a\n', '.github/workflows/ci.yml': 'on: push\njobs:\n  main:\n    runs-on: ubuntu-latest\n    steps:\n      - run: go test ./...\n  soak:\n    runs-on: ubuntu-latest\n    steps:\n      - run: go test -tags soak ./...\n' }, { 'the soak job is red': 'go test -tags soak ./...', 'fix the tests': 'go test ./...' }],
  ['nothing to measure', { 'go.mod': 'module a\n' }, { 'speed things up a little': null }],
]

test.each(rows)('%s', async (_, files, answers) => {
  expect(await inferredCommands(projectFiles(files), Object.keys(answers))).toEqual(answers)
})
