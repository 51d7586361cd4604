import { doing, type Fact, said, toolFact, withModel } from '../../fact.ts'
import { type AgentJson, numberAt, objectAt, textAt } from '../../json.ts'
import { errorReport, troubleOf } from '../../trouble.ts'

/** `cline --json`. */
export function readCline(event: AgentJson): Fact[] {
  switch (event['type']) {
    case 'agent_event':
      return step(objectAt(event, 'event'))
    case 'error':
      return [{ kind: 'trouble', trouble: troubleOf(errorReport(event)) }]
    case 'run_result': {
      const usage = objectAt(event, 'usage')
      return [
        ...withModel(textAt(objectAt(event, 'model'), 'id')),
        {
          kind: 'used',
          by: 'turn',
          tokens: {
            input: numberAt(usage, 'inputTokens') ?? 0,
            output: numberAt(usage, 'outputTokens') ?? 0,
            cacheRead: numberAt(usage, 'cacheReadTokens') ?? 0,
            cacheWrite: numberAt(usage, 'cacheWriteTokens') ?? 0,
          },
          usd: numberAt(usage, 'totalCost'),
        },
        { kind: 'end', well: event['finishReason'] === 'completed' },
      ]
    }
    default:
      return []
  }
}

function step(event: AgentJson): Fact[] {
  const tool = textAt(event, 'toolName')
  if (event['type'] === 'content_start' && tool !== null) return [doing(tool, event['input'])]
  if (event['type'] === 'error') return [{ kind: 'trouble', trouble: troubleOf(errorReport(event['error'] ?? event)) }]
  if (event['type'] !== 'content_end') return []
  return tool === null ? said(textAt(event, 'text')) : [toolFact(tool, event['error'] !== undefined, event['output'])]
}
