import type { Failure, OutputReading } from '../../tools/reading/reading.ts'
import { countTests } from '../../tools/reading/totals.ts'
import { baseId, fingerprint } from './fingerprint.ts'

/** What changed between two runs. */
/** How many there are: of a very long run, only the first failures are kept. */
export const failureCount = (reading: OutputReading): number =>
  Math.max(failuresOf(reading).length, countTests(reading)?.failed ?? 0)

export interface FailureChange {
  readonly fixed: readonly Failure[]
  readonly new: readonly Failure[]
  readonly unchanged: readonly Failure[]
}

export const failuresOf = (reading: OutputReading): Failure[] => reading.tools.flatMap(({ failures }) => failures)

/** Matches failures by message, then by id, then by a unique name, because a test may move to another file. */
export function compare(previous: OutputReading, current: OutputReading): FailureChange {
  const before = failuresOf(previous)
  const after = failuresOf(current)
  const known = new Set<Failure>()
  const gone = new Set(before)
  for (const key of [fingerprint, ofTest(({ id }) => id), ofTest(({ id }) => baseId(id)), uniqueName(before, after)]) {
    const waiting = new Map<string, Failure[]>()
    for (const failure of gone) waiting.set(key(failure), [...(waiting.get(key(failure)) ?? []), failure])
    for (const failure of after) {
      if (known.has(failure)) continue
      const match = waiting.get(key(failure))?.shift()
      if (!match) continue
      known.add(failure)
      gone.delete(match)
    }
  }
  return { fixed: [...gone], new: after.filter(failure => !known.has(failure)), unchanged: [...known] }
}

// A test is identified by its id, whatever its message. A lint rule with another message is a new failure.
const ofTest =
  (key: (failure: Failure) => string) =>
  (failure: Failure): string =>
    failure.rule === null ? key(failure) : `\n${fingerprint(failure)}`

function uniqueName(before: readonly Failure[], after: readonly Failure[]): (failure: Failure) => string {
  const counts = new Map<string, number>()
  for (const list of [before, after])
    for (const name of list.map(failure => failure.name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return failure =>
    counts.get(failure.name) === 2 && failure.rule === null ? failure.name : `\n${fingerprint(failure)}`
}
