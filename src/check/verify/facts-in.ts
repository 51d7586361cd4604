import { isGoal, leavesOf } from '../../criteria/criterion.ts'
import { countStates } from '../../tools/ids/agreement.ts'
import type { Executed, RunnerEvidence } from '../../tools/ids/executed.ts'
import type { OutputReading, TestCounts } from '../../tools/reading/reading.ts'
import { countTests } from '../../tools/reading/totals.ts'
import { failuresOf } from '../output/compare.ts'
import { fingerprint } from '../output/fingerprint.ts'
import type { Verification } from './verification.ts'

/** Every reading of a verification, each command's once, in order. */
const readingsIn = (verification: Verification): OutputReading[] =>
  runsIn(verification).flatMap(({ reading }) => (reading ? [reading] : []))

/** What each command executed, once, in order. */
export const executedIn = (verification: Verification): Executed[] =>
  runsIn(verification).flatMap(({ executed }) => (executed ? [executed] : []))

/** Every test runner that reported which tests it executed. */
export const runnersIn = (verification: Verification): RunnerEvidence[] =>
  executedIn(verification).flatMap(({ runners }) => runners)

/** Every run of a verification. Several clauses may use one command; it ran once. */
export function runsIn(verification: Verification): Verification[] {
  const byCommand = new Map<string, Verification>()
  const visit = (part: Verification): void => {
    part.parts.forEach(visit)
    if (part.parts.length === 0 && part.reading) byCommand.set(part.command, part)
  }
  visit(verification)
  return [...byCommand.values()]
}

/** What all commands printed. */
export const outputIn = ({ output, parts }: Verification): string => [output, ...parts.map(outputIn)].join('\n')

export const joined = (verification: Verification): OutputReading => ({
  tools: readingsIn(verification).flatMap(({ tools }) => tools),
})

/** Ids of everything that failed. */
export const failingIn = (verification: Verification): string[] => failuresOf(joined(verification)).map(({ id }) => id)

/** Whether every test runner finished and at least one test ran; null when there was no test runner. */
export function closedIn(verification: Verification): boolean | null {
  const runners = joined(verification).tools.filter(({ kind }) => kind === 'tests')
  if (runners.length === 0) return null
  return runners.some(({ ran }) => ran) && runners.every(({ ran, complete }) => complete || !ran)
}

/** The counts of all tests, as printed or else as reported; null when no tool gave counts. */
export function countsIn(verification: Verification): TestCounts | null {
  const told = runnersIn(verification).filter(({ closed }) => closed)
  return countTests(joined(verification)) ?? (told.length > 0 ? countStates(told.flatMap(({ tests }) => tests)) : null)
}

/** The same for the same failures, independent of line numbers, times, and temporary names. */
export const fingerprintsIn = (verification: Verification): string[] =>
  failuresOf(joined(verification)).map(fingerprint)

/**
 * Whether the commands of a criterion pass, and it fails only because of what the work is to reach: files, identifiers, or more tests
 * than at the start.
 */
export function onlyGoalsFail(verification: Verification): boolean {
  const { criterion, kind, parts, exitCode } = verification
  if (kind !== 'failed') return false
  if (criterion.kind === 'all_of') return parts.every(part => part.kind === 'passed' || onlyGoalsFail(part))
  if (criterion.kind === 'output_threshold') return criterion.value === 'baseline' && exitCode === 0
  return leavesOf(criterion).every(isGoal)
}
