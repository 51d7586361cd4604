import { isObject, numberAt, objectAt, textAt } from './json.ts'
import { delayIn } from './reset-time.ts'

/** Why an agent could not work, from the errors that its program reports, never from other text. */
export interface AgentTrouble {
  /** `limited` passes without action, `refused` needs a person (a login, a key, a bill), `failed` is everything else. */
  readonly kind: 'limited' | 'refused' | 'failed'
  readonly says: string
  /** How long the limit lasts, if the error says so. */
  readonly retryAfterMs: number | null
}

export interface AgentErrorReport {
  readonly message: string | null
  readonly status?: number | null
  readonly code?: string | null
  readonly retryAfterMs?: number | null
}

const LIMITED = [429, 503, 529]
const REFUSED = [401, 402, 403]

const CODES: Readonly<Record<string, AgentTrouble['kind']>> = {
  rate_limit: 'limited',
  rate_limited: 'limited',
  rate_limit_error: 'limited',
  rate_limit_exceeded: 'limited',
  usage_limit_reached: 'limited',
  overloaded: 'limited',
  overloaded_error: 'limited',
  resource_exhausted: 'limited',
  quota_exceeded: 'limited',
  too_many_requests: 'limited',
  authentication: 'refused',
  authentication_error: 'refused',
  authentication_failed: 'refused',
  unauthenticated: 'refused',
  unauthorized: 'refused',
  invalid_api_key: 'refused',
  permission_denied: 'refused',
  permission_error: 'refused',
  billing_error: 'refused',
  credits_exhausted: 'refused',
  insufficient_quota: 'refused',
}

/** Reads one error that a program reported. */
export function troubleOf({
  message,
  status = null,
  code = null,
  retryAfterMs = null,
}: AgentErrorReport): AgentTrouble {
  const says = (message ?? code ?? 'it reports an error without a message').slice(0, LONGEST)
  const delay = retryAfterMs ?? delayIn(says)
  const kind = byStatus(status) ?? CODES[code?.toLowerCase() ?? ''] ?? byStatus(statusIn(says)) ?? byDelay(delay)
  return { kind, says, retryAfterMs: kind === 'limited' ? delay : null }
}

const LONGEST = 600

/** An error that says when to retry is a temporary limit, whatever its name. */
const byDelay = (delay: number | null): AgentTrouble['kind'] => (delay === null ? 'failed' : 'limited')

function byStatus(status: number | null): AgentTrouble['kind'] | null {
  if (status === null) return null
  return LIMITED.includes(status) ? 'limited' : REFUSED.includes(status) ? 'refused' : null
}

/** Programs pass on the error of their library: a JSON document of the service, or a sentence with the status. */
function statusIn(message: string): number | null {
  const inner = documentIn(message)
  if (inner !== null) {
    const error = isObject(inner['error']) ? inner['error'] : inner
    const status = numberAt(error, 'code') ?? numberAt(error, 'status')
    if (status !== null) return status
  }
  const found =
    /\b(?:status|code|error|HTTP|API Error)\b[^\w\n]{0,4}(?:code\W{0,3})?([1-5]\d\d)\b|^\W*([1-5]\d\d)\b/i.exec(message)
  return found ? Number(found[1] ?? found[2]) : null
}

function documentIn(message: string): Readonly<Record<string, unknown>> | null {
  const [from, to] = [message.indexOf('{'), message.lastIndexOf('}')]
  if (from < 0 || to < from) return null
  try {
    const value: unknown = JSON.parse(message.slice(from, to + 1))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** An error as most reports write it: an object with a message, or only the message. */
export function errorReport(value: unknown): AgentErrorReport {
  if (typeof value === 'string') return { message: value }
  const data = objectAt(value, 'data')
  return {
    message: textAt(value, 'message') ?? textAt(data, 'message') ?? textAt(value, 'name'),
    status:
      numberAt(value, 'status') ??
      numberAt(value, 'statusCode') ??
      numberAt(data, 'statusCode') ??
      numberAt(value, 'code'),
    code: textAt(value, 'code') ?? textAt(value, 'type') ?? textAt(value, 'status'),
  }
}
