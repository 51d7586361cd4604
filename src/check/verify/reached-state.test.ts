import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestRecord } from '../../tools/ids/executed.ts'
import { readOutput } from '../output/read-output.ts'
import { isStateReached } from './reached-state.ts'
import type { Verification } from './verification.ts'
import { warningsLeft } from './warnings-left.ts'

const FILES = ['src/cart.js', 'test/cart.test.js', 'test/price.test.js', 'test/old.test.js', 'lib/a.js']
const cwd = mkdtempSync(join(tmpdir(), 'reached-'))
for (const path of FILES) {
  mkdirSync(dirname(join(cwd, path)), { recursive: true })
  writeFileSync(join(cwd, path), '')
}

const record = (file: string, title: string, state: TestRecord['state'] = 'passed'): TestRecord => ({
  id: `${file}::${title}`,
  file,
  title: [title],
  state,
  retries: 0,
})

const TESTS = [
  record('test/cart.test.js', 'CartTest total'),
  record('test/price.test.js', 'adds tax'),
  record('test/login.test.js', 'login', 'skipped'),
]
const PASSED = 'ℹ tests 3\nℹ suites 0\nℹ pass 2\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\nℹ duration_ms 50\n'

const SESSION = '============ test session starts ============\ncollected 2 items\n\n'

/** A run that exits 0. Tests ran only where the output is a report. */
function ran(command: string, output: string, tests: readonly TestRecord[] = []): Verification {
  const criterion = { kind: 'exit_code', command, expect: 0, said: command } as const
  const evidence = { tool: 'node:test', source: 'report', closed: true, agrees: true, retries: 0, only: null } as const
  const files = tests.flatMap(({ file }) => (file === null ? [] : [file]))
  return {
    kind: 'passed',
    criterion,
    said: command,
    command,
    exitCode: 0,
    output,
    durationMs: 1,
    reading: readOutput(output, 0, { command }),
    executed: tests.length === 0 ? null : { runners: [{ ...evidence, tests, files, notes: [] }], unknown: [] },
    measured: null,
    parts: [],
  }
}

const reached = (task: string, ...verifications: readonly Verification[]): boolean =>
  isStateReached({ task, cwd, verifications })

test.each([
  'fix the failing tests',
  'make the test test/cart.test.js pass',
  'fix the failing tests in test/',
  'fix the failing tests in test',
  'fix the failing tests for src/cart.js',
  'fix the failing price tests',
  'the test CartTest fails, fix it',
])('"%s": these tests ran and passed', task => {
  expect(reached(task, ran('node --test', PASSED, TESTS))).toBe(true)
})

test.each([
  'make the test test/checkout.test.js pass',
  'make the test test/old.test.js pass',
  'fix the failing tests in packages/api',
  'fix the failing tests in lib',
  'fix the failing tests in the auth module',
  'fix the failing login tests',
  'fix the test test_login',
  'the stripe tests fail',
  'fix the failing e2e tests',
  'make the integration tests pass',
  'fix the failing art tests',
  'make the pytest suite pass',
])('"%s": no such test passed', task => {
  expect(reached(task, ran('node --test', PASSED, TESTS))).toBe(false)
})

test.each([
  ['a script that prints a word', 'npm test', 'ok\n'],
  ['a syntax check', 'node --check src/cart.js', ''],
  ['a target that is up to date', 'make test', "make: 'test' is up to date.\n"],
  ['own counts', './test.sh', '3 passed\n'],
  ['a report that was cut short', 'npm test', 'TAP version 13\nok 1 - a\n'],
  ['only skipped tests', 'pytest', `${SESSION}=== 2 skipped in 0.02s ===\n`],
])('%s does not show that tests pass', (_, command, output) => {
  expect(reached('fix the failing tests', ran(command, output))).toBe(false)
})

