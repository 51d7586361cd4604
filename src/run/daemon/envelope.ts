import { isUsageError, UsageError, type UsageErrorCode } from '../../std/usage-error.ts'

/** One JSON object a line: one question, one answer. Of this envelope nothing ever changes, so that every version can be told to leave. */
export const PROTOCOL = 1

/** An environment may be large, but not larger than a system lets a program have. */
export const LONGEST_QUESTION = 16 * 1024 * 1024

interface DaemonRefusal {
  readonly code: string
  readonly message: string
  readonly hint: string
}

interface Answering {
  readonly pid: number
  readonly version: string
}

export type Answer =
  | (Answering & { readonly ok: true; readonly loops: number })
  | (Answering & { readonly ok: false; readonly error: DaemonRefusal })

/** Says that the two are not of one version; the one who asks decides what to do about it. */
export const OTHER_VERSION = 'other-version'

export function refusalOf(error: unknown): DaemonRefusal {
  if (isUsageError(error)) return { code: error.code, message: error.message, hint: error.hint }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message, hint: 'This is a fault in agent-loop itself; see the log of the daemon.' }
}

/** The same error on the other side of the socket. */
export const thrown = ({ code, message, hint }: DaemonRefusal): Error =>
  code === 'internal' ? new Error(message) : new UsageError(code as UsageErrorCode, message, hint)

/** Null for what is no answer. By hand: a hook waits for this, and a schema library would be most of its time. */
export function answerIn(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text)
    return isAnswer(value) ? value : null
  } catch {
    return null
  }
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function isAnswer(value: unknown): value is Answer {
  if (!isFields(value) || !Number.isSafeInteger(value['pid']) || typeof value['version'] !== 'string') return false
  const { ok, loops, error } = value
  if (ok === true) return Number.isSafeInteger(loops)
  return ok === false && isFields(error) && ['code', 'message', 'hint'].every(name => typeof error[name] === 'string')
}
