import { expect, test } from 'vitest'
import { installLine, nearProgram } from './install-line.ts'
import { missingTool } from './not-found.ts'

test.each([
  ['no-such --flag', 127, 'bash: line 2: no-such: command not found', 'no-such', 'program'],
  ['./check.sh', 127, 'bash: line 2: ./check.sh: No such file or directory', './check.sh', 'program'],
  ['cd web && npm test', 1, 'bash: line 2: cd: web: No such file or directory', 'web', 'file'],
  ['cd web && npm test', 2, "sh: 1: cd: can't cd to web", 'web', 'file'],
  [
    "bash -c 'npm tset'",
    1,
    'Unknown command: "tset"\n\n\nDid you mean this?\n  npm set # Set a value\nTo see a list of supported npm commands, run:\n  npm help',
    'tset',
    'script',
  ],
  [
    'make tests',
    2,
    'php vendor/bin/phpunit\nCould not open input file: vendor/bin/phpunit\nmake: *** [Makefile:5: tests] Error 1',
    'vendor/bin/phpunit',
    'dependencies',
  ],
  ['php run-tests.php', 1, 'Could not open input file: run-tests.php', 'run-tests.php', 'file'],
  ['npm test', 127, '\n> a@1.0.0 test\n> jest\n\nsh: 1: jest: not found', 'jest', 'program'],
  [
    'npm run lint',
    1,
    'npm error Missing script: "lint"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run',
    'lint',
    'script',
  ],
  [
    'npx tsc',
    1,
    'npm error npx canceled due to missing packages and no YES option: ["typescript@5.9.2"]',
    'typescript',
    'program',
  ],
  [
    'npx nope',
    1,
    "npm error code E404\nnpm error 404 Not Found - GET nowhere/nope\nnpm error 404\nnpm error 404  The requested resource 'nope@*' could not be found",
    'nope',
    'program',
  ],
  ['npx --yes=false nope -v', 1, 'npm error code EAI_AGAIN\nnpm error syscall getaddrinfo', 'nope', 'program'],
  [
    'npx @scope/x',
    1,
    'npm error npx canceled due to missing packages and no YES option: ["@scope/x@1.0.0"]',
    '@scope/x',
    'program',
  ],
  ['pnpm exec eslint .', 254, ' ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL  Command "eslint" not found', 'eslint', 'program'],
  [
    'bundle exec rspec',
    127,
    'bundler: command not found: rspec\nInstall missing gem executables with `bundle install`',
    'rspec',
    'program',
  ],
  [
    'uv run pytest',
    2,
    'error: Failed to spawn: `pytest`\n  Caused by: No such file or directory (os error 2)',
    'pytest',
    'program',
  ],
  ['python3 -m pytest', 1, '/usr/bin/python3: No module named pytest', 'pytest', 'module'],
  [
    'cargo nextest run',
    101,
    'error: no such command: `nextest`\n\nhelp: a command with a similar name exists',
    'nextest',
    'program',
  ],
  [
    'bundle exec rake ci',
    1,
    `/gems/bundler-2.3.15/lib/bundler/resolver.rb:271:in \`block in verify!': Could not find gem 'coveralls_reborn (~> 0.21.0)' in locally installed gems. (Bundler::GemNotFound)\n${"\tfrom /gems/bundler-2.3.15/lib/bundler/resolver.rb:254:in `map!'\n".repeat(60)}`,
    'coveralls_reborn',
    'dependencies',
  ],
  [
    'bundle exec rspec',
    7,
    'Could not find rake-13.0.6, rspec-3.12.0 in locally installed gems',
    'rake',
    'dependencies',
  ],
  [
    'bundle exec rake',
    1,
    "/gems/bundler/rubygems_integration.rb:319:in `replace_bin_path': can't find executable rake for gem rake. rake is not currently included in the bundle, perhaps you meant to add it to your Gemfile? (Gem::Exception)\n\tfrom /usr/bin/rake:25:in `<main>'",
    'rake',
    'program',
  ],
  ['rake', 1, 'sh: 1: rspec: not found\nrake aborted!\nCommand failed with status (127): [rspec]', 'rspec', 'program'],
  [
    'pytest',
    1,
    'Traceback (most recent call last):\n  File "/usr/bin/pytest", line 5, in <module>\nModuleNotFoundError: No module named \'pytest\'',
    'pytest',
    'module',
  ],
  [
    'pytest',
    4,
    'ERROR: usage: pytest [options] [file_or_dir] [...]\npytest: error: unrecognized arguments: --cov=a\n  inifile: /p/pytest.ini\n  rootdir: /p\n',
    '--cov',
    'option',
  ],
  [
    'pytest',
    1,
    'ImportError: Error importing plugin "pytest_asyncio": No module named \'pytest_asyncio\'',
    'pytest_asyncio',
    'module',
  ],
  [
    'phpunit',
    1,
    'PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\nCannot open file "/p/vendor/autoload.php".\n',
    'vendor/autoload.php',
    'dependencies',
  ],
  [
    'node --test --import tsx',
    1,
    "# Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'tsx' imported from /p/\n#     at x (node:internal)\nnot ok 1 - /p/a.test.js\n# pass 0\n# fail 1",
    'tsx',
    'dependencies',
  ],
  [
    'node --require ts-node/register a.js',
    1,
    "Error: Cannot find module 'ts-node/register'\nRequire stack:\n- internal/preload\n    at x {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ 'internal/preload' ]\n}",
    'ts-node/register',
    'dependencies',
  ],
  [
    'vitest run',
    1,
    "failed to load config from /p/vitest.config.mjs\nError [ERR_MODULE_NOT_FOUND]: Cannot find package '@nope/plugin' imported from /p/node_modules/.vite-temp/vitest.config.mjs.timestamp-1.mjs\n    at x",
    '@nope/plugin',
    'dependencies',
  ],
  [
    'eslint .',
    2,
    "Error: Cannot find module 'nope-y'\nRequire stack:\n- /p/eslint.config.js\n    at x",
    'nope-y',
    'dependencies',
  ],
  [
    'jest',
    1,
    '● Validation Error:\n\n  Preset ts-jest not found relative to rootDir /p.\n\n  Configuration Documentation:',
    'ts-jest',
    'dependencies',
  ],
  [
    'jest',
    1,
    '● Validation Error:\n\n  Test environment jest-environment-jsdom cannot be found. Make sure',
    'jest-environment-jsdom',
    'dependencies',
  ],
  ['tsc', 2, "error TS2688: Cannot find type definition file for 'node'.", 'node', 'dependencies'],
  [
    'tsc',
    2,
    "tsconfig.json(1,12): error TS6053: File '@tsconfig/node18/tsconfig.json' not found.",
    '@tsconfig/node18/tsconfig.json',
    'dependencies',
  ],
  [
    'cargo test --offline',
    101,
    "error: no matching package named `no_such_xyz` found\nlocation searched: crates.io index\nrequired by package `a v0.1.0 (/p)`\nAs a reminder, you're using offline mode",
    'no_such_xyz',
    'dependencies',
  ],
  [
    'go test ./...',
    1,
    'a.go:2:8: no required module provides package github.com/x/y; to add it:\n\tgo get github.com/x/y',
    'github.com/x/y',
    'dependencies',
  ],
  [
    'go test ./...',
    1,
    'a.go:2:8: missing go.sum entry for module providing package github.com/x/y (imported by example.com/m); to add:\n\tgo get example.com/m',
    'github.com/x/y',
    'dependencies',
  ],
  [
    'mvn -o test',
    1,
    '[ERROR] Failed to execute goal on project a: Could not resolve dependencies for project a:a:jar:1: Cannot access central (https://repo.maven.apache.org/maven2) in offline mode and the artifact no.such:zz:jar:1 has not been downloaded from it before. -> [Help 1]\n[ERROR] \n[ERROR] For more information, read',
    'no.such:zz:jar:1',
    'dependencies',
  ],
  [
    'mvn -o test',
    1,
    '[ERROR] Plugin org.apache.maven.plugins:maven-surefire-plugin:3.0.0 or one of its dependencies could not be resolved: Cannot access central',
    'org.apache.maven.plugins:maven-surefire-plugin:3.0.0',
    'dependencies',
  ],
  [
    'gradle test --offline',
    1,
    "* What went wrong:\nPlugin [id: 'com.x.y', version: '1.0'] was not found in any of the following sources:",
    'com.x.y',
    'dependencies',
  ],
  ['make chek', 2, "make: *** No rule to make target 'chek'.  Stop.", 'chek', 'target'],
  [
    'node node_modules/jest/bin/jest.js',
    1,
    "Error: Cannot find module '/p/node_modules/jest/bin/jest.js'\n    at x\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}",
    'jest',
    'module',
  ],
  ['make test', 2, 'jest\n/bin/sh: 1: jest: not found\nmake: *** [Makefile:2: test] Error 127', 'jest', 'program'],
  ['./notes.txt', 126, 'bash: line 2: ./notes.txt: Permission denied', './notes.txt', 'program'],
] as const)('%s', (command, exitCode, output, program, what) => {
  expect(missingTool(command, exitCode, output)).toEqual({ program, what })
})

