import type { Counts, Reading } from '../read/reading.ts'
import { countTests } from '../read/totals.ts'
import type { TestRecord } from './executed.ts'
import type { Told } from './records.ts'

/** Whether what a tool printed is what it told in all its runs together; null when it printed no numbers. */
export function agreement(tool: string, told: readonly Told[], reading: Reading): boolean | null {
  const printed = countTests({
    tools: reading.tools.filter(({ tool: name, kind }) => kind === 'tests' && name === tool),
  })
  if (printed === null) return null
  const own = told.filter(one => one.tool === tool)
  const counted = countStates(own.flatMap(({ tests }) => tests))
  const hollow = own.reduce((sum, one) => sum + one.hollow, 0)
  return (
    printed.passed === counted.passed + hollow &&
    printed.failed === counted.failed &&
    printed.skipped === counted.skipped
  )
}

/** The states of tests as a runner counts them. */
export function countStates(tests: readonly Pick<TestRecord, 'state'>[]): Counts {
  const of = (...states: readonly string[]): number => tests.filter(({ state }) => states.includes(state)).length
  return {
    passed: of('passed', 'expected_failure'),
    failed: of('failed'),
    skipped: of('skipped', 'todo'),
    total: tests.length,
  }
}
