import { expect, test } from 'vitest'
import { inferredCommands } from '../rig/inferred-commands.ts'
import { projectFiles } from '../rig/project-files.ts'

type Files = Readonly<Record<string, string | object>>
type Row = readonly [string, Files, Readonly<Record<string, string | null>>]

const github = (...runs: readonly string[]): string =>
  ['on: [push, pull_request]', 'jobs:', '  check:', '    runs-on: ubuntu-latest', '    steps:', '      - uses: actions/checkout@v4', ...runs.map(run => `      - run: ${run}`)].join('\n')

const SCRIPTS = { test: 'jest', lint: 'eslint .', build: 'tsc -p .', coverage: 'jest --coverage', typecheck: 'tsc --noEmit' }
const NODE: Files = {
  'package.json': { scripts: SCRIPTS },
  'tsconfig.json': {},
  'src/index.ts': 'export const a = 1\n',
  'src/index.test.ts': 'test("a", () => {})\n',
}
const PARTS = { 'test:unit': 'jest unit', 'test:integration': 'jest integration', 'test:e2e': 'playwright test' }
const DEPLOY = 'on: [push]\njobs:\n  deploy:\n    steps:\n      - run: npm run deploy\n'

const words: Row = ['the words of a task choose the kind of check', NODE, {
  'fix tests': 'npm test',
  'make tests pass': 'npm test',
  'there is a test failure in the parser': 'npm test',
  'increase coverage': 'npm run coverage',
  'raise test coverage to 85%': 'npm run coverage',
  'fix types': 'npm run typecheck',
  'resolve the type errors': 'npm run typecheck',
  'migrate to typescript': 'npm run typecheck',
  'fix lint': 'npm run lint',
  'clean up warnings': 'npm run lint',
  'fix the style violations': 'npm run lint',
  'build the project': 'npm run build',
  'make it compile': 'npm run build',
  'refactor the parser': 'npm test && npm run typecheck && npm run build',
  'implement a retry option': 'npm test',
  'fix the bug in the parser where it drops the last line': 'npm test',
  'resolve issue #42': 'npm test',
  'upgrade to jest 31': 'npm test && npm run typecheck && npm run lint && npm run build',
  'frobnicate the parser': 'npm test && npm run typecheck && npm run lint && npm run build',
  'make `npx tsc --noEmit` pass': 'npx tsc --noEmit',
  'make the code better': null,
}]

const documents: readonly Row[] = [
  ['the Development section for agents', { ...NODE, 'CLAUDE.md': '# A\n\n## Development\n\n```sh\n# Run tests\nnpm test\n# Type check\nnpx tsc --noEmit\n# Lint markdown\nnpm exec markdownlint-cli2 "**/*.md"\n```\n' },
    { 'fix tests': 'npm test', 'fix types': 'npx tsc --noEmit', 'fix the markdown lint errors': 'npm exec markdownlint-cli2 "**/*.md"' }],
  ['documents for agents against CI', { 'package.json': { scripts: { test: 'jest', 'test:fast': 'jest --ci' } }, 'CLAUDE.md': '# A\n\n## Development\n\n```sh\nnpm run test:fast\n```\n', '.github/workflows/ci.yml': github('npm test') }, { 'fix tests': 'npm run test:fast' }],
  ['the script that the documents name', { 'package.json': { scripts: PARTS }, 'README.md': '# A\n\n## Development\n\nRun `npm run test:unit` before you commit.\n' }, { 'fix the tests': 'npm run test:unit', 'fix the e2e tests': 'npm run test:e2e' }],
]

