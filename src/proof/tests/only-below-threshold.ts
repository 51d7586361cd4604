import { runnersIn } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'

/** Whether a run fails only because of a threshold for coverage or for the number of tests: the runner finished, and every reported test passed. */
export function onlyBelowThreshold(verification: Verification): boolean {
  const red = leavesOf(verification).filter(({ kind }) => kind !== 'passed')
  return red.length > 0 && red.every(isBelow) && testsPassed(verification)
}

const leavesOf = (verification: Verification): readonly Verification[] =>
  verification.parts.length === 0 ? [verification] : verification.parts.flatMap(leavesOf)

function isBelow({ kind, reading, criterion }: Verification): boolean {
  if (kind !== 'failed' || reading === null) return false
  const failures = reading.tools.flatMap(tool => tool.failures.map(() => tool.kind))
  const asks = criterion.kind === 'output_threshold' && /^(?:coverage|tests)$/.test(criterion.measure.kind)
  return failures.every(one => one === 'coverage') && (failures.length > 0 || asks)
}

function testsPassed(verification: Verification): boolean {
  const runners = runnersIn(verification)
  return (
    runners.length > 0 && runners.every(({ closed, tests }) => closed && tests.every(({ state }) => state !== 'failed'))
  )
}
