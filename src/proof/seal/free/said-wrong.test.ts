import { expect, test } from 'vitest'
import { correctionSaid } from './said-wrong.ts'

test.each([
  'test_width has a wrong expectation: with an odd number the extra space is on the right. Our code is right, the test isn’t. Please correct it.',
  'The width test is wrong: it expects 20, but the default is kept here (see README). Can you correct the test? The code is right.',
  "The test 'fills holes' fails because its expectation is wrong: index 1 was set. The library itself is fine, just correct the test.",
  'It is the test that is wrong, not the parser. Fix the test please.',
  'I think the assertion in test_width is incorrect, 3 is what the RFC says. Please fix it.',
  'There is a mistake in TestWidth: 4 and 5 are swapped. The implementation is correct. Please fix that.',
  'The mistake is in the spec, parse() behaves as documented. Correct the spec.',
  'test_width asserts the wrong value. Fix the assertion.',
  'TestWidth expects 20 instead of 10. The code works as intended, so adjust the test.',
  'Somebody swapped two numbers in test/width.test.js, the test is not correct. Please repair it.',
  'Looks like the expected output is outdated. The program is fine. Please update it',
  'wrong expectation in test_width, the result has to be 3. Please correct it',
  'The test has a typo: 1O instead of 10. Correct it',
  'fix the wrong assertion in test_width, the function is fine',
  'parse is right and the test is wrong. Correct it.',
  'Our unit test for width is faulty. It says 12, it has to say 13. Please correct the number.',
])('"%s" asks to correct a test', task => {
  expect(correctionSaid(task)).not.toBeNull()
})

test.each([
  [
    'tests/expected_sizes.txt is wrong. The buffer is doubled, so it must say 24, not 20. Please correct the baseline, make test fails because of it.',
    ['tests/expected_sizes.txt'],
  ],
  ['The baseline in tests/sizes.txt is incorrect: 24, not 20. Please correct the file.', ['tests/sizes.txt']],
  ['test/width.test.js has a mistake. The third line has to be 3. Please correct it.', ['test/width.test.js']],
])('"%s" names the files', (task, paths) => {
  expect(correctionSaid(task)).toEqual(paths)
})

test.each([
  'make test is red since the last commit (values like "1;2;3" get cut off). please fix',
  'test_width fails because the output is wrong. Please correct it.',
  'The test shows that the width is wrong. Please correct it.',
  'The result in test_width is wrong. Fix it.',
  'Width returns the wrong value, see test_width. Please correct it.',
  'The row for 3 in test_width is wrong because width() has a bug. Fix width.',
  'The test is not wrong, the code is. Please correct it.',
  'The code is wrong and the test is right. Please correct it.',
  'Our runner runs the wrong tests. Please correct it.',
  'The tests are outdated. Rename foo to bar.',
  'The test expects 3 but width returns 4, which is wrong. Please fix it.',
  'Fix the failing test.',
  'The expectation of our users is wrong. Please correct that in width.js, width.test.js shows it',
  'A row in the printed table is wrong. Correct it.',
  'The code is right about tests, but the error message is wrong. Correct it.',
  'test_width is red: wrong sum. Please correct it.',
  'Fix width. If the test is wrong, correct the test.',
  'Fix the wrong width, the test in test_width is fine.',
])('"%s" does not ask to correct a test', task => {
  expect(correctionSaid(task)).toBeNull()
})

test('reads long tasks to the end', () => {
  const pieces = ['the test ', 'test_a has a ', 'wrong ', 'the expected ', '. ', 'is ', '`']
  const read = pieces.map(piece => correctionSaid(`The test is wrong. ${piece.repeat(20_000)}`))
  expect(read).not.toContain(undefined)
})
