import { doing, type Fact, inSession, said, toolFact, withModel } from '../../fact.ts'
import { type AgentJson, isObject, listAt, numberAt, objectAt, textAt } from '../../json.ts'
import type { Tokens } from '../../models/price.ts'
import { troubleOf } from '../../trouble.ts'

/** `stream-json` as Claude Code writes it, and also Qwen Code, Amp, and Cursor. */
export function readClaude(event: AgentJson): Fact[] {
  switch (event['type']) {
    case 'system':
      return event['subtype'] === 'api_retry' ? retry(event) : [...opening(event), ...waiting(event)]
    case 'assistant':
      return content(event).flatMap(block)
    case 'user':
      return content(event).flatMap(result)
    case 'rate_limit_event':
      return limit(objectAt(event, 'rate_limit_info'))
    case 'result':
      return ending(event)
    default:
      return []
  }
}

const opening = (event: AgentJson): Fact[] =>
  event['subtype'] === 'init' ? [...inSession(textAt(event, 'session_id')), ...withModel(textAt(event, 'model'))] : []

const content = (event: AgentJson): readonly unknown[] => listAt(objectAt(event, 'message'), 'content')

function block(part: unknown): Fact[] {
  if (!isObject(part)) return []
  if (part['type'] === 'text') return said(textAt(part, 'text'))
  return part['type'] === 'tool_use' ? [doing(textAt(part, 'name'), part['input'])] : []
}

const result = (part: unknown): Fact[] =>
  isObject(part) && part['type'] === 'tool_result'
    ? [toolFact(textAt(part, 'tool_use_id') ?? 'tool', part['is_error'] === true, part['content'])]
    : []

const retry = (event: AgentJson): Fact[] => [
  {
    kind: 'trouble',
    trouble: troubleOf({
      message: `the service answered ${numberAt(event, 'error_status') ?? textAt(event, 'error') ?? 'with an error'}`,
      status: numberAt(event, 'error_status'),
      code: textAt(event, 'error'),
      retryAfterMs: numberAt(event, 'retry_delay_ms'),
    }),
  },
]

/** Qwen Code gives no reason when it retries later, only how long it waits, which is enough. */
function waiting(event: AgentJson): Fact[] {
  const retryAfterMs = event['subtype'] === 'retry' ? numberAt(objectAt(event, 'data'), 'delayMs') : null
  return retryAfterMs === null
    ? []
    : [{ kind: 'trouble', trouble: troubleOf({ message: 'it waits before it retries', retryAfterMs }) }]
}

/** Limits of a subscription: only `rejected` stops the work, and the event then says when the limit ends. */
function limit(info: AgentJson): Fact[] {
  if (info['status'] !== 'rejected') return []
  const resetsAt = numberAt(info, 'resetsAt')
  const retryAfterMs = resetsAt === null ? null : Math.max(0, resetsAt * 1_000 - Date.now())
  return [{ kind: 'trouble', trouble: { kind: 'limited', says: 'the usage limit is reached', retryAfterMs } }]
}

function ending(event: AgentJson): Fact[] {
  const well = event['is_error'] !== true && (textAt(event, 'subtype') ?? 'success') === 'success'
  const error = well
    ? []
    : [
        {
          kind: 'trouble' as const,
          trouble: troubleOf({
            message: textAt(event, 'result') ?? textAt(objectAt(event, 'error'), 'message') ?? textAt(event, 'subtype'),
            status: numberAt(event, 'api_error_status'),
          }),
        },
      ]
  return [
    ...inSession(textAt(event, 'session_id')),
    { kind: 'used', by: 'turn', tokens: tokens(objectAt(event, 'usage')), usd: numberAt(event, 'total_cost_usd') },
    ...error,
    { kind: 'end', well },
  ]
}

/** Cached tokens are counted separately from the input here. */
function tokens(usage: AgentJson): Tokens | null {
  const output = numberAt(usage, 'output_tokens')
  if (output === null) return null
  const cacheRead = numberAt(usage, 'cache_read_input_tokens') ?? 0
  const cacheWrite = numberAt(usage, 'cache_creation_input_tokens') ?? 0
  return { input: (numberAt(usage, 'input_tokens') ?? 0) + cacheRead + cacheWrite, output, cacheRead, cacheWrite }
}
