import { expect, test } from 'vitest'
import { commandsOf } from '../../src/criteria/criterion.ts'
import { inferCompletion } from '../../src/infer/infer.ts'
import { readProject } from '../../src/infer/read-project.ts'
import { projectFiles } from '../rig/project-files.ts'

type Files = Readonly<Record<string, string | object>>
type Row = readonly [string, Files, Readonly<Record<string, string | null>>]

const workflow = (...steps: readonly string[]): string =>
  ['name: CI', 'on: [push, pull_request]', 'jobs:', '  test:', '    runs-on: ubuntu-latest', '    steps:', ...steps.map(step => `      - ${step}`)].join('\n')

const nox = (...sessions: readonly (readonly [string, string])[]): string =>
  ['import nox', ...sessions.map(([name, run]) => `\n@nox.session(python=["3.12"])\ndef ${name}(session):\n    session.run(${run})\n`)].join('\n')

// Habits of projects that have nothing to do with their language. Null: there is no such check.
const rows: readonly Row[] = [
  ['a script called format that only looks', { 'package.json': { scripts: { test: 'vitest run', lint: 'eslint .', format: "prettier --check 'src/**'", 'format:fix': "prettier --write 'src/**'" } }, '.github/workflows/ci.yml': workflow('run: npm run format', 'run: npm run lint') },
    { 'fix formatting': 'npm run format', 'fix lint': 'npm run lint' }],
  ['staged files are no project', { 'package.json': { scripts: { test: 'jest', precommit: 'lint-staged' }, 'lint-staged': { '*.js': ['prettier --write'] } } }, { 'clean up the lint warnings': null }],
  ['lint scripts that only rewrite', { 'package.json': { scripts: { test: 'mocha', lint: "concurrently 'npm run lint:src' 'npm run lint:spec'", 'lint:src': "eslint 'src/**.ts' --fix", 'lint:spec': "eslint 'spec/**.ts' --fix" } } },
    { 'lint is red': "npx eslint 'src/**.ts' && npx eslint 'spec/**.ts'" }],
  ['a word of the task against the name of a script, not its runner', { 'package.json': { scripts: { test: 'vitest --run', 'test:bun': 'bun test bun/' } }, 'bun.lock': '' }, { 'get the Bun tests green': 'bun run test:bun', 'fix the tests': 'bun run test' }],
  ['a part that the task names by its tool', { 'package.json': { scripts: { test: 'npm run test:mocha && npm run test:karma', 'test:mocha': 'mocha', 'test:karma': 'karma start --single-run', 'test:ts': 'tsc -p test' } }, '.github/workflows/ci.yml': workflow('run: npm test') },
    { 'get the karma tests green': 'npm run test:karma', 'the TypeScript tests fail': 'npm run test:ts', 'fix the tests': 'npm test' }],
  ['a bundle of everything is made for nothing in particular', { 'package.json': { scripts: { test: 'jest', lint: 'eslint .', types: 'tsc --noEmit', 'run-all-checks': 'npm run types && npm run lint && npm test' } }, '.github/workflows/ci.yml': workflow('run: npm run run-all-checks') },
    { 'login loses the session, fix it': 'npm test' }],
  ['coverage that is sent away', { 'package.json': { scripts: { test: 'nyc mocha', coverage: 'nyc report --reporter=text-lcov | coveralls' } } }, { 'raise the coverage': 'npm test' }],
  ['parts of a project that goes through nx', { 'package.json': { private: true, packageManager: 'pnpm@10.0.0', scripts: { test: 'nx run-many --targets=test:lib', 'test:pr': 'nx affected --targets=test:lib' } }, 'nx.json': '{}', 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n', 'packages/core/package.json': { name: '@acme/core', scripts: { 'test:lib': 'vitest', 'test:build': 'publint --strict' } } },
    { 'fix the tests of the core package': 'pnpm --filter @acme/core test:lib' }],
  ['reports behind a pipe', { 'composer.json': { name: 'a/b', scripts: { phpcs: 'phpcs', test: ['@phpcs', '@phpunit'], phpunit: 'phpunit' } }, 'phpunit.xml.dist': '', '.github/workflows/ci.yml': workflow('run: vendor/bin/phpcs -q --report=checkstyle | cs2pr', 'run: vendor/bin/phpunit') },
    { 'phpcs reports violations, fix them': 'composer phpcs' }],
  ['flaky runs are tried again', { 'tox.ini': '[testenv]\ncommands = pytest\n', '.github/workflows/ci.yml': workflow('run: timeout 5m tox || timeout 5m tox') }, { 'fix the tests': 'tox' }],
  ['one interpreter of a session', { 'noxfile.py': nox(['tests', '"pytest"'], ['minimums', '"pytest"'], ['lint', '"isort", "--check", "--profile", "black"']), '.github/workflows/ci.yml': workflow('run: nox --session "tests-3.12" -- --full-trace', 'name: min-version tests\n        run: nox --session minimums --force-python=3.9', 'run: nox --session lint') },
    { 'fix the tests': 'nox --session tests', 'fix lint': 'nox --session lint' }],
  ['environments named after tools', { 'tox.ini': '[testenv]\ncommands = {envpython} runtests.py\n\n[testenv:black]\ncommands = black --check .\n\n[testenv:javascript]\ncommands = npm test\n', 'package.json': { scripts: { test: 'grunt test' } }, 'a.py': '', 'b.py': '', 'c.py': '', 'd.py': '' }, { 'fix the tests': 'tox', 'black reports files, fix that': 'tox -e black', 'get the JavaScript tests green': 'tox -e javascript' }],
  ['the type checker is a hook', { 'pyproject.toml': '[tool.mypy]\nstrict = true\n', '.pre-commit-config.yaml': 'repos:\n  - repo: https://example.org/mypy\n    hooks:\n      - id: mypy\n', 'CONTRIBUTING.md': '# Contributing\n\n```sh\npre-commit run --all-files\n```\n' }, { 'mypy is unhappy': 'pre-commit run mypy --all-files' }],
  ['rake tasks in namespaces and files', { Gemfile: "gem 'minitest'\n", Rakefile: "require 'rake/testtask'\nRake::TestTask.new(:test)\nnamespace :test do\n  task :coverage do\n    ENV['COVERAGE'] = '1'\n    Rake::Task['test'].invoke\n  end\nend\n", 'tasks/style.rake': 'RuboCop::RakeTask.new(:style)\n', 'test/a_test.rb': '' },
    { 'increase test coverage': 'bundle exec rake test:coverage', 'fix the style offenses': 'bundle exec rake style' }],
  ['a bundle that CI runs vouches for its parts', { Gemfile: "gem 'minitest'\ngem 'rubocop'\n", Rakefile: "Rake::TestTask.new(:test)\nRuboCop::RakeTask.new\ntask default: %w[test rubocop]\n", '.github/workflows/ci.yml': workflow('run: bundle exec rake') },
    { 'refactor the parser': 'bundle exec rake' }],
  ['a command that an action wraps', { 'package.json': { scripts: { test: 'jest', 'test:all': 'jest --projects a b' } }, '.github/workflows/ci.yml': workflow('uses: acme/retry@v3\n        with:\n          command: npm run test:all') }, { 'fix the tests': 'npm run test:all' }],
  ['a linter that is called a test', { 'package.json': { scripts: { test: 'vitest run', 'test:code': 'eslint .', 'test:all': 'npm run test:code && npm test' } } }, { 'clean up the eslint warnings': 'npm run test:code', 'fix the tests': 'npm test' }],
  ['a name of its own before the word tests', { 'package.json': { scripts: { test: 'npm run test:main && npm run test:fp', 'test:main': 'node --test test', 'test:fp': 'node --test fp' } } }, { 'the fp tests fail, fix them': 'npm run test:fp', 'fix the failing tests': 'npm test' }],
  ['check beside lint in a workspace', { 'package.json': { packageManager: 'pnpm@10.0.0', scripts: { test: 'turbo run test', lint: 'turbo run lint', check: 'turbo run check' } }, 'turbo.json': '{}' }, { 'type checking fails, fix that': 'pnpm check', 'fix lint': 'pnpm lint' }],
  ['one kind of tests of one part', { 'package.json': { private: true, packageManager: 'pnpm@10.0.0', scripts: { test: 'pnpm -r test' } }, 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n', 'packages/kit/package.json': { name: '@acme/kit', scripts: { test: 'pnpm test:unit && pnpm test:integration', 'test:unit': 'vitest run', 'test:integration': 'playwright test' } } }, { 'the unit tests of packages/kit fail': 'pnpm --filter @acme/kit test:unit', 'fix the tests in packages/kit': 'pnpm --filter @acme/kit test' }],
  ['sessions under several decorators', { 'noxfile.py': 'import nox\n\n@nox.session(name="coverage")\n@parameters(\n    ["database"],\n)\ndef coverage(session):\n    _tests(session)\n' }, { 'bring up the test coverage': 'nox -s coverage' }],
  ['documentation through its own Makefile', { Makefile: 'test:\n\tpytest\n\ndoc:\n\t@make -C docs html SPHINXOPTS="-W"\n' }, { 'the docs build prints warnings, get rid of them': 'make doc' }],
  ['scripts under a common first word', { 'composer.json': { name: 'a/b', scripts: { 'dev:lint': 'phpcs', 'dev:lint:fix': 'phpcbf', 'dev:test:unit': 'phpunit', 'dev:test:coverage': 'phpunit --coverage-text' } }, 'phpunit.xml.dist': '' }, { 'raise the coverage': 'composer dev:test:coverage', 'fix lint': 'composer dev:lint' }],
  ['texts with a linter of their own', { 'README.md': '', 'books/en.md': '', 'books/de.md': '', 'casts/en.md': '', '.github/workflows/lint.yml': workflow('run: npm install -g list-lint', 'run: list-lint ./books/', 'run: list-lint ./casts/') },
    { 'the linter fails': 'list-lint ./books/ && list-lint ./casts/', 'add three books to the English list': 'list-lint ./books/ && list-lint ./casts/', 'fix the type errors': null }],
  ['a build that is no compiler', { 'package.json': { scripts: { test: 'markdownlint pages' } }, 'scripts/build.sh': '#!/bin/sh\nzip -r pages.zip pages\n', '.github/workflows/ci.yml': workflow('run: bash scripts/build.sh') }, { 'fix the type errors': null, 'the build is broken': 'bash scripts/build.sh' }],
]

test.each(rows)('%s', async (_, files, answers) => {
  const root = projectFiles(files)
  for (const [task, command] of Object.entries(answers)) {
    const inference = inferCompletion(task, await readProject(root, task))
    const structural = inference.kind === 'proposed' && inference.proposal.class === 'structural'
    expect([task, inference.kind === 'refused' || structural ? null : commandsOf(inference.done).join(' && ')]).toEqual([task, command])
  }
})
