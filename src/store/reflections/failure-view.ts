import { stableMessage } from '../../check/output/fingerprint.ts'
import { familyOf } from '../../tools/reading/families.ts'
import { KEPT } from './lesson.ts'

/** What a check found missing, in a form that can be compared with other checks and loops. */
export interface Sight {
  readonly keys: readonly string[]
  /** The keys are fingerprints of named failures, not the text of a whole answer. */
  readonly named: boolean
  readonly tests: readonly string[]
  /** The first line of what was missing, as it was said, and without what differs from run to run. */
  readonly said: string
  readonly message: string
  readonly family: string | null
}

export interface Seen {
  /** Fingerprints with blanks between them; where no failure has a name, the stable part of what is missing. */
  readonly key: string
  readonly tests: readonly string[]
  readonly missing: string
}

const FINGERPRINT = /^[0-9a-f]{14}$/

export function sightOf({ key, tests, missing }: Seen): Sight {
  const words = key.split(' ')
  const named = FINGERPRINT.test(words[0] ?? '')
  const [first = ''] = missing.split('\n')
  return {
    // The last of many may be truncated.
    keys: named ? words.filter(word => FINGERPRINT.test(word)).slice(0, KEPT.keys) : [key.slice(0, KEPT.text)],
    named,
    tests: tests.slice(0, KEPT.tests).map(id => id.slice(0, KEPT.text)),
    said: first.slice(0, KEPT.text),
    message: stableMessage(first).slice(0, KEPT.text),
    family: familyOf(first),
  }
}
