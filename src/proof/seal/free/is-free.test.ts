import { expect, test } from 'vitest'
import { kindOf } from '../../../tools/protection/kind-of.ts'
import { isFree, isToGo, onlyArranged, wantsDeadCodeGone } from './is-free.ts'

/** `path#section`; the kind is what the seal would say. */
function free(task: string, place: string, more: { mayChange?: string[]; configFree?: string[] } = {}): boolean {
  const [path = '', section] = place.split('#')
  const kind = section?.startsWith('scripts') ? 'script' : (kindOf(path) ?? 'script')
  return isFree({ path, kind, ...(section ? { section } : {}) }, { task, mayChange: [], configFree: [], ...more })
}

const SNAP = 'src/__snapshots__/a.test.js.snap'

test.each([
  ['update the snapshots', SNAP],
  ['greet.sh should say "Good day"; update expected/greet.txt', 'expected/greet.txt'],
  ['tests/data/prices.json has a wrong price for tea: it must be 3.5. Correct it.', 'tests/data/prices.json'],
  ['size() should count files. test/size.test.js still expects bytes, change that too.', 'test/size.test.js'],
  [
    'The first example in spec/a_spec.rb has a wrong expected value since yesterday: bold is 1. Correct the spec.',
    'spec/a_spec.rb',
  ],
  [
    'test_x in tests/test_a.py is wrong: it expects 3. add itself is fine. Please correct the number.',
    'tests/test_a.py',
  ],
  ['TestWidth is wrong: it expects 20 instead of 10. Please fix it.', 'width_test.go'],
  ["it is the test that is wrong: one row in a_test.go says 'a.?.c'. Please correct the expectation.", 'a_test.go'],
  ['in test/num.js I miscalculated, the expected value of `hex` is wrong. Only correct the number.', 'test/num.js'],
  [
    'test/data/a.html and test/data/b.html expect <br>. The expected HTML in these two files is wrong, correct it.',
    'test/data/b.html',
  ],
  ['The width example in README.md shows outdated output, so it fails. Update the example.', 'README.md'],
  ['Remove Big: delete big.go and its tests in big_test.go', 'big_test.go'],
  [
    'The doc example of jaro in src/lib.rs fails because it has a typo: 0.4 should be 0.3. Correct the example.',
    'src/lib.rs#tests.example of jaro',
  ],
  ['Update snapshots', SNAP],
  ['Regenerate all snapshots.', SNAP],
  ['refresh the jest snapshots after the rename', SNAP],
  ['change the button colour and update the snapshots accordingly', SNAP],
  ['fix the outdated snapshots', SNAP],
  ['update the golden files', 'pkg/testdata/out.golden'],
  ['re-record the cassettes', 'test/cassettes/api.yml'],
  ['update the fixtures in test/auth', 'test/auth/fixtures/user.json'],
  ['update the snapshots in test/ui', 'test/ui/__snapshots__/a.snap'],
  ['please update the snapshots', SNAP],
  ['adapt test/auth to the new API', 'test/auth/login.test.ts'],
  ['adapt test/auth to the new API', 'test/auth/deep/a.js'],
  ['Adapt the tests in test/auth to the new API', 'test/auth/login.test.ts'],
  ['rename test/a.test.js', 'test/a.test.js'],
  ['rename test/a.test.js to test/b.test.js', 'test/a.test.js'],
  ['move test/a.test.js into test/unit/', 'test/a.test.js'],
  ['fix the flaky test in foo.test.ts', 'src/foo.test.ts'],
  ['Fix the typo in src/foo.test.ts', 'src/foo.test.ts'],
  ['fix the wrong assertion in foo.test.ts', 'src/foo.test.ts'],
  ['fix lint errors in test/auth.test.ts', 'test/auth.test.ts'],
  ['fix the wrong expected value in TestAdd in sums_test.go', 'sums_test.go'],
  ['the expected value in test/a.test.js is wrong, fix the test', 'test/a.test.js'],
  ['Fix the wrong expected value in the test "turns a number into a text" in test/a.test.js', 'test/a.test.js'],
  ['test_slug fails: the expected value for a_b in test_text.py is wrong. Correct the test', 'test_text.py'],
  ['rewrite `src/foo.test.ts` with table tests', 'src/foo.test.ts'],
  ['delete tests/legacy_test.py', 'tests/legacy_test.py'],
  ['remove test/old/', 'test/old/a.js'],
  ['split test/big.test.js into two files', 'test/big.test.js'],
  ['add a case to test/add.test.js', 'test/add.test.js'],
  ['extend test/add.test.js with edge cases', 'test/add.test.js'],
  ['convert test/a.test.js to TypeScript', 'test/a.test.js'],
  ['refactor spec/models/user_spec.rb', 'spec/models/user_spec.rb'],
  ['refactor(tests): simplify test/helpers.js', 'test/helpers.js'],
  ['clean up test/support', 'test/support/db.rb'],
  ['update the tests', 'test/a.test.js'],
  ['rename add to sum and update the tests', 'test/a.test.js'],
  ['migrate the tests to vitest', 'test/a.test.js'],
  ['Rewrite the test suite in TypeScript', 'test/a.test.js'],
  ['refactor all unit tests', 'src/a.test.ts'],
  ['update the auth tests', 'test/auth/login.test.ts'],
  ['update the tests for the parser', 'test/parser.test.ts'],
  ['migrate jest to vitest', 'jest.config.js'],
  ['migrate jest to vitest', 'vitest.config.ts'],
  ['migrate jest to vitest', 'package.json#scripts.test'],
  ['migrate jest to vitest', 'package.json#jest'],
  ['Migrate from Jest to Vitest.', 'jest.config.ts'],
  ['switch from mocha to vitest', '.mocharc.json'],
  ['migrate the tests from mocha to node:test', 'package.json#scripts.test'],
  ["port the mocha tests to node's built-in test runner", '.mocharc.json'],
  ['convert the ava tests to vitest', 'test/a.test.js'],
  ['delete test/a.test.js', 'test/__snapshots__/a.test.js.snap'],
  ['migrate from unittest to pytest', 'pytest.ini'],
  ['replace eslint with biome', 'eslint.config.js'],
  ['replace eslint with biome', 'biome.json'],
  ['replace eslint with biome', 'package.json#scripts.lint'],
  ['move from flake8 to ruff', 'ruff.toml'],
  ['set up eslint', 'eslint.config.js'],
  ['configure prettier', '.prettierrc'],
  ['introduce vitest', 'vitest.config.ts'],
  ['update the jest config', 'jest.config.js'],
  ['adjust the eslint rules', '.eslintrc.json'],
  ['disable the eslint rule no-console', 'eslint.config.js'],
  ['update tsconfig.json', 'tsconfig.json'],
  ['enable strict in tsconfig.json', 'tsconfig.json'],
  ['update the tsconfig', 'tsconfig.json'],
  ['change the Makefile', 'Makefile'],
  ['add a target to the Makefile', 'Makefile'],
  ['change the lint script in package.json', 'package.json#scripts.lint'],
  ['update the GitHub Actions workflow', '.github/workflows/ci.yml'],
  ['fix the CI workflow', '.github/workflows/ci.yml'],
  ['add a job to .github/workflows/ci.yml', '.github/workflows/ci.yml'],
  ['edit jest.config.js', 'jest.config.js'],
  ['update scripts/check.sh to also run the linter', 'scripts/check.sh'],
  ['make answer.txt say solved', 'answer.txt'],
  ['please make sure answer.txt contains 42', 'answer.txt'],
  ['answer.txt should say solved', 'answer.txt'],
  ['write 42 to answer.txt', 'answer.txt'],
  ['put the word solved into `answer.txt`', 'answer.txt'],
  ['create answer.txt with the word solved', 'answer.txt'],
  ['set the port in config.json to 8080', 'config.json'],
])('“%s” frees %s', (task, place) => {
  expect(free(task, place)).toBe(true)
})

