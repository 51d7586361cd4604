import { describe, expect, test } from 'vitest'
import type { Baseline, Verification } from '../../check/verify/verification.ts'
import { compareCounts, loweredBaseline } from './compare-counts.ts'

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

const rulesOf = (before: Baseline | null, verifications: readonly Verification[]): string[] =>
  compareCounts(before, verifications).map(({ rule }) => rule)

test('fewer tests than before are refused, skipped ones do not count', () => {
  expect(rulesOf(baseline, printed(5))).toEqual([])
  expect(rulesOf(baseline, printed(4))).toEqual(['fewer-tests'])
  expect(rulesOf(baseline, printed(5, 1))).toEqual(['fewer-tests'])
})

describe('a task that lets tests go', () => {
  test('needs as many as ran with the original checks', () => {
    const lowered = loweredBaseline(baseline, { green: true, ran: 3 })
    expect(rulesOf(lowered, printed(3))).toEqual([])
    expect(rulesOf(lowered, printed(2))).toEqual(['fewer-tests'])
  })

  test('needs one where no check was restored', () => {
    expect(rulesOf(loweredBaseline(baseline, null), printed(1))).toEqual([])
    expect(rulesOf(loweredBaseline(baseline, null), printed(0))).toEqual(['fewer-tests'])
  })

  test('needs all where the original checks fail', () => {
    expect(loweredBaseline(baseline, { green: false, failing: [] })).toBe(baseline)
    expect(loweredBaseline(null, { green: true, ran: 3 })).toBeNull()
  })

  test('never needs more than before', () => {
    expect(loweredBaseline(baseline, { green: true, ran: 9 })).toEqual(baseline)
  })
})
