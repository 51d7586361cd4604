import { expect, test } from 'vitest'
import { durationValue, formatDuration, parseDuration } from './duration.ts'

test.each([
  ['250ms', 250],
  ['90s', 90_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['2d', 172_800_000],
])('%s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toEqual({ ok: true, value: ms })
})

test.each(['', '30', '-5m', '0s', 'NaN', 'Infinity', '5 minutes', '5mm', 'm5', '1h 30m'])('%j is no duration', text => {
  expect(parseDuration(text).ok).toBe(false)
})

test.each([
  [4.2, '4ms'],
  [8_432, '8.4s'],
  [90_000, '1m 30s'],
  [7_200_000, '2h'],
])('%d ms is said as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
  expect(parseDuration(durationValue(ms)).ok).toBe(true)
})