test('an order about an example of source is about no other test in it', () => {
  const task = 'The doc example of jaro in src/lib.rs has a typo. Correct the example.'
  const isAllowed = (section?: string): boolean =>
    isFree(
      { path: 'src/lib.rs', kind: 'test', ...(section ? { section } : {}) },
      { task, mayChange: [], configFree: [] },
    )
  expect(isAllowed('tests.example of jaro')).toBe(true)
  expect(isAllowed('tests.mod tests')).toBe(false)
  expect(isAllowed()).toBe(false)
})

test.each([
  ['fix the failing tests', 'test/a.test.js'],
  ['make answer.txt say solved', 'check.sh'],
  ['make test/a.test.js say ok', 'test/a.test.js'],
  ['make answer.txt be accepted by a passing check', 'answer.txt'],
  ['write a parser that reads expected.json', 'expected.json'],
  ['do not let answer.txt contain secrets', 'answer.txt'],
  ['make the tests pass', 'test/a.test.js'],
  ['Fix all tests', 'test/a.test.js'],
  ['fix the tests', 'test/a.test.js'],
  ['fix test/a.test.js', 'test/a.test.js'],
  ['fix the failing test in test/a.test.js', 'test/a.test.js'],
  ['fix the broken test in foo.test.ts', 'foo.test.ts'],
  ['make test/a.test.js pass', 'test/a.test.js'],
  ['get test/a.test.js green', 'test/a.test.js'],
  ['fix the bug in src/a.js so that test/a.test.js passes', 'test/a.test.js'],
  ['update src/a.js to satisfy test/a.test.js', 'test/a.test.js'],
  ['change src/auth.ts according to test/auth.test.ts', 'test/auth.test.ts'],
  ['refactor src/a.js using test/a.test.js as a guide', 'test/a.test.js'],
  ['implement add() as described in test/add.test.ts', 'test/add.test.ts'],
  ['update the code for test/a.test.js', 'test/a.test.js'],
  ['rewrite src/a.js until test/a.test.js is green', 'test/a.test.js'],
  ['run test/a.test.js', 'test/a.test.js'],
  ['see test/a.test.js', 'test/a.test.js'],
  ['the tests in test/auth fail', 'test/auth/a.test.js'],
  ['update the failing tests', 'test/a.test.js'],
  ['remove the failing tests', 'test/a.test.js'],
  ['update the affected tests', 'test/a.test.js'],
  ['add tests', 'test/a.test.js'],
  ['add tests for the parser', 'test/parser.test.js'],
  ['improve the test coverage', 'test/a.test.js'],
  ['raise coverage to 80 %', 'vitest.config.ts'],
  ['update the test runner', 'test/a.test.js'],
  ['update dependencies', 'test/a.test.js'],
  ['update the auth tests', 'test/billing.test.ts'],
  ['update the tests for the parser', 'test/printer.test.ts'],
  ['adapt test/auth to the new API', 'test/billing/a.test.ts'],
  ['adapt test/auth to the new API', 'jest.config.js'],
  ['fix the flaky test in foo.test.ts', 'src/bar.test.ts'],
  ['update the snapshots', 'src/a.test.js'],
  ['update the snapshots', 'jest.config.js'],
  ['update the snapshots in test/ui', 'test/api/__snapshots__/a.snap'],
  ['make the snapshot tests pass', SNAP],
  ['fix the snapshot tests', SNAP],
  ['add a snapshot test for Button', SNAP],
  ['update the snapshot logic', SNAP],
  ['restore the database snapshot', SNAP],
  ['update the database snapshots', SNAP],
  ['update the tests without touching the snapshots', SNAP],
  ['refactor the parser without changing the tests', 'test/a.test.js'],
  ['update src/a.js, do not change the tests', 'test/a.test.js'],
  ["update the API but don't touch test/auth", 'test/auth/a.test.ts'],
  ['update test/auth, but leave test/auth/core.test.ts unchanged', 'test/auth/core.test.ts'],
  ['never edit jest.config.js', 'jest.config.js'],
  ['update the tests. The tests must not be weakened or deleted. Keep the config.', 'jest.config.js'],
  ['fix the eslint errors', 'eslint.config.js'],
  ['make eslint pass', 'eslint.config.js'],
  ['run jest', 'jest.config.js'],
  ['fix the jest failures', 'jest.config.js'],
  ['add jest tests for the parser', 'jest.config.js'],
  ['add vitest tests', 'vitest.config.ts'],
  ['upgrade typescript', 'tsconfig.json'],
  ['fix all type errors', 'tsconfig.json'],
  ['fix CI', '.github/workflows/ci.yml'],
  ['make CI green', '.github/workflows/ci.yml'],
  ['migrate jest to vitest', 'eslint.config.js'],
  ['delete test/b.test.js', 'test/__snapshots__/a.test.js.snap'],
  ['remove slug from src/a.js and test/a.test.js', 'test/a.test.js'],
  ['migrate the service from node to bun', 'package.json#scripts.test'],
  ['migrate jest to vitest', 'package.json#scripts.build'],
  ['migrate jest to vitest', 'package.json#type'],
  ['migrate the database to postgres', 'jest.config.js'],
  ['replace lodash with native code', 'jest.config.js'],
  ['replace the jest mock of fetch with msw', 'jest.config.js'],
  ['update package.json', 'package.json#scripts.test'],
  ['add a dependency to package.json', 'package.json#scripts.test'],
  ['add a lint script', 'package.json#scripts.test'],
  ['fix the build', 'Makefile'],
  ['make test', 'Makefile'],
  ['update src/', 'test/a.test.js'],
  ['update everything in .', 'test/a.test.js'],
  ['change **', 'test/a.test.js'],
  ['refactor src/tests-runner.ts', 'test/a.test.js'],
  ['', 'test/a.test.js'],
  ['update the documentation of the test helpers', 'test/helpers.js'],
  ['remove dead code; all tests pass', 'test/a.test.js'],
  ['add e.g. a retry', 'test/a.test.js'],
  ['If test/a.test.js fails, update src/a.js', 'test/a.test.js'],
  ['modify the implementation, not the tests', 'test/a.test.js'],
  ['change the code instead of test/a.test.js', 'test/a.test.js'],
  ['update src/a.js to fix test/a.test.js', 'test/a.test.js'],
  ['extend the parser (see test/parser.test.js)', 'test/parser.test.js'],
  ['update the API: test/api.test.ts describes it', 'test/api.test.ts'],
  ['update the parser - test/parser.test.js shows how', 'test/parser.test.js'],
  ['refactor the code behind test/a.test.js', 'test/a.test.js'],
  ['fix the wrong result in test/a.test.js', 'test/a.test.js'],
  ['correct the sum in test/a.test.js', 'test/a.test.js'],
  ['update the code that test/a.test.js covers', 'test/a.test.js'],
  ['change what test/a.test.js needs', 'test/a.test.js'],
  ['FAIL test/a.test.js\n  expected 4, got 5', 'test/a.test.js'],
])('“%s” does not free %s', (task, place) => {
  expect(free(task, place)).toBe(false)
})

