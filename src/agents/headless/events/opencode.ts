import { doing, type Fact, inSession, said, toolFact } from '../../fact.ts'
import { type AgentJson, numberAt, objectAt, textAt } from '../../json.ts'
import { errorReport, troubleOf } from '../../trouble.ts'

/** `opencode run --format json`. */
export function readOpencode(event: AgentJson): Fact[] {
  return [...inSession(textAt(event, 'sessionID')), ...step(event)]
}

function step(event: AgentJson): Fact[] {
  const part = objectAt(event, 'part')
  switch (event['type']) {
    case 'text':
      return said(textAt(part, 'text'))
    case 'tool_use': {
      const [tool, state] = [textAt(part, 'tool') ?? 'tool', objectAt(part, 'state')]
      return [
        doing(tool, state['input']),
        toolFact(tool, state['status'] === 'error', state['output'] ?? state['error']),
      ]
    }
    case 'step_finish':
      return [used(part), ...(part['reason'] === 'stop' ? [{ kind: 'end' as const, well: true }] : [])]
    case 'error':
      return [
        { kind: 'trouble', trouble: troubleOf(errorReport(event['error'])) },
        { kind: 'end', well: false },
      ]
    default:
      return []
  }
}

function used(part: AgentJson): Fact {
  const tokens = objectAt(part, 'tokens')
  const cache = objectAt(tokens, 'cache')
  const [cacheRead, cacheWrite] = [numberAt(cache, 'read') ?? 0, numberAt(cache, 'write') ?? 0]
  return {
    kind: 'used',
    by: 'step',
    tokens: {
      input: (numberAt(tokens, 'input') ?? 0) + cacheRead + cacheWrite,
      output: (numberAt(tokens, 'output') ?? 0) + (numberAt(tokens, 'reasoning') ?? 0),
      cacheRead,
      cacheWrite,
    },
    usd: numberAt(part, 'cost'),
  }
}
