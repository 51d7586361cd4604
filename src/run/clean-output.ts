import type { EventOf, LoopEvent } from '../loop/events.ts'
import { type Redact, RedactedStream, redact, redactValues } from '../std/redact.ts'
import type { Disk } from '../system/disk.ts'
import type { Environment } from '../system/shell.ts'
import { plain } from '../tools/reading/plain.ts'

/** Removes secrets and control characters from a text. */
export const cleanText = (text: string, env: Environment): string => redact(plain(text), env)

/** How text is turned into what a person reads, and back. */
interface Encoding {
  readonly read: (text: string) => string
  readonly write: (text: string) => string
}

const AS_IS: Encoding = { read: text => text, write: text => text }
/** Logs have one character for each byte. */
const BYTES: Encoding = {
  read: text => Buffer.from(text, 'latin1').toString('utf8'),
  write: text => Buffer.from(text, 'utf8').toString('latin1'),
}

/**
 * Removes secrets from text that keeps its control characters. Colors or invisible characters inside a secret hide it, until someone
 * reads the text without them: such a line loses them all.
 */
function redactMarked(env: Environment, { read, write }: Encoding): Redact {
  const clean = (text: string): string => {
    const seen = plain(read(text))
    const safe = redact(seen, env)
    return safe === seen ? text : write(safe)
  }
  return text => {
    const safe = redact(text, env)
    // Text that is overwritten on a terminal is in the log all the same.
    const bare = plain(read(safe).replaceAll('\r', '\n'))
    if (redact(bare, env) === bare) return safe
    // A private key has several lines, so the whole text is looked at again.
    return clean(
      safe
        .split(/(?<=[\r\n])/)
        .map(clean)
        .join(''),
    )
  }
}

/** For the logs of agents and checks. */
export const logRedactor = (env: Environment): Redact => redactMarked(env, BYTES)

/** A loop is run again from its spec, and what the others name is looked up later, so they stay as they are. */
const EXACT = new Set(['spec', 'sealed', 'session', 'digest'])

/** The same for every text in a value. Events are cleaned before the loop applies them, so that its journal gives the same state. */
export function cleaner(env: Environment): <T>(value: T) => T {
  const cleaned = (value: unknown): unknown => {
    if (typeof value === 'string') return cleanText(value, env)
    if (Array.isArray(value)) return value.map(cleaned)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, partOf(key, part)]))
  }
  const partOf = (key: string, part: unknown): unknown => {
    if (EXACT.has(key)) return part
    // Ids of failing tests are compared with later ones: two that differ must not become equal.
    return key === 'failing' && Array.isArray(part) ? part.map(id => redactValues(String(id), env)) : cleaned(part)
  }
  return <T>(value: T) => cleaned(value) as T
}

/** A disk for files that people and other programs read: everything written to it is clean. */
export const cleanDisk = (disk: Disk, env: Environment): Disk => ({
  ...disk,
  write: (path, data) => disk.write(path, typeof data === 'string' ? cleanText(data, env) : data),
})

/** How many characters of one turn are shown while it runs. The log has its own limit. */
const MOST_SHOWN = 8 * 1024 * 1024

/** Shows events with the text of the agent redacted. Of an endless text, only the beginning is shown. */
export function showingCleanText(env: Environment, emit: (event: LoopEvent) => void): (event: LoopEvent) => void {
  let [last, length]: [EventOf<'turn-text'> | null, number] = [null, 0]
  const show = (text: string): void => {
    if (last !== null) emit({ ...last, text })
  }
  const stream = new RedactedStream(redactMarked(env, AS_IS), text => {
    length += text.length
    if (length <= MOST_SHOWN) show(text)
  })
  return event => {
    if (event.kind === 'turn-text') {
      last = event
      return stream.push(event.text)
    }
    stream.end()
    if (length > MOST_SHOWN)
      show(`\n[… more output of the agent: agent-loop logs ${event.loop} shows its beginning and its end …]\n`)
    last = null
    length = 0
    emit(event)
  }
}