test.each([
  ['test/**', 'test/deep/a.test.js', true],
  ['test/auth', 'test/auth/a.test.js', true],
  ['./test/auth/', 'test/auth/a.test.js', true],
  ['test/auth', 'test/authority.test.js', false],
  ['*.config.js', 'jest.config.js', true],
  ['*.config.js', 'sub/jest.config.js', false],
  ['.npmrc', '.npmrc', true],
  ['package.json', 'package.json#scripts.test', true],
  ['package.json#scripts.lint', 'package.json#scripts.lint', true],
  ['package.json#scripts.lint', 'package.json#scripts.test', false],
  ['package.json#scripts.*', 'package.json#scripts.test', true],
])('the glob %s and %s: %s', (glob, place, expected) => {
  expect(free('', place, { mayChange: [glob] })).toBe(expected)
  expect(free('', place, { configFree: [glob] })).toBe(expected)
})

test.each([
  ['fix the bug, and delete the unused src/old.js together with its test test/old.test.js', true],
  ['delete src/old.js and test/old.test.js', true],
  ['remove src/old.js, its test test/old.test.js and the docs', true],
  ['delete src/old.js', false],
  ['do not delete test/old.test.js', false],
  ['fix src/old.js and test/old.test.js', false],
  ['delete the failing test test/old.test.js', false],
  ['delete src/old.js, make it like test/old.test.js', false],
])('%s: the test may go: %s', (task, goes) => {
  expect(isToGo('test/old.test.js', task)).toBe(goes)
  if (goes) expect(free(task, 'test/old.test.js')).toBe(true)
})

