import { expect, test } from 'vitest'
import { delayIn } from './reset-time.ts'

const NOW = new Date(2026, 10, 15, 18, 30).getTime()
const [MINUTE, HOUR] = [60_000, 3_600_000]

test.each([
  ['Please try again in 7s.', 7_000],
  ['Please retry in 32.4s.', 32_400],
  ['Please try again in 250ms', 250],
  ['Try again in 2h', 2 * HOUR],
  ['Please try again in 1 hour and 5 minutes.', HOUR + 5 * MINUTE],
  ['or try again in 2 days 3 hours 4 minutes.', 51 * HOUR + 4 * MINUTE],
  ['{"retryDelay": "1.5s"}', 1_500],
  ['or try again at 7:58 PM.', 89 * MINUTE],
  ['try again at 19:58', 89 * MINUTE],
  // The clock has no date: a time that is over is one of tomorrow.
  ['try again at 6:00 PM.', 24 * HOUR - 29 * MINUTE],
  ['or try again at Nov 16th, 2026 6:30 PM.', 24 * HOUR + MINUTE],
  ['try again at Nov 14th, 2026 6:30 PM.', 0],
  ['try again later', null],
  ['try again in a while', null],
  ['try again at home', null],
])('%s', (message, delay) => {
  expect(delayIn(message, NOW)).toBe(delay)
})