test.each([
  ['a test that prints such words', 'npm test', 2, 'bash: line 1: foo: command not found\n1 failed'],
  [
    'a module that a test requires',
    'npm test',
    1,
    "Error: Cannot find module './sum'\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/p/a.test.js' ]",
  ],
  [
    'a package that a test imports',
    'npm test',
    1,
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left-pad' imported from /p/a.test.js",
  ],
  [
    'a crate in a folder of the project',
    'cargo test',
    101,
    'error: no matching package named `b` found\nlocation searched: /p/b',
  ],
  ['an import that fails inside pytest', 'pytest', 2, "E   ModuleNotFoundError: No module named 'requests'"],
  ['a program that ends with 127 by itself', 'node x.js', 127, 'bye'],
  ['a plain failure', 'npm test', 1, 'Tests: 1 failed, 1 total'],
])('%s is a failure like any other', (_, command, exitCode, output) => {
  expect(missingTool(command, exitCode, output)).toBeNull()
})

test('what the project itself should have, and what a passing run prints, is not missing', () => {
  const own = 'a.go:2:8: no required module provides package example.com/m/new; to add it:\n\tgo get example.com/m/new'
  expect(missingTool('go test ./...', 1, own, { read: () => 'module example.com/m\n' })).toBeNull()
  const printed = "Could not find gem 'x' in locally installed gems"
  expect(missingTool('rspec', 1, printed, { passed: true })).toBeNull()
})