test.each(['remove unused files', 'delete the dead code and fix the types', 'clean up obsolete modules'])(
  'code that nobody uses may go: %s',
  task => {
    expect(wantsDeadCodeGone(task)).toBe(true)
  },
)

test.each(['fix the type errors', 'fix the types, do not delete unused files', 'remove the unused variable'])(
  'nothing may go by these words: %s',
  task => {
    expect(wantsDeadCodeGone(task)).toBe(false)
  },
)

test('"it" is not the test, where a sentence about the source stands between', () => {
  const said = 'test/a.test.js has a wrong comment.'
  expect(free(`${said} Correct it.`, 'test/a.test.js')).toBe(true)
  expect(free(`${said} The total ignores the discount. Fix it.`, 'test/a.test.js')).toBe(false)
})

test.each([
  ['move the tests in test/a.test.js to test/slow.test.js', 'moved'],
  ['split test/a.test.js into test/b.test.js and test/c.test.js', 'moved'],
  ['rewrite test/a.test.js as a table', 'rewritten'],
  ['parametrize the tests in test/a.test.js', 'rewritten'],
  ['update test/a.test.js to the new output', null],
  ['move the slow tests from test/a.test.js to test/slow.test.js; update test/a.test.js', null],
])('%s: %s', (task, arranged) => {
  const change = { path: 'test/a.test.js', kind: 'test' } as const
  expect(onlyArranged(change, { task, mayChange: [], configFree: [] })).toBe(arranged)
  expect(onlyArranged(change, { task, mayChange: ['test/**'], configFree: [] })).toBeNull()
})