test.each([
  ['fix the lint warnings', 'npm run lint', '\n> a@1.0.0 lint\n> eslint .\n\n', true],
  ['fix the lint warnings', 'npx eslint . --max-warnings 0', '', true],
  ['make lint clean', 'npx eslint src', '', true],
  ['no more ruff violations', 'ruff check .', 'All checks passed!\n', true],
  ['resolve the eslint problems in src', 'npx eslint .', '', true],
  ['resolve the eslint problems in src', 'npx eslint lib', '', false],
  ['resolve all TypeScript errors', 'npx tsc --noEmit', '', true],
  ['fix the eslint errors', 'npx biome check .', 'Checked 3 files in 2ms. No fixes applied.\n', false],
  ['fix the lint warnings', 'npx eslint . --quiet', '', false],
  ['fix the lint warnings', 'npx eslint . 2>/dev/null', '', false],
  [
    'fix the lint warnings',
    'npx eslint .',
    '\n/x/a.js\n  1:1  warning  Unexpected console  no-console\n\n✖ 1 problem (0 errors, 1 warning)\n',
    false,
  ],
  ['fix the lint warnings', './lint.sh', 'a.js: console.log\n', false],
  ['fix the lint errors', 'gofmt -l .', 'lib/a.js\n', false],
  ['fix the lint errors', 'gofmt -l .', '', true],
  [
    'fix the lint errors',
    'gofmt -d .',
    'diff lib/a.go.orig lib/a.go\n--- lib/a.go.orig\n+++ lib/a.go\n@@ -1 +1 @@\n',
    false,
  ],
  ['make lint pass', 'make lint', 'gofmt -l .\nlib/a.js\n', false],
  [
    'fix the lint errors',
    'npm run lint',
    '/x/a.js\n  2:1  error  Missing doc  doc\n\n✖ 1 problem (1 error, 0 warnings)\n',
    false,
  ],
  ['fix the lint errors', './lint.sh', 'checked 4 files, 3 violations\n', false],
  ['fix the lint errors', './lint.sh', 'checked 4 files, no violations, errors: 0\n', true],
  [
    'fix the lint errors',
    'rake lint',
    'ruby -wc lib/bad.rb\nlib/bad.rb:1: syntax error, unexpected end-of-input\n',
    false,
  ],
  [
    'fix the build',
    'npm run pack',
    'ERROR in ./src/a.js\nModule not found\n\nwebpack 5.9 compiled with 1 error in 9 ms\n',
    false,
  ],
  [
    'fix the build',
    'npm run pack',
    'asset error.js 1 KiB [emitted]\nwebpack 5.9 compiled successfully in 9 ms\n',
    true,
  ],
  ['fix the build', 'make', 'cc -Werror -c error.c\ncc -o app error.o\n', true],
  ['the build is broken', 'make', 'a.c:3:1: error: unknown type name\n', false],
  ['fix the type errors', './types.sh', 'Found 2 type errors.\n', false],
  ['fix the compiler warnings', 'make', "make: Nothing to be done for 'all'.\n", false],
  ['fix the compiler warnings', 'cargo build', '    Finished `dev` profile\n', false],
  ['fix the compiler warnings', 'make CFLAGS="-Wall -Werror"', '', true],
  ['fix the compile errors', 'make', "make: Nothing to be done for 'all'.\n", true],
  ['tests should pass without warnings', 'pytest', `${SESSION}=== 2 passed, 1 warning in 0.02s ===\n`, false],
  ['tests should pass without warnings', 'pytest -W error', `${SESSION}=== 2 passed in 0.02s ===\n`, true],
] as const)('"%s" by `%s` printing %j: %s', (task, command, output, is) => {
  expect(reached(task, ran(command, output))).toBe(is)
})

test('a command for another kind of tests, and a script that cannot fail', () => {
  expect(reached('fix the unit tests', ran('npm run test:e2e', PASSED, TESTS))).toBe(false)
  expect(reached('fix the unit tests', ran('npm test', PASSED, TESTS))).toBe(true)
  writeFileSync(join(cwd, 'package.json'), '{"scripts":{"build":"tsc || true","make":"tsc"}}')
  expect(reached('fix the build', ran('npm run build', ''))).toBe(false)
  expect(reached('fix the build', ran('npm run make', ''))).toBe(true)
})

test('a build shows that types are right only if it checks them', () => {
  const empty = mkdtempSync(join(tmpdir(), 'reached-'))
  const shows = (script: string): boolean =>
    isStateReached({ task: 'fix the type errors', cwd: empty, verifications: [ran('npm run build', `> ${script}\n`)] })
  expect([shows('node --check src/cart.js'), shows('tsc -p .')]).toEqual([false, true])
})

test('printed warnings contradict a task that wants none', () => {
  const warned = ran('pytest', `${SESSION}=== 2 passed, 1 warning in 0.02s ===\n`)
  expect(warningsLeft('fix the test warnings', [warned], false)).toContain('1 warning')
  expect(
    warningsLeft('fix the test warnings', [ran('pytest', `${SESSION}=== 2 passed in 0.02s ===\n`)], true),
  ).toBeNull()
  expect(warningsLeft('fix the failing tests', [warned], true)).toBeNull()
  const lint = ran('npx eslint .', '\n✖ 1 problem (0 errors, 1 warning)\n')
  expect(warningsLeft('make lint clean', [lint], true)).toContain('1 warning')
  expect(warningsLeft('make lint clean', [lint], false)).toBeNull()
})
