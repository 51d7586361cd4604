import { describe, expect, test } from 'vitest'
import type { Baseline, Verification } from '../../check/verify/verification.ts'
import { type AsBefore, keptCounts } from '../original-checks/judge-checks.ts'
import { compareCounts, type RunCounts } from './compare-counts.ts'

const baseline = { ran: 5, closed: true } as Baseline

const printed = (total: number, skipped = 0): Verification[] =>
  [
    {
      kind: 'passed',
      output: `${total} tests`,
      command: 'check',
      parts: [],
      reading: {
        tools: [
          {
            tool: 'check',
            kind: 'tests',
            ran: true,
            complete: true,
            failures: [],
            tests: { passed: total - skipped, failed: 0, skipped, total },
          },
        ],
      },
    },
  ] as unknown as Verification[]

const rulesOf = (verifications: readonly Verification[], kept: RunCounts | null = null): string[] =>
  compareCounts(baseline, verifications, { own: null, kept }).map(({ rule }) => rule)

test('fewer tests than before are refused, skipped ones do not count', () => {
  expect(rulesOf(printed(5))).toEqual([])
  expect(rulesOf(printed(4))).toEqual(['fewer-tests'])
  expect(rulesOf(printed(5, 1))).toEqual(['fewer-tests'])
})

describe('a task that lets tests go', () => {
  const green = (reported: number): AsBefore => ({ green: true, counts: { reported, own: null } })

  test('needs as many as ran with the original checks', () => {
    const kept = keptCounts(green(3), null)
    expect([rulesOf(printed(3), kept), rulesOf(printed(2), kept)]).toEqual([[], ['fewer-tests']])
  })

  test('needs one where no check was restored', () => {
    const kept = keptCounts(null, null)
    expect([rulesOf(printed(1), kept), rulesOf(printed(0), kept)]).toEqual([[], ['fewer-tests']])
  })

  test('needs all where the original checks fail', () => {
    expect(rulesOf(printed(4), keptCounts({ green: false, failing: [] }, null))).toEqual(['fewer-tests'])
  })

  test('never needs more than before', () => {
    expect(rulesOf(printed(5), keptCounts(green(9), null))).toEqual([])
  })
})
