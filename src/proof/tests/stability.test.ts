import { expect, test } from 'vitest'
import type { ExecutedTest, ExecutedTests } from './executed-tests.ts'
import { failedWithCanary } from './stability.ts'

const run = (...tests: readonly [string, ExecutedTest['state']][]): ExecutedTests => ({
  tests: tests.map(([id, state]) => ({ id, file: 'a.test.js', title: [id], state })),
  tools: ['jest'],
  closed: true,
  agrees: true,
  only: false,
  retries: 0,
  unknown: [],
})

test('what passed and failed beside a planted failure is suspected; what was planted is not', () => {
  const inPlace = run(['a', 'passed'], ['b', 'passed'], ['c', 'skipped'])
  expect(failedWithCanary(inPlace, run(['a', 'failed'], ['b', 'passed'], ['planted', 'failed']))).toEqual(['a'])
  expect(failedWithCanary(inPlace, run(['a', 'passed'], ['c', 'failed']))).toEqual([])
  expect(failedWithCanary(null, run(['a', 'failed']))).toEqual([])
  expect(failedWithCanary(inPlace, null)).toEqual([])
})
