import { expect, test } from 'vitest'
import type { Project } from '../../tools/manifests/project.ts'
import type { Candidate } from '../evidence.ts'
import { resolves } from './resolve.ts'

const project: Project = {
  name: 'sample',
  tree: new Map([
    ['', { files: ['run.sh', 'README.md', 'configure'], folders: ['docs', 'src', 'test', 'solo', 'scripts'] }],
    ['docs', { files: ['style.md'], folders: [] }],
    ['src', { files: ['main.cpp'], folders: [] }],
    ['scripts', { files: ['check', 'lint.sh'], folders: [] }],
    ['test', { files: ['test_a.rb', 'test_b.rb', 'runner.rb'], folders: [] }],
    ['solo', { files: ['all_test.py'], folders: [] }],
  ]),
  files: new Map(),
  problems: [],
}

const documented = (command: string): Candidate => ({
  command,
  purposes: ['test'],
  main: 'test',
  layer: 2,
  source: 'CONTRIBUTING.md',
  line: 1,
  fact: { code: 'documented-command', command },
  weight: 50,
  partial: false,
  folder: '',
  words: [],
  includes: [],
})

test.each([
  'docs/',
  'docs/style.md',
  'src/main.cpp',
  'go/types',
  './configure V=1',
  '.git/hooks/pre-commit',
  'sudo make check',
  'shellcheck disable=SC2034',
  'eslint-disable-next-line',
  'pytest <file>',
  'npm test -- path/to/file',
  'ruby test/test_a.rb --verbose',
  'go test -run TestAdd ./...',
  'pytest tests/test_a.py::test_one',
  'mix test test/a_test.exs:12',
  'pytest -k "parser and not slow"',
  'sample/tokens.py',
  'dist/types',
  'ghc -c Foo.hs',
  'dotnet build src/Gone.sln',
  'busted ^',
  '"--luajit" "2.1"',
  './test/missing',
  './build',
  'nix build github:sample/sample',
  'java -jar server.jar > log.txt 2>&1 &',
  'tox run --skip-pkg-install -e',
  'write | admin)',
  'find . -name report.json | while read -r file; do',
  './mvnw %MAVEN_ARGS% install',
  "./gradlew ${SUITE//$'\\n'/ }",
  'test/conftest.py',
  'npm run test:unit src/multiply.test.ts',
  './build',
  'standard completion script if there are any issues.',
])('%s is no command of the project', command => {
  expect(resolves(documented(command), project)).toBe(false)
})

test.each([
  'npm test',
  'scripts/check',
  './run.sh',
  'bash scripts/lint.sh',
  'vendor/bin/phpunit',
  './gradlew check',
  'ruby test/runner.rb',
  'python solo/all_test.py',
  'go test ./...',
  'cargo clippy --tests -- -Dclippy::all',
  'pnpm --filter @a/b test',
])('%s can be run', command => {
  expect(resolves(documented(command), project)).toBe(true)
})
