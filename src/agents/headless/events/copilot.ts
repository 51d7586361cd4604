import { doing, type Fact, inSession, said, toolFact, withModel } from '../../fact.ts'
import { type AgentJson, numberAt, objectAt, textAt } from '../../json.ts'
import { type AgentTrouble, troubleOf } from '../../trouble.ts'

/** `copilot --output-format json`. */
export function readCopilot(event: AgentJson): Fact[] {
  const data = objectAt(event, 'data')
  switch (event['type']) {
    case 'assistant.message':
      return [...withModel(textAt(data, 'model')), ...said(textAt(data, 'content'))]
    case 'tool.execution_start':
      return [doing(textAt(data, 'toolName'), data['arguments'])]
    case 'tool.execution_complete':
      return [
        toolFact(textAt(data, 'toolCallId') ?? 'tool', data['success'] === false, data['result'] ?? data['error']),
      ]
    case 'model.call_failure':
    case 'session.error':
      return [{ kind: 'trouble', trouble: failure(data) }]
    case 'result':
      return [...inSession(textAt(event, 'sessionId')), { kind: 'end', well: event['exitCode'] === 0 }]
    default:
      return []
  }
}

const failure = (data: AgentJson): AgentTrouble =>
  troubleOf({
    message: textAt(data, 'message') ?? textAt(data, 'errorMessage'),
    status: numberAt(data, 'statusCode'),
    code: textAt(data, 'errorType'),
  })
