import { doing, type Fact, said, toolFact, withModel } from '../../fact.ts'
import { type AgentJson, isObject, listAt, numberAt, objectAt, textAt } from '../../json.ts'
import { type AgentTrouble, troubleOf } from '../../trouble.ts'

/** `goose run --output-format stream-json`. */
export function readGoose(event: AgentJson): Fact[] {
  switch (event['type']) {
    case 'message':
      return message(objectAt(event, 'message'))
    case 'error':
      return [
        { kind: 'trouble', trouble: troubleOf({ message: textAt(event, 'error') }) },
        { kind: 'end', well: false },
      ]
    case 'complete':
      return complete(event)
    default:
      return []
  }
}

function message(given: AgentJson): Fact[] {
  const inference = objectAt(objectAt(given, 'metadata'), 'inference')
  const model = withModel(textAt(inference, 'requestedModel'))
  // Text without a model is the program's own message, which it writes only when it cannot continue.
  const own = given['role'] === 'assistant' && Object.keys(inference).length === 0
  return [...model, ...listAt(given, 'content').flatMap(part => content(part, own))]
}

function content(part: unknown, own: boolean): Fact[] {
  if (!isObject(part)) return []
  switch (part['type']) {
    case 'text': {
      const text = textAt(part, 'text')
      return own && text !== null
        ? [
            { kind: 'trouble', trouble: ownWords(text) },
            { kind: 'text', text, part: true },
          ]
        : said(text)
    }
    case 'error':
      return [{ kind: 'trouble', trouble: troubleOf({ message: textAt(part, 'message'), code: textAt(part, 'kind') }) }]
    case 'toolRequest': {
      const call = objectAt(objectAt(part, 'toolCall'), 'value')
      return [doing(textAt(call, 'name'), call['arguments'])]
    }
    case 'toolResponse': {
      const given = objectAt(objectAt(part, 'toolResult'), 'value')
      return [toolFact(textAt(part, 'id') ?? 'tool', given['isError'] === true, given['content'])]
    }
    default:
      return []
  }
}

/** The text starts with the name of the error: "Ran into this error: Rate limit exceeded: …". */
function ownWords(text: string): AgentTrouble {
  const name = /^Ran into this error: ([A-Z][a-z ]+):/.exec(text)?.[1]?.toLowerCase()
  const code = name === undefined ? null : (NAMES[name] ?? null)
  return troubleOf({ message: text, code })
}

const NAMES: Readonly<Record<string, string>> = {
  'rate limit exceeded': 'rate_limit',
  'authentication error': 'authentication',
  'credits exhausted': 'credits_exhausted',
}

/** Sent at the end of every run, even of a failed one. Usage shows whether the run did anything. */
function complete(event: AgentJson): Fact[] {
  const output = numberAt(event, 'output_tokens')
  const tokens =
    output === null
      ? null
      : {
          input: numberAt(event, 'input_tokens') ?? 0,
          output,
          cacheRead: numberAt(event, 'cache_read_input_tokens') ?? 0,
          cacheWrite: numberAt(event, 'cache_write_input_tokens') ?? 0,
        }
  return [{ kind: 'used', by: 'turn', tokens, usd: numberAt(event, 'cost_usd') }]
}
