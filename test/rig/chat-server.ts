import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatMessage {
  readonly role: string
  readonly content?: unknown
}

export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly stream?: boolean
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly response_format?: { readonly type: string }
}

/** What the model does when it is asked. */
export type ChatAnswer =
  | { readonly says: string; readonly finish?: 'stop' | 'length' }
  | { readonly calls: readonly { readonly tool: string; readonly input: unknown }[]; readonly says?: string }
  | { readonly status: number; readonly message: string; readonly headers?: Readonly<Record<string, string>> }
  /** Never answers; or breaks off. */
  | 'hangs'
  | 'dies'

export interface ChatServer {
  readonly url: string
  readonly requests: readonly ChatRequest[]
  readonly keys: readonly (string | undefined)[]
  stop(): Promise<void>
}

export const CHAT_USAGE = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 }

/** A model on loopback that speaks as OpenAI's chat does, and answers as a test says. */
export async function chatServer(answer: (request: ChatRequest, nth: number) => ChatAnswer): Promise<ChatServer> {
  const requests: ChatRequest[] = []
  const keys: (string | undefined)[] = []
  const server = createServer((incoming, response) => {
    void bodyOf(incoming).then(text => {
      const request = JSON.parse(text) as ChatRequest
      requests.push(request)
      keys.push(incoming.headers.authorization)
      reply(answer(request, requests.length), request, response)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    keys,
    stop: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function reply(answer: ChatAnswer, request: ChatRequest, response: ServerResponse): void {
  if (answer === 'hangs') return
  if (answer === 'dies') {
    response.socket?.destroy()
    return
  }
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(JSON.stringify({ error: { message: answer.message, type: 'api_error' } }))
    return
  }
  const calls = 'calls' in answer ? answer.calls : []
  const finish = calls.length > 0 ? 'tool_calls' : ('finish' in answer && answer.finish) || 'stop'
  const tool_calls = calls.map(({ tool, input }, index) => ({
    index,
    id: `call-${index}`,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }))
  const message = { role: 'assistant', content: answer.says ?? '', ...(calls.length > 0 ? { tool_calls } : {}) }
  const common = { id: 'chat-1', created: 1, model: request.model }
  if (!request.stream) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ ...common, choices: [{ index: 0, message, finish_reason: finish }], usage: CHAT_USAGE }),
    )
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (data: object): void => void response.write(`data: ${JSON.stringify({ ...common, ...data })}\n\n`)
  send({ choices: [{ index: 0, delta: message, finish_reason: null }] })
  send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })
  send({ choices: [], usage: CHAT_USAGE })
  response.end('data: [DONE]\n\n')
}
