import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'

interface Listening {
  readonly port: number
  readonly token: string
  readonly answer: (request: Request) => Promise<Response>
}

const PATH = '/mcp'

/** Listens on the loopback address only. Web pages cannot reach it: origin, host name, and token are checked. */
export async function listen({ port, token, answer }: Listening): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort())
    const request = asRequest(incoming, gone.signal)
    void guarded(request, token, answer)
      .catch(() => new Response(null, { status: 500 }))
      .then(response => send(response, outgoing))
      .catch(() => outgoing.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}${PATH}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function guarded(request: Request, token: string, answer: Listening['answer']): Promise<Response> {
  const foreign =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  if (foreign) return foreign
  if (new URL(request.url).pathname !== PATH) return new Response(null, { status: 404 })
  const [scheme, given = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !isSame(given, token))
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
  return await answer(request)
}

/** Compares digests, because they have equal lengths and the time of the comparison must not leak anything. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function asRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each)
  const method = incoming.method ?? 'GET'
  const body = method === 'GET' || method === 'HEAD' ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Request(`http://127.0.0.1${incoming.url ?? '/'}`, { method, headers, body, duplex: 'half', signal })
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  for await (const chunk of response.body ?? []) outgoing.write(chunk)
  outgoing.end()
}