test.each([
  ['tsc', ['package.json', 'pnpm-lock.yaml'], false, 'pnpm add -D typescript'],
  ['jest', ['package.json', 'package-lock.json'], true, 'npm ci'],
  ['pytest', ['uv.lock', 'pyproject.toml'], true, 'uv sync'],
  ['rspec', ['Gemfile'], true, 'bundle install'],
  ['shellcheck', ['README.md'], false, null],
  ['eslint', ['go.mod'], false, null],
  ['eslint', ['go.mod', 'package.json'], false, 'npm install -D eslint'],
  ['golangci-lint', ['Cargo.toml'], false, 'go install github.com/golangci/golangci-lint/cmd/golangci-lint@latest'],
  ['ruff', ['package.json'], false, 'pip install ruff'],
  ['phpunit', ['composer.json'], false, 'composer require --dev phpunit/phpunit'],
  ['pytset', ['Cargo.toml'], false, null],
  ['pnpm', ['package.json', 'pnpm-lock.yaml'], false, 'corepack enable pnpm'],
  ['uv', ['pyproject.toml', 'uv.lock'], false, 'pip install uv'],
  ['nonexistent-cmd', ['package.json'], false, null],
  ['our-own-tool', ['package.json', 'package-lock.json'], true, 'npm ci'],
])('%s in a project with %s', (program, files, declared, line) => {
  expect(installLine({ program, what: 'program' }, new Set(files), () => declared)).toBe(line)
})

test.each([
  ['pytset', 'pytest'],
  ['pytst', 'pytest'],
  ['eslnt', 'eslint'],
  ['golangci-lnt', 'golangci-lint'],
  ['eslint', null],
  ['deploy', null],
  ['frobnicate', null],
])('%s may have been meant as %s', (typed, meant) => {
  expect(nearProgram(typed)).toBe(meant)
})

test('the same words in the output of a test do not count', () => {
  expect(missingTool('npm test', 1, 'Unknown command: "tset"\n1 test failed')).toBeNull()
  expect(missingTool('npm test', 1, 'bash: cd: web: No such file or directory\n1 test failed')).toBeNull()
})

test('the warning of pnpm counts only where something was not found', () => {
  const warning = ' WARN   Local package.json exists, but node_modules missing, did you mean to install?'
  expect(missingTool('pnpm test', 1, `not ok 1 - adds\n ELIFECYCLE  Test failed.\n${warning}`)).toBeNull()
  expect(missingTool('pnpm test', 1, `sh: 1: vitest: not found\n ELIFECYCLE  Command failed.\n${warning}`)).toEqual({
    program: 'node_modules',
    what: 'dependencies',
  })
})
