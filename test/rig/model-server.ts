import { LLMock } from '@copilotkit/aimock'
import { frontWithErrors } from './own-errors.ts'

/** What the model does in one turn of the agent: what it runs in the agent's shell, and what it says at the end. */
export type ModelTurn =
  | { readonly kind: 'works'; readonly command: string | null; readonly says: string }
  | ModelFailure

export interface ModelFailure {
  readonly kind: 'fails'
  readonly status: number
  readonly message: string
  /** Seconds, in the header. */
  readonly retryAfter?: number | undefined
  /** What the service sends instead of a plain message. */
  readonly document?: unknown
}

export interface ModelServer {
  readonly url: string
  /** How often it was asked by an agent at work; side questions, as for a title, left out. */
  requests(): number
  /** The prompts of each request, so that a test can see whether a conversation went on. */
  conversations(): readonly string[]
  stop(): Promise<void>
}

/** Every answer uses as much, in the words of each protocol. */
const USAGE = {
  prompt_tokens: 1_000,
  completion_tokens: 200,
  input_tokens: 1_000,
  output_tokens: 200,
  promptTokenCount: 1_000,
  candidatesTokenCount: 200,
}

export const TOKENS_A_REQUEST = USAGE.input_tokens + USAGE.output_tokens

const SHELL_TOOL = /^(bash|shell|exec_command|run_shell_command)$/i

/** What a person says to an assistant in a session of theirs; the first turn of a script answers it. */
export const ASKED = 'Please fix the failing test.'

function turnIn(content: unknown): number | null {
  const text = JSON.stringify(content ?? '')
  const number = /This is turn (\d+) of at most/.exec(text)?.[1]
  if (number !== undefined) return Number(number)
  return text.includes(ASKED) ? 1 : null
}

export type ModelScript = readonly ModelTurn[]

/**
 * A model on loopback that plays a script: one entry for each turn of the agent, the last one again and again. Models that are named
 * in `others` play their own.
 */
export async function startModel(
  script: ModelScript,
  others: Readonly<Record<string, ModelScript>> = {},
): Promise<ModelServer> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' })
  const conversations: string[] = []
  let requests = 0
  mock.on({ predicate: () => true }, request => {
    const tool = request.tools?.find(({ function: { name } }) => SHELL_TOOL.test(name))?.function
    // Programs ask more than once about one turn, and add words of their own: the turn is the one that our prompt names.
    const since = request.messages.findLastIndex(({ role, content }) => role === 'user' && turnIn(content) !== null)
    const turn = turnIn(request.messages[since]?.content)
    if (!tool || turn === null) return { content: 'A title', usage: USAGE }
    requests += 1
    const mine = others[request.model] ?? script
    const step = mine[Math.min(turn, mine.length) - 1]
    const said = request.messages.filter(({ role }) => role === 'user').map(({ content }) => JSON.stringify(content))
    conversations.push(said.join('\n'))
    if (!step) return { content: 'Nothing to do.', usage: USAGE }
    if (step.kind === 'fails') {
      const { status, message, retryAfter } = step
      const type = status === 429 ? 'rate_limit_error' : status === 401 ? 'authentication_error' : 'api_error'
      return { error: { message, type }, status, ...(retryAfter === undefined ? {} : { retryAfter }) }
    }
    const worked = request.messages.slice(since + 1).some(({ role }) => role === 'tool')
    if (step.command !== null && !worked)
      return {
        content: 'Let me see.',
        toolCalls: [{ name: tool.name, arguments: JSON.stringify(argumentsFor(tool.parameters, step.command)) }],
        usage: USAGE,
      }
    return { content: step.says, usage: USAGE }
  })
  await mock.start()
  const front = await frontWithErrors(mock.port, documentsOf([script, ...Object.values(others)].flat()))
  return {
    url: `http://127.0.0.1:${front.port}`,
    requests: () => requests,
    conversations: () => conversations,
    stop: async () => {
      await front.stop()
      await mock.stop()
    },
  }
}

const documentsOf = (turns: ModelScript): Map<number, unknown> =>
  new Map(
    turns.flatMap(turn => (turn.kind === 'fails' && turn.document !== undefined ? [[turn.status, turn.document]] : [])),
  )

interface Parameters {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>
  readonly required?: readonly string[]
}

/** Shell tools differ in what they call a command, and in what else they insist on. */
function argumentsFor(parameters: object | undefined, command: string): Record<string, unknown> {
  const { properties = {}, required = [] } = (parameters ?? {}) as Parameters
  const name = 'cmd' in properties ? 'cmd' : 'command'
  const others = required.filter(each => each !== name)
  const value = (type: string | undefined): unknown =>
    type === 'boolean' ? false : type === 'number' || type === 'integer' ? 10_000 : 'run it'
  return {
    ...Object.fromEntries(others.map(each => [each, value(properties[each]?.type)])),
    [name]: properties[name]?.type === 'array' ? ['bash', '-c', command] : command,
  }
}
