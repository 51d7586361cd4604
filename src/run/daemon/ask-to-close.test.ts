import { expect, test } from 'vitest'
import { isTooLate } from './ask-to-close.ts'

test.each([
  [0, false],
  [1_000, false],
  [1_001, true],
  [3_600_000, true],
  [-200, false],
  [-3_600_000, true],
])('a question that was asked %i ms ago: too late is %s', (age, late) => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(isTooLate(now - age, now)).toBe(late)
})
