import { doing, type Fact, inSession, toolFact, withModel } from '../../fact.ts'
import { type AgentJson, numberAt, objectAt, textAt } from '../../json.ts'
import { errorReport, troubleOf } from '../../trouble.ts'

/** `gemini --output-format stream-json`. */
export function readGemini(event: AgentJson): Fact[] {
  switch (event['type']) {
    case 'init':
      return [...inSession(textAt(event, 'session_id')), ...withModel(textAt(event, 'model'))]
    case 'message':
      return message(event)
    case 'tool_use':
      return [doing(textAt(event, 'tool_name'), event['parameters'])]
    case 'tool_result':
      return [
        toolFact(textAt(event, 'tool_id') ?? 'tool', event['status'] === 'error', event['output'] ?? event['error']),
      ]
    case 'error':
      return event['severity'] === 'error' ? [trouble(event)] : []
    case 'result':
      return ending(event)
    default:
      return []
  }
}

function message(event: AgentJson): Fact[] {
  const text = textAt(event, 'content')
  if (event['role'] !== 'assistant' || text === null) return []
  return [event['delta'] === true ? { kind: 'text', text, part: true } : { kind: 'text', text }]
}

function trouble(error: unknown): Fact {
  const report = errorReport(error)
  return {
    kind: 'trouble',
    trouble: troubleOf({ ...report, code: ownCode(report.message ?? '') ?? report.code ?? null }),
  }
}

/** The service's error name follows the message in brackets, and a limit is followed by the program's own advice. */
function ownCode(message: string): string | null {
  const name = /^\[API Error: [\s\S]*\(Status: (\w+)\)\]/.exec(message)?.[1]
  return name ?? (/^\[API Error: [\s\S]*\]\nPlease wait and try again later\./.test(message) ? 'rate_limit' : null)
}

function ending(event: AgentJson): Fact[] {
  const well = event['status'] === 'success'
  const stats = objectAt(event, 'stats')
  const output = numberAt(stats, 'output_tokens')
  return [
    {
      kind: 'used',
      by: 'turn',
      tokens:
        output === null
          ? null
          : {
              // Thoughts are only in the total, and cost as much as output.
              input: numberAt(stats, 'input_tokens') ?? 0,
              output: Math.max(output, (numberAt(stats, 'total_tokens') ?? 0) - (numberAt(stats, 'input_tokens') ?? 0)),
              cacheRead: numberAt(stats, 'cached') ?? 0,
              cacheWrite: 0,
            },
      usd: null,
    },
    ...(well ? [] : [trouble(event['error'])]),
    { kind: 'end', well },
  ]
}
