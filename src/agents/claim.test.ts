import { expect, test } from 'vitest'
import { saysDone } from './claim.ts'

test.each([
  ['done', true],
  ['I fixed the parser. All tests pass.', true],
  ['Implemented `clamp` in src/clamp.js\n\nThe suite is green.', true],
  ['\u001b[32m✓ finished\u001b[0m', true],
  ['hm', false],
  ['looking at the tests', false],
  ['', false],
  ['It is not done yet.', false],
  ["The tests don't pass.", false],
  ['I will continue when the build is done.', false],
  ['2 tests passed, 1 failed', false],
])('%j is a claim: %s', (answer, expected) => {
  expect(saysDone(answer)).toBe(expected)
})
