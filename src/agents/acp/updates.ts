import { doing, type Fact, toolFact } from '../fact.ts'
import { type AgentJson, isObject, listAt, numberAt, objectAt, textAt } from '../json.ts'
import type { Tokens } from '../models/price.ts'

/** Converts one `session/update` to facts. */
export function readUpdate(update: AgentJson): Fact[] {
  switch (update['sessionUpdate']) {
    case 'agent_message_chunk': {
      const text = textAt(objectAt(update, 'content'), 'text')
      return text === null ? [] : [{ kind: 'text', text, part: true }]
    }
    case 'tool_call':
      return [doing(textAt(update, 'title') ?? textAt(update, 'kind'), undefined), ...finished(update)]
    case 'tool_call_update':
      return finished(update)
    case 'plan':
      return [{ kind: 'doing', says: `plan: ${listAt(update, 'entries').map(planned).join(' · ')}` }]
    case 'usage_update': {
      const cost = objectAt(update, 'cost')
      const usd = cost['currency'] === 'USD' ? numberAt(cost, 'amount') : null
      return usd === null ? [] : [{ kind: 'used', by: 'turn', tokens: null, usd }]
    }
    default:
      return []
  }
}

function finished(update: AgentJson): Fact[] {
  const status = update['status']
  if (status !== 'completed' && status !== 'failed') return []
  const name = textAt(update, 'title') ?? textAt(update, 'toolCallId') ?? 'tool'
  return [toolFact(name, status === 'failed', update['rawOutput'] ?? update['content'])]
}

function planned(entry: unknown): string {
  const mark = isObject(entry) && entry['status'] === 'completed' ? '✓ ' : ''
  return `${mark}${textAt(entry, 'content') ?? ''}`
}

/** Token usage in the answer to a prompt: in the field of the draft standard, or where some agents put it before. */
export function tokensIn(response: AgentJson): Tokens | null {
  const usage = objectAt(response, 'usage')
  if (numberAt(usage, 'outputTokens') !== null) {
    const [cacheRead, cacheWrite] = [
      numberAt(usage, 'cachedReadTokens') ?? 0,
      numberAt(usage, 'cachedWriteTokens') ?? 0,
    ]
    const output = (numberAt(usage, 'outputTokens') ?? 0) + (numberAt(usage, 'thoughtTokens') ?? 0)
    const total = numberAt(usage, 'totalTokens')
    // Agents differ in whether cached tokens are part of the input; the total is always right.
    const input = total === null ? (numberAt(usage, 'inputTokens') ?? 0) : Math.max(0, total - output)
    return { input, output, cacheRead, cacheWrite }
  }
  const count = objectAt(objectAt(objectAt(response, '_meta'), 'quota'), 'token_count')
  const output = numberAt(count, 'output_tokens') ?? numberAt(count, 'outputTokens')
  if (output === null) return null
  const input = numberAt(count, 'input_tokens') ?? numberAt(count, 'inputTokens') ?? 0
  return { input, output, cacheRead: 0, cacheWrite: 0 }
}
