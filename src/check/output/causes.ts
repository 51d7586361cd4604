import type { Failure } from '../../tools/reading/reading.ts'
import { stableMessage } from './fingerprint.ts'

/** Failures with one cause: the same message, or the same rule, in several places. */
export interface Cause {
  readonly first: Failure
  readonly members: readonly Failure[]
}

/** Groups failures by what they say; the order of their first members is kept. */
export function groups(failures: readonly Failure[]): Cause[] {
  const found = new Map<string, Failure[]>()
  for (const failure of failures) {
    const key = causeOf(failure)
    const members = found.get(key)
    if (members) members.push(failure)
    else found.set(key, [failure])
  }
  return [...found.values()].flatMap(members => (members[0] ? [{ first: members[0], members }] : []))
}

// Two wrong values are two mistakes even where the assertion reads the same; a missing module is one mistake everywhere.
function causeOf(failure: Failure): string {
  const message = stableMessage(failure.message)
  if (failure.family === 'lint' || failure.family === 'format') return `${failure.family} ${failure.rule ?? message}`
  if (message === '' || failure.expected !== null || failure.received !== null)
    return `${message} ${failure.expected} ${failure.received} ${failure.expected === null ? failure.id : ''}`
  return `${failure.rule ?? ''} ${message}`
}
