import { doing, type Fact, inSession, said, toolFact, withModel } from '../../fact.ts'
import { type AgentJson, textAt } from '../../json.ts'
import { errorReport, troubleOf } from '../../trouble.ts'

/** `droid exec --output-format stream-json`, as its documentation shows it. */
export function readDroid(event: AgentJson): Fact[] {
  switch (event['type']) {
    case 'system':
      return [...inSession(textAt(event, 'session_id')), ...withModel(textAt(event, 'model'))]
    case 'message':
      return event['role'] === 'assistant' ? said(textAt(event, 'text')) : []
    case 'tool_call':
      return [doing(textAt(event, 'toolName'), event['parameters'])]
    case 'tool_result':
      return [toolFact(textAt(event, 'id') ?? 'tool', event['isError'] === true, event['value'])]
    case 'error':
      return [{ kind: 'trouble', trouble: troubleOf(errorReport(event['error'] ?? event)) }]
    case 'completion':
    case 'result':
      return [...inSession(textAt(event, 'session_id')), { kind: 'end', well: event['is_error'] !== true }]
    default:
      return []
  }
}
