import { expect, test } from 'vitest'
import { saysTestsFollow, valuesOfTask } from './tests-follow.ts'

test.each([
  'Parse empty input as "any". The test that expects the error has to change accordingly.',
  'dset() should return its argument. Adjust the test that says it has no return value.',
  'Join with ", ". The existing tests that expect "," without the space need to follow.',
  'Names should be stripped. Update the baselines.',
  'Change the text to "unknown key". Expected outputs in tests.md have to be updated of course.',
  'It should say data[0]. Note that test_empty expects the wrong message, so correct that as well.',
  'Make it `Invalid type` and update the tests and snapshots.',
  'Rename it, update callers, specs and README.',
  'The default is 10 now; adapt the existing tests and the readme example.',
  'format should lower-case the type. The test that expects the case to be kept has to change.',
  'Round half up instead of down. Existing assertions will need new values.',
  'Return null for an unknown id (tests should be updated to match).',
  'Sort ascending. Please bring the specs in line with that.',
  'The header is now sorted, regenerate the golden files.',
  'Dates are printed in UTC from now on, docs and tests accordingly.',
  'Errors start with a capital letter. The expectations in errors_spec.rb must be changed too.',
  'Throw a RangeError here. TestParse expects the old error and should be adapted.',
  'It must not throw any more, update the tests',
])('existing tests are to be updated: %s', task => {
  expect(saysTestsFollow(task)).toBe(true)
})

test.each([
  'Fix the failing tests',
  'npm test is red, please fix the code so that the tests pass',
  'Add a function median with tests',
  'Change parse so that the tests pass',
  'Change the parser. The existing tests must stay as they are.',
  "Update the parser, but don't change the tests.",
  'Return null for an unknown id without touching the tests.',
  'Rename parse to read. All tests should still pass.',
  'Update the dependency and make sure that all tests are green',
  'The date is wrong, write a regression test for it',
  'Refactor the lexer. Leave the specs untouched.',
  'Make the check faster. Tests must pass.',
  'Adjust the failing test in a.test.js',
  'Update the docs for the test runner section',
])('existing tests are not to be updated: %s', task => {
  expect(saysTestsFollow(task)).toBe(false)
})

test('finds the values that a task gives', () => {
  expect(valuesOfTask('"wrong type" is unclear, say `expected a String, got Integer` for 123')).toEqual([
    'wrong type',
    'expected a String, got Integer',
    '123',
  ])
  expect(valuesOfTask('it should say data[0] and return null instead of undefined')).toEqual([
    'data[0]',
    'null',
    'undefined',
  ])
})
