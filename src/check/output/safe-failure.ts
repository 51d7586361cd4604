import { redact } from '../../std/redact.ts'
import { plain } from '../../tools/reading/plain.ts'
import type { Failure } from '../../tools/reading/reading.ts'
import { defuse } from './defuse.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Text from a run that is safe to show: no escapes, no secrets, no words that a loop takes for a claim of completion. */
export const safeText = (text: string, env: Env): string => defuse(redact(plain(text), env))

/**
 * A failure that is safe to show to people, programs, and models. Ids and places are cleaned as well, since they contain titles;
 * compare and remember failures before this, never after.
 */
export function safeFailure(failure: Failure, env: Env = {}): Failure {
  const clean = (text: string): string => safeText(text, env)
  const maybe = (text: string | null): string | null => (text === null ? null : clean(text))
  return {
    ...failure,
    id: clean(failure.id),
    file: maybe(failure.file),
    name: clean(failure.name),
    message: clean(failure.message),
    expected: maybe(failure.expected),
    received: maybe(failure.received),
    frame: maybe(failure.frame),
    rule: maybe(failure.rule),
  }
}
