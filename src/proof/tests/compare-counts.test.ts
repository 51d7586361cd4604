import { describe, expect, test } from 'vitest'
import { readOutput } from '../../check/output/read-output.ts'
import type { Baseline, Verification } from '../../check/verify/verification.ts'
import { type AsBefore, keptCounts } from '../original-checks/judge-checks.ts'
import { compareCounts, printedCounts, type RunCounts, runCounts } from './compare-counts.ts'

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
    expect(rulesOf(printed(4), keptCounts({ green: false, failing: [], failed: [] }, null))).toEqual(['fewer-tests'])
  })

  test('never needs more than before', () => {
    expect(rulesOf(printed(5), keptCounts(green(9), null))).toEqual([])
  })
})

const run = (output: string): Verification => ({
  kind: 'passed',
  criterion: { kind: 'exit_code', command: './t', expect: 0, said: './t passes' },
  said: './t passes',
  command: './t',
  exitCode: 0,
  output,
  durationMs: 1,
  reading: readOutput(output, 0, { command: './t' }),
  executed: null,
  measured: null,
  parts: [],
})
const rules = (before: string, now: string, kept: string | null = null): string[] =>
  compareCounts({ failing: [], measured: null, ran: null, closed: null }, [run(now)], {
    own: printedCounts([run(before)]),
    kept: kept === null ? null : runCounts([run(kept)]),
  }).map(({ says }) => says)

test('a test program that prints fewer tests than before is refused, one that prints as many or more is not', () => {
  expect(rules('Tests failed: 0\nTests passed: 2', 'Tests failed: 0\nTests passed: 1')).toEqual([
    expect.stringContaining('only 1 test ran. Before the first turn there were 2.'),
  ])
  expect(rules('Tests failed: 1\nTests passed: 1', 'Tests failed: 0\nTests passed: 2')).toEqual([])
  expect(rules('2 passed', '3 passed')).toEqual([])
})

test('only the same kind of number is compared', () => {
  expect(rules('passed 3 of 4', '3 passed')).toEqual([])
  expect(rules('4 files compiled', '3 files compiled')).toEqual([])
})

test('tests that may go are not missing, the others are', () => {
  expect(rules('5 passed', '4 passed', '4 passed')).toEqual([])
  expect(rules('5 passed', '3 passed', '4 passed')).toHaveLength(1)
})

test('what a known runner prints is no summary of another program', () => {
  expect(printedCounts([run('TAP version 13\nok 1 - a\n1..1\n# tests 1\n# pass 1\n# fail 0\n')])).toBeNull()
})
