import { doing, type Fact, inSession, said, toolFact, withModel } from '../../fact.ts'
import { type AgentJson, isObject, listAt, numberAt, objectAt, textAt } from '../../json.ts'
import { troubleOf } from '../../trouble.ts'

/** `pi --mode json`. */
export function readPi(event: AgentJson): Fact[] {
  switch (event['type']) {
    case 'session':
      return inSession(textAt(event, 'id'))
    case 'message_end':
      return message(objectAt(event, 'message'))
    case 'tool_execution_start':
      return [doing(textAt(event, 'toolName'), event['args'])]
    case 'tool_execution_end':
      return [
        toolFact(textAt(event, 'toolName') ?? 'tool', event['isError'] === true, objectAt(event, 'result')['content']),
      ]
    default:
      return []
  }
}

/** Each answer of the model says how it ended. The last one says how the turn ended. */
function message(given: AgentJson): Fact[] {
  if (given['role'] !== 'assistant') return []
  const failed = given['stopReason'] === 'error' || given['stopReason'] === 'aborted'
  return [
    ...withModel(textAt(given, 'model')),
    ...listAt(given, 'content').flatMap(part =>
      isObject(part) && part['type'] === 'text' ? said(textAt(part, 'text')) : [],
    ),
    used(objectAt(given, 'usage')),
    ...(failed ? [{ kind: 'trouble' as const, trouble: troubleOf({ message: textAt(given, 'errorMessage') }) }] : []),
    { kind: 'end', well: !failed },
  ]
}

function used(usage: AgentJson): Fact {
  const [cacheRead, cacheWrite] = [numberAt(usage, 'cacheRead') ?? 0, numberAt(usage, 'cacheWrite') ?? 0]
  return {
    kind: 'used',
    by: 'step',
    tokens: {
      input: (numberAt(usage, 'input') ?? 0) + cacheRead + cacheWrite,
      output: numberAt(usage, 'output') ?? 0,
      cacheRead,
      cacheWrite,
    },
    usd: numberAt(objectAt(usage, 'cost'), 'total'),
  }
}
