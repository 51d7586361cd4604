/** Why a call of a model failed, as its library reports it. */
export interface ModelFailure {
  readonly message: string
  /** The status of the service; null when it did not answer. */
  readonly status: number | null
  readonly retryAfterMs: number | null
}

const LONGEST = 400

export function failureOf(error: unknown): ModelFailure {
  // A retry error lists every attempt; the last one counts.
  const last = at(error, 'lastError') ?? error
  const status = at(last, 'statusCode')
  const message = (last instanceof Error ? last.message : String(last)).replace(/\s+/g, ' ').slice(0, LONGEST)
  return {
    message: message || 'the model gave no answer',
    status: typeof status === 'number' ? status : null,
    retryAfterMs: retryAfterIn(at(last, 'responseHeaders')),
  }
}

function retryAfterIn(headers: unknown): number | null {
  const ms = Number(at(headers, 'retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return ms
  const after = at(headers, 'retry-after')
  if (typeof after !== 'string') return null
  const seconds = Number(after)
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(after) - Date.now()
  return Number.isFinite(wait) && wait >= 0 ? wait : null
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