const manifests: readonly Row[] = [
  ['Cargo.toml', { 'Cargo.toml': '[package]\nname = "a"\n', 'src/lib.rs': '' }, { 'fix tests': 'cargo test', 'make it compile': 'cargo build' }],
  ['pyproject.toml', { 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n', 'a.py': '', 'tests/test_a.py': '' }, { 'fix tests': 'pytest', 'fix lint': 'ruff check .', 'fix types': 'mypy .' }],
  ['go.mod', { 'go.mod': 'module a\n', 'a.go': 'package a\n', 'a_test.go': 'package a\n' }, { 'fix tests': 'go test ./...', 'fix lint': 'go vet ./...', 'make it compile': 'go build ./...' }],
  ['Gemfile', { Gemfile: "gem 'rspec'\ngem 'rubocop'\n", '.rubocop.yml': '', 'spec/a_spec.rb': '', 'lib/a.rb': '' }, { 'fix tests': 'bundle exec rspec', 'fix lint': 'bundle exec rubocop' }],
  ['pom.xml', { 'pom.xml': '<project/>', 'src/test/java/ATest.java': '' }, { 'fix tests': 'mvn test' }],
  ['build.gradle', { 'build.gradle': "plugins { id 'java' }", 'src/test/java/ATest.java': '' }, { 'fix tests': 'gradle test' }],
  ['mise.toml decides', { 'mise.toml': '[tools]\ngo = "1.22"\n', 'go.mod': 'module a\n', 'a.go': 'package a\n', 'a_test.go': 'package a\n', 'package.json': { scripts: { test: 'jest' } } }, { 'fix tests': 'go test ./...' }],
  ['.tool-versions decides', { '.tool-versions': 'python 3.12\n', 'pyproject.toml': '[tool.pytest.ini_options]\n', 'a.py': '', 'tests/test_a.py': '', 'package.json': { scripts: { test: 'jest' } } }, { 'fix tests': 'pytest' }],
]

const systems: readonly Row[] = [
  ['GitHub Actions', { ...NODE, '.github/workflows/ci.yml': github('npm test', 'npm run lint'), '.github/workflows/deploy.yml': DEPLOY }, { 'refactor the parser': 'npm test && npm run typecheck && npm run lint && npm run build' }],
  ['Gitea Actions', { ...NODE, '.gitea/workflows/ci.yml': github('npm test', 'npm run lint') }, { 'refactor the parser': 'npm test && npm run typecheck && npm run lint && npm run build' }],
  ['GitLab CI', { ...NODE, '.gitlab-ci.yml': 'test:\n  stage: test\n  script:\n    - npm ci\n    - npm test\nlint:\n  script:\n    - npm run lint\ndeploy:\n  stage: deploy\n  script:\n    - ./deploy.sh\n' }, { 'refactor the parser': 'npm test && npm run typecheck && npm run lint && npm run build' }],
  ['CircleCI', { ...NODE, '.circleci/config.yml': 'jobs:\n  build:\n    steps:\n      - checkout\n      - run: npm test\n      - run:\n          name: lint\n          command: npm run lint\n' }, { 'refactor the parser': 'npm test && npm run typecheck && npm run lint && npm run build' }],
  ['Jenkins', { ...NODE, Jenkinsfile: "pipeline {\n  stages {\n    stage('Test') { steps { sh 'npm test' } }\n    stage('Lint') { steps { sh 'npm run lint' } }\n    stage('Deploy') { steps { sh './deploy.sh' } }\n  }\n}\n" }, { 'refactor the parser': 'npm test && npm run typecheck && npm run lint && npm run build' }],
  ['many systems and versions', { ...NODE, '.github/workflows/ci.yml': 'on: [push]\njobs:\n  t:\n    strategy:\n      matrix:\n        os: [ubuntu-latest, windows-latest]\n        node: [20, 22]\n    runs-on: ${{ matrix.os }}\n    steps:\n      - run: npm test\n' }, { 'fix tests': 'npm test' }],
]

const artifacts: readonly Row[] = [
  ['a test strategy', { '.aiwg/testing/test-strategy.md': '# Strategy\n\nAll changes are verified with `make verify-all`.\n', Makefile: 'verify-all:\n\t./v.sh\n', 'v.sh': '' }, { 'fix tests': 'make verify-all' }],
  ['security gates', { ...NODE, '.aiwg/security/security-gates.md': '# Gates\n\n- `npm audit --audit-level=high` must exit 0\n' }, { 'make the security gates pass': 'npm audit --audit-level=high', 'fix the security findings': 'npm audit --audit-level=high', 'fix the failing tests': 'npm test' }],
  ['architectural gates', { ...NODE, '.aiwg/architecture/software-architecture-doc.md': '# A\n\n## Quality gates\n\n- `npx depcruise src` must pass\n' }, { 'fix the architecture violations': 'npx depcruise src' }],
  ['a review guide', { ...NODE, '.aiwg/quality/code-review-guide.md': '# Review\n\n- `npx eslint . --max-warnings 0` exits 0\n' }, { 'make it pass the code review guide': 'npx eslint . --max-warnings 0' }],
  ['the progress of earlier work', { '.aiwg/working/auth-progress.md': '# Auth\n\n`./old.sh` was used before.\n\n## Completion criteria\n\n- `./check-auth.sh` exits 0\n', 'check-auth.sh': '#!/bin/sh\n', 'old.sh': '' }, { 'finish the auth work': './check-auth.sh' }],
]

const edges: readonly Row[] = [
  ['no manifest, but tests', { 'tests/test_a.py': 'def test_a(): pass\n', 'a.py': '' }, { 'fix tests': 'python -m pytest' }],
  ['no manifest, but a target', { Makefile: 'test:\n\t./run.sh\n', 'run.sh': '' }, { 'fix tests': 'make test' }],
  ['nothing at all', { 'notes.md': 'x' }, { 'fix tests': null }],
  ['several suites', { 'package.json': { scripts: PARTS } }, { 'fix the unit test': 'npm run test:unit', 'fix integration test': 'npm run test:integration', 'fix the tests': 'npm run test:unit && npm run test:integration && npm run test:e2e' }],
  ['packages of pnpm', { 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n', 'pnpm-lock.yaml': '', 'package.json': { scripts: { test: 'pnpm -r test' } }, 'packages/core/package.json': { name: '@a/core', scripts: { test: 'vitest run' } }, 'packages/web/package.json': { name: '@a/web', scripts: { test: 'jest' } } },
    { 'fix the tests in packages/core': 'pnpm --filter @a/core test', 'fix the @a/web tests': 'pnpm --filter @a/web test', 'fix the tests': 'pnpm test' }],
  ['packages of turbo', { 'turbo.json': { tasks: { test: {} } }, 'package.json': { workspaces: ['packages/*'], scripts: { test: 'turbo run test' } }, 'packages/core/package.json': { name: 'core', scripts: { test: 'vitest run' } } }, { 'fix the core package tests': 'npm test -w core', 'fix the tests': 'npm test' }],
  ['packages of lerna alone', { 'lerna.json': { packages: ['packages/*'] }, 'package.json': { scripts: { test: 'lerna run test' } }, 'packages/core/package.json': { name: 'core', scripts: { test: 'vitest run' } } }, { 'fix the core package tests': 'cd packages/core && npm test', 'fix the tests': 'npm test' }],
  ['no tests yet', { 'package.json': { name: 'a' }, 'index.js': 'module.exports = 1\n' }, { 'implement a login': 'npm test' }],
]

test.each([words, ...documents, ...manifests, ...systems, ...artifacts, ...edges])('%s', async (_name, files, answers) => {
  expect(await inferredCommands(projectFiles(files), Object.keys(answers))).toEqual(answers)
})
