import { failuresOf } from '../read/compare.ts'
import { fingerprint } from '../read/fingerprint.ts'
import type { Counts, Reading } from '../read/reading.ts'
import { countTests } from '../read/totals.ts'
import type { Verification } from './verification.ts'

/** Every reading of a verification, each command's once, in order. */
export function readingsIn(verification: Verification): Reading[] {
  const byCommand = new Map<string, Reading>()
  const visit = ({ parts, reading, command }: Verification): void => {
    parts.forEach(visit)
    if (parts.length === 0 && reading) byCommand.set(command, reading)
  }
  visit(verification)
  return [...byCommand.values()]
}

export const joined = (verification: Verification): Reading => ({
  tools: readingsIn(verification).flatMap(({ tools }) => tools),
})

/** Ids of everything that failed. */
export const failingIn = (verification: Verification): string[] => failuresOf(joined(verification)).map(({ id }) => id)

/** Whether every test runner came to its own end and at least one test ran; null when no test runner spoke. */
export function closedIn(verification: Verification): boolean | null {
  const runners = joined(verification).tools.filter(({ kind }) => kind === 'tests')
  if (runners.length === 0) return null
  return runners.some(({ ran }) => ran) && runners.every(({ ran, complete }) => complete || !ran)
}

/** All tests together; null when no tool said how many there were. */
export const countsIn = (verification: Verification): Counts | null => countTests(joined(verification))

/** The same for the same failures, whatever lines, clocks and temporary names say. */
export const fingerprintsIn = (verification: Verification): string[] =>
  failuresOf(joined(verification)).map(fingerprint)
