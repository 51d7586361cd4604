import type { Failure } from '../../tools/reading/reading.ts'

// Parts that differ between two runs of the same failure. Longer patterns first: a port is also a number.
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:\.\d+)?\b/g, '<time>'],
  [/(?:\/private)?\/(?:tmp|var\/folders|var\/tmp|dev\/shm)\/[^\s:'")\]]+(?::\d+)*/g, '<tmp>'],
  [/[A-Za-z]:\\[^\s:'")]*\\Temp\\[^\s:'")]+/gi, '<tmp>'],
  [/\b0x[0-9a-f]+\b/gi, '<address>'],
  [/\b(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0):\d{2,5}\b/g, '$1:<port>'],
  [/\bport \d{2,5}\b/gi, 'port <port>'],
  [/\b\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|sec|seconds?|minutes?|min)\b/g, '<duration>'],
  [/(\.[A-Za-z]{1,5})[:(]\d+(?:[:,]\d+)?\)?/g, '$1:<line>'],
  [/\bline \d+\b/gi, 'line <line>'],
  [/\b(?:pid|process|thread|goroutine|gw)[ #:=]?\d+\b/gi, '<process>'],
  [/\b[0-9a-f]{16,}\b/gi, '<hash>'],
]

/** A message without line numbers, times, and temporary names. */
export function stableMessage(message: string): string {
  return VOLATILE.reduce((text, [shape, name]) => text.replace(shape, name), message)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Equal for the same failure in two runs; different for another test, rule or message. */
export function fingerprint(failure: Failure): string {
  return hash([baseId(failure.id), failure.rule ?? '', stableMessage(failure.message)].join('\n'))
}

/** The id without the number that distinguishes equal ones. */
export const baseId = (id: string): string => id.replace(/#\d+$/, '')

/** cyrb53: short, fast, and good enough to distinguish some thousand failures. Not for security. */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, '0')
}
