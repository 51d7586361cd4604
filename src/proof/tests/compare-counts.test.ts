import { expect, test } from 'vitest'
import { readOutput } from '../../check/output/read-output.ts'
import type { Verification } from '../../check/verify/verification.ts'
import { compareCounts, printedCounts, runCounts } from './compare-counts.ts'

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
