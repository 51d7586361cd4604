import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readOutput } from '../output/read-output.ts'
import { reportedFailure } from './reported-failure.ts'

/** `script`: the text of check.sh, or files by their paths. */
async function reported(
  command: string,
  output: string,
  script: string | Readonly<Record<string, string>> = '',
): Promise<string | null> {
  const cwd = await mkdtemp(join(tmpdir(), 'report-'))
  for (const [path, text] of Object.entries(typeof script === 'string' ? { 'check.sh': script } : script)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
  const result = { kind: 'exited' as const, exitCode: 0, output, durationMs: 1 }
  const run = { result, reading: readOutput(output, 0, { command }), executed: null, startedAt: 0 }
  return reportedFailure(command, run, { cwd, mayFail: () => false })
}

const CARGO_FAILED = `running 2 tests
test tests::a ... ok
test tests::b ... FAILED

failures:

---- tests::b stdout ----
thread 'tests::b' panicked at src/lib.rs:9:9:
boom

failures:
    tests::b

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--lib\`
`
const PYTEST_FAILED =
  '============ test session starts ============\ncollected 2 items\n\ntest_a.py .F  [100%]\n\n=== FAILURES ===\n___ test_b ___\n\n    def test_b():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_a.py:5: AssertionError\n=== short test summary info ===\nFAILED test_a.py::test_b - assert 1 == 2\n=== 1 failed, 1 passed in 0.02s ===\n'
const PYTEST_PASSED =
  '============ test session starts ============\ncollected 2 items\n\ntest_a.py ..  [100%]\n\n=== 2 passed in 0.02s ===\n'
const TSC_FAILED = "src/t.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.\n"

test.each([
  ['cargo test || true', CARGO_FAILED],
  ['cargo test; true', CARGO_FAILED],
  ['./check.sh', PYTEST_FAILED, 'pytest || true\n'],
  ['ruby tests.rb || true', PYTEST_FAILED],
  ['pytest | cat', PYTEST_FAILED],
  ['sh check.sh', PYTEST_PASSED + PYTEST_FAILED, 'pytest a\npytest b\nexit 0\n'],
  ['pytest || pytest || true', PYTEST_FAILED + PYTEST_FAILED],
  ['for i in 1 2; do pytest; done; true', PYTEST_FAILED + PYTEST_FAILED],
  ['cargo test || cargo test || true', CARGO_FAILED + CARGO_FAILED],
  ['npx tsc --noEmit || true', TSC_FAILED],
  ['npm run types', `\n> app@1.0.0 types\n> tsc --noEmit || true\n\n${TSC_FAILED}`],
])('%s has not passed when its report says that it failed', async (command, output, script?: string) => {
  expect(await reported(command, output, script)).toContain('its own report says otherwise')
})

test.each([
  ['a retry in the command', 'pytest || pytest', PYTEST_FAILED + PYTEST_PASSED],
  ['a retry in a script', './check.sh', PYTEST_FAILED + PYTEST_PASSED],
  [
    'a retry that says so',
    './check.sh',
    `${CARGO_FAILED}Retrying (2 of 3)\n${CARGO_FAILED.replaceAll('FAILED', 'ok')}`,
  ],
  ['expected failures', 'pytest', '=== 1 passed, 2 xfailed in 0.02s ===\n'],
  ['a rerun by the runner', 'pytest --reruns 2', '=== 2 passed, 1 rerun in 0.02s ===\n'],
  [
    'flaky tests of Playwright',
    'npx playwright test',
    'Running 3 tests using 1 worker\n\n  1 flaky\n    [chromium] › a.spec.ts:3:1 › login ──\n  2 passed (2.1s)\n',
  ],
  [
    'reruns of Surefire',
    'mvn test',
    '[WARNING] Flakes:\n[WARNING] a.FooTest.bar\n[ERROR]   Run 1: FooTest.bar:12 expected: <1> but was: <2>\n[INFO]   Run 2: PASS\n[INFO]\n[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1\n[INFO] BUILD SUCCESS\n',
  ],
  [
    'flaky tests of nextest',
    'cargo nextest run',
    '    Starting 2 tests across 1 binary\n  TRY 1 FAIL [   0.005s] a tests::b\n  TRY 2 PASS [   0.005s] a tests::b\n        PASS [   0.004s] a tests::a\n------------\n     Summary [   0.010s] 2 tests run: 2 passed (1 flaky), 0 skipped\n   FLAKY 2/3 [   0.005s] a tests::b\n',
  ],
  [
    'a failing todo',
    'node --test',
    'TAP version 13\nnot ok 1 - later # TODO\nok 2 - now\n1..2\n# tests 2\n# pass 1\n# fail 0\n# skipped 0\n# todo 1\n',
  ],
  ['errors that a test prints', 'npm test', `${TSC_FAILED} Test Files  1 passed (1)\n      Tests  2 passed (2)\n`],
  [
    'findings that a flag allows',
    'pylint --fail-under=8 src',
    'src/a.py:1:0: E0602: Undefined variable (undefined-variable)\n\nYour code has been rated at 9.00/10\n',
  ],
  ['a run that must fail', '! python3 -m pytest fixtures/test_bad.py', PYTEST_FAILED],
  ['one run of two that must fail', 'pytest good && ! pytest bad', PYTEST_PASSED + PYTEST_FAILED],
  ['a type error that must be found', '! npx tsc --noEmit -p bad', TSC_FAILED],
  ['a script with a suite that must fail', './check.sh', PYTEST_FAILED, 'if pytest bad; then exit 1; fi\n'],
  ['a script that reads the exit code', 'bash check.sh', PYTEST_FAILED, 'pytest bad\ntest $? -eq 1\n'],
  ['the report of a fixture', 'npm test', `\n> app@1.0.0 test\n> node selftest.js\n\n${PYTEST_FAILED}ok\n`],
  ['a script that fails if the run passes', './check.sh', PYTEST_FAILED, 'pytest bad && { echo no; exit 1; }\n'],
  ['a mutation tester', 'mutmut run', PYTEST_PASSED + PYTEST_FAILED],
  ['an old log', 'cat old.log', PYTEST_FAILED],
  ['one line of a report', './selftest', '--- FAIL: TestX (0.00s)\n'],
])('%s: passed', async (_, command, output, script?: string) => {
  expect(await reported(command, output, script)).toBeNull()
})

test('the closing count of a test program of our own', async () => {
  expect(await reported('make test', 'Tests failed: 1\nTests passed: 372\n')).toContain('Tests failed: 1')
  expect(await reported('./run-tests', '3 tests failed\n')).toContain('3 tests failed')
  expect(await reported('make test', 'Tests failed: 2\nagain\nTests failed: 0\n')).toBeNull()
  expect(await reported('! ./run-tests bad', '3 tests failed\n')).toBeNull()
  expect(await reported('./report', 'last week 3 tests failed in CI\n')).toBeNull()
})

const TEST_SCRIPT = JSON.stringify({ scripts: { test: 'pytest || echo failed' } })
const BATS_FAILED = '1..2\nok 1 total\nnot ok 2 tax\n# (in test file test/price.bats, line 2)\n'
const UNITTEST_FAILED = `F
======================================================================
FAIL: test_a (__main__.T)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "t.py", line 4, in test_a
    self.assertEqual(1, 2)
AssertionError: 1 != 2

----------------------------------------------------------------------
Ran 1 test in 0.000s

FAILED (failures=1)
`

test.each([
  ['npm test --silent', PYTEST_FAILED, { 'package.json': TEST_SCRIPT }],
  ['npm -s test', PYTEST_FAILED, { 'package.json': TEST_SCRIPT }],
  ['npm run -s ci', PYTEST_FAILED, { 'package.json': '{"scripts":{"ci":"npm test","test":"pytest; exit 0"}}' }],
  ['make test', PYTEST_FAILED, { GNUmakefile: 'test:\n\t-pytest\n' }],
  ['make test', PYTEST_FAILED, { makefile: 'test:\n\t@pytest || echo failed\n' }],
  ['make test', PYTEST_FAILED, { Makefile: 'test:\n\t$(PYTEST) | cat\nPYTEST = pytest\n' }],
  ['make test', PYTEST_FAILED, { Makefile: 'test: unit\nunit:\n\t./check\n', check: '#!/bin/sh\npytest\necho done\n' }],
  ['make -C sub test', PYTEST_FAILED, { 'sub/Makefile': 'test:\n\tpytest || :\n' }],
  ['cd sub && make test', PYTEST_FAILED, { 'sub/Makefile': 'test:\n\tpytest || :\n' }],
  ['(cd sub && npm test)', PYTEST_FAILED, { 'sub/package.json': TEST_SCRIPT }],
  ['npm --prefix sub test', PYTEST_FAILED, { 'sub/package.json': TEST_SCRIPT }],
  ['make test', BATS_FAILED, { Makefile: 'test:\n\t@bats test || echo "some failed"\n' }],
  ['python3 t.py', UNITTEST_FAILED, { 't.py': 'import unittest\nunittest.main(exit=False)\n' }],
  ['python3 run.py', PYTEST_FAILED, { 'run.py': 'import subprocess\nsubprocess.run(["pytest", "-q"])\n' }],
])('%s: a script, a target, or a program hides the failure', async (command, output, files) => {
  expect(await reported(command, output, files as Readonly<Record<string, string>>)).toContain(
    'its own report says otherwise',
  )
})

test.each([
  [
    'a driver that looks at the result',
    'python3 run.py',
    PYTEST_FAILED,
    { 'run.py': 'import subprocess\nr = subprocess.run(["pytest"])\nassert r.returncode == 1\n' },
  ],
  ['a test of a reader', 'node self.js', PYTEST_FAILED, { 'self.js': "console.log(read('pytest'))\n" }],
  [
    'another target of the Makefile',
    'make demo',
    PYTEST_FAILED,
    { Makefile: 'demo:\n\tcat old.log\ntest:\n\t-pytest\n' },
  ],
  [
    'a cleanup that make ignores',
    'make test',
    'make: [Makefile:2: test] Error 1 (ignored)\n3 passed, 0 failed\n',
    { Makefile: 'test:\n\t-rm test.log\n\t./run\n' },
  ],
  [
    'a stamp that is up to date',
    'make test',
    "make: 'test.stamp' is up to date.\n",
    { Makefile: 'test: test.stamp\n', 'test.stamp': '' },
  ],
  ['a build that is up to date', 'make', "make: Nothing to be done for 'all'.\n", { Makefile: 'all: a.o\n' }],
  ['counts of a fixture', './self', 'fixture:\n1 passed, 1 failed\nselftest ok\n', {}],
  ['counts in a sentence', './self', 'nightly job: 4 passed, 1 failed on arm\n', {}],
] as const)('%s: passed too', async (_, command, output, files) => {
  expect(await reported(command, output, files)).toBeNull()
})

test.each([
  [
    './test.sh',
    'ok total\nFAIL tax: expected 15 got 12\n1 passed, 1 failed\n',
    'check() { if [ "$1" = "$2" ]; then echo ok; fi; }\n',
    '1 passed, 1 failed',
  ],
  [
    'make test',
    'test result: FAILED. 0 passed; 2 failed; 0 ignored\n\nerror: test failed, to rerun pass `--lib`\n',
    '',
    '2 failed',
  ],
  ['./t', 'passed: 3, failed: 1\n', '', 'failed: 1'],
] as const)('%s prints a closing count of its own', async (command, output, script, says) => {
  expect(await reported(command, output, { 'test.sh': script })).toContain(says)
})

test('make ran nothing, or ignored a failing test', async () => {
  const phony = await reported('make test', "make: 'test' is up to date.\n", {
    Makefile: 'test:\n\t./t\n',
    'test/a': '',
  })
  expect(phony).toContain('.PHONY: test')
  const aborted = 'Aborted (core dumped)\nmake: [Makefile:2: test] Aborted (ignored)\n'
  expect(await reported('make test', aborted, { Makefile: 'test:\n\t-./test_price\n' })).toContain('ignored a failure')
})
