import { expect, test } from 'vitest'
import { ownCounts } from './own-summary.ts'

test.each([
  ['Tests failed: 0\nTests passed: 345', { kind: 'passed', ran: 345 }],
  ['12 passed', { kind: 'passed', ran: 12 }],
  ['12 passed, 3 failed', { kind: 'passed', ran: 15 }],
  ['== 12 tests passed in 0.3 s ==', { kind: 'passed', ran: 12 }],
  ['passed: 4 failed: 1', { kind: 'passed', ran: 5 }],
  ['4 tests, 1 failure', { kind: 'total', ran: 4 }],
  ['4 tests, 1 failure, 1 skipped', { kind: 'total', ran: 3 }],
  ['passed 3 of 4', { kind: 'total', ran: 4 }],
  ['3/4 tests passed', { kind: 'total', ran: 4 }],
  ['All 7 tests passed!', { kind: 'total', ran: 7 }],
  ['ran 7 tests', { kind: 'total', ran: 7 }],
  ['OK (7)', { kind: 'total', ran: 7 }],
  ['OK (7 tests)', { kind: 'total', ran: 7 }],
  ['Tests run: 7, Failures: 0', { kind: 'total', ran: 7 }],
  ['suite a\n3 passed\nsuite b\n4 passed', { kind: 'passed', ran: 7 }],
])('%j', (text, counts) => {
  expect(ownCounts(text)).toEqual(counts)
})

test.each([
  'compiled 12 files',
  '12 requests passed the filter',
  'passed 3 of 4 arguments',
  '100% passed',
  'done in 12 s',
  'Test 3 passed',
  'test 1: ok',
  '5 warnings, 0 errors',
  '3 packets ok',
  'version 3.2.1 ok',
  'took 120 ms',
])('%s counts no tests', text => {
  expect(ownCounts(text)).toBeNull()
})
