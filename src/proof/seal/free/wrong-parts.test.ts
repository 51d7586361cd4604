import { expect, test } from 'vitest'
import { isFree } from './is-free.ts'
import { withWrongParts } from './wrong-parts.ts'

const frees = (task: string, path: string): boolean =>
  isFree({ path, kind: 'test' }, { task, mayChange: [], configFree: [] })

test.each([
  'The row for 1.7rc2 and 1.7 in TestCompare (version_test.go) is wrong: a candidate is lower, so the result is -1. Correct the row',
  'The case "1.7rc2" of TestCompare in version_test.go is incorrect. It must be -1. Please fix the case.',
  'The last line of the table in version_test.go is outdated; update the line to -1',
  'One entry in version_test.go is wrong, correct it',
  'The expected value for 1.7rc2 in version_test.go is wrong: it is lower. Fix the value',
  'version_test.go contains a wrong row for 1.7rc2. It is lower than 1.7. Correct the row',
  'Correct the wrong row for 1.7rc2 and 1.7 in TestCompare (version_test.go)',
  'fix the incorrect test case in version_test.go',
  'The row for 1.7rc2 in TestCompare is wrong: a candidate is lower. Correct the row',
  'The expected value in version_test.go is wrong, somebody miscounted. Compare itself is fine, correct the expectation',
  'TestCompare is red. The expectation in its last line is wrong, not the code. Please correct that in version_test.go.',
  'the test "a, and b" in version_test.go is wrong. Compare() is right, correct the expected value in the test',
])('"%s" frees the test', task => {
  expect(frees(task, 'version_test.go')).toBe(true)
})

test.each([
  'The row for 1.7rc2 in version_test.go is wrong. Correct the row',
  'The example in README.rst is wrong: it prints 3. Correct the example',
])('"%s" frees no other test', task => {
  expect(frees(task, 'other_test.go')).toBe(false)
})

test.each([
  'The row for 1.7rc2 in version_test.go fails: Compare returns 1. Correct Compare',
  'The row for 1.7rc2 in version_test.go is wrong because Compare returns 1. Fix Compare',
  'The result for 1.7rc2 in TestCompare (version_test.go) is wrong. Fix it',
  'The row for 1.7rc2 in version_test.go is wrong: leave it. Do not correct the row',
  'The row for 1.7rc2 in the table of version.go is wrong. Correct the row',
  'Fix the wrong value in version.go and run the tests in version_test.go',
  'The value in version.go is wrong. Correct the value so that version_test.go passes',
  'Fix the failing row in version_test.go',
  'The expectation of our users is wrong. Please correct that in version.go, version_test.go shows it',
  'The result is wrong. Please correct that in version_test.go',
])('"%s" does not free the test', task => {
  expect(frees(task, 'version_test.go')).toBe(false)
})

test('an example of a document is freed by its path', () => {
  expect(frees('The example in README.rst is wrong: it prints 3. Correct the example', 'README.rst')).toBe(true)
  expect(frees('The value in src/lib.rs is wrong. Correct the value', 'src/lib.rs')).toBe(false)
})

test('a long row of spaces after a sentence takes no long time', () => {
  const start = performance.now()
  withWrongParts(`Fix version.go.${' '.repeat(100_000)}`)
  expect(performance.now() - start).toBeLessThan(3000)
})
