import type { OutputReading, TestCounts } from '../reading/reading.ts'
import { countTests } from '../reading/totals.ts'
import type { RunnerEvidence, TestRecord } from './executed.ts'
import type { ReportedRun } from './records.ts'

/** Whether what a tool printed is what it told; null when it printed no numbers. A list may leave out what was skipped. */
export function agreement(
  { tool, tests, extra }: ReportedRun,
  source: RunnerEvidence['source'],
  reading: OutputReading,
): boolean | null {
  const own = reading.tools.filter(({ tool: name, kind }) => kind === 'tests' && name === tool)
  const printed = countTests({ tools: own })
  if (printed === null) return null
  const counted = countStates(tests)
  // What is expected to fail, and does, is a pass to some runners, counted as skipped by others, or not counted.
  const expected = tests.filter(({ state }) => state === 'expected_failure').length
  const [most, least] = [counted.passed + extra.passed, counted.passed + extra.passed - expected]
  const left = printed.skipped - counted.skipped - most + printed.passed
  return (
    (printed.passed === most || printed.passed === least) &&
    printed.failed === counted.failed + extra.failed &&
    (left === 0 || (left > 0 ? source === 'text' : printed.passed === least && left === -expected))
  )
}

/** The states of tests as a runner counts them. */
export function countStates(tests: readonly Pick<TestRecord, 'state'>[]): TestCounts {
  const of = (...states: readonly string[]): number => tests.filter(({ state }) => states.includes(state)).length
  return {
    passed: of('passed', 'expected_failure'),
    failed: of('failed'),
    skipped: of('skipped', 'todo'),
    total: tests.length,
  }
}
