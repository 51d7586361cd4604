import { expect, test } from 'vitest'
import { troubleOf } from './trouble.ts'

test.each([
  [
    { message: 'Slow down. Please try again in 7s.', status: 429 },
    { kind: 'limited', retryAfterMs: 7_000 },
  ],
  [
    { message: 'Usage limit. Try again in 2h.', code: 'usage_limit_reached' },
    { kind: 'limited', retryAfterMs: 7_200_000 },
  ],
  [{ message: '{"error":{"code":429,"details":[{"retryDelay": "1.5s"}]}}' }, { kind: 'limited', retryAfterMs: 1_500 }],
  [
    { message: 'Overloaded', status: 529 },
    { kind: 'limited', retryAfterMs: null },
  ],
  [{ message: 'HTTP 403 forbidden' }, { kind: 'refused', retryAfterMs: null }],
  [{ message: 'API Error: 402 no credits' }, { kind: 'refused' }],
  [
    { message: 'You’ve hit your usage limit. Buy more credits or try again in 3 hours.' },
    { kind: 'limited', retryAfterMs: 10_800_000 },
  ],
  [
    { message: 'no such key, try again in 5s', status: 401 },
    { kind: 'refused', retryAfterMs: null },
  ],
  [{ message: 'the file has 429 lines' }, { kind: 'failed' }],
  [{ message: 'status 500' }, { kind: 'failed' }],
  [{ message: null }, { kind: 'failed', says: 'it reports an error without a message' }],
])('%j', (report, trouble) => {
  expect(troubleOf(report)).toMatchObject(trouble)
})
