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
import { type Redact, RedactedStream } from '../../std/redact.ts'
import { isSameSecret } from '../../system/same-secret.ts'
import { callerAt, type PeerProcesses } from '../../system/tcp-peer.ts'

/** Finds the processes that sent a request, at the moment of the call. */
export type CallerLookup = () => PeerProcesses

export type AnswerFor = (request: Request, caller: CallerLookup) => Promise<Response>

interface Listening {
  readonly port: number
  readonly token: string
  readonly answer: AnswerFor
  readonly redact: Redact
}

const PATH = '/mcp'
/** The methods of the protocol. The others say nothing to us, and some cannot even be written as a `Request`. */
const METHODS = ['GET', 'POST', 'DELETE']

/** Listens on the loopback address only. Web pages cannot reach it: origin, host name, and token are checked. */
export async function listen(listening: Listening): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort()).on('error', () => {})
    incoming.on('error', () => {})
    void answered(incoming, listening, gone.signal)
      .catch(() => new Response(null, { status: 500 }))
      .then(response => send(response, outgoing, listening.redact))
      .catch(() => outgoing.destroy())
  })
  const { port } = listening
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

/** No request may end the server: one that cannot be read has an answer as well. */
async function answered(incoming: IncomingMessage, listening: Listening, signal: AbortSignal): Promise<Response> {
  if (!METHODS.includes(incoming.method ?? ''))
    return new Response(null, { status: 405, headers: { allow: METHODS.join(', ') } })
  const request = asRequest(incoming, signal)
  return request === null
    ? new Response(null, { status: 400 })
    : await guarded(request, listening, () => callerAt(incoming.socket))
}

async function guarded(request: Request, { token, answer }: Listening, caller: CallerLookup): Promise<Response> {
  const foreign =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  if (foreign) return foreign
  if (new URL(request.url).pathname !== PATH) return new Response(null, { status: 404 })
  const [scheme, given = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !isSameSecret(given, token))
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
  return await answer(request, caller)
}

/** Null for a path or a header that no request can have. */
function asRequest(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  try {
    return requestFrom(incoming, signal)
  } catch {
    return null
  }
}

function requestFrom(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each)
  const method = incoming.method ?? 'GET'
  const body = method === 'GET' ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Request(`http://127.0.0.1${incoming.url ?? '/'}`, { method, headers, body, duplex: 'half', signal })
}

/** Each message is one piece of the body, or several that only its end completes. */
async function send(response: Response, outgoing: ServerResponse, redact: Redact): Promise<void> {
  const { 'content-length': _, ...headers } = Object.fromEntries(response.headers)
  outgoing.writeHead(response.status, headers)
  const decoder = new TextDecoder()
  const stream = new RedactedStream(redact, text => outgoing.write(text))
  for await (const chunk of response.body ?? []) stream.push(decoder.decode(chunk, { stream: true }))
  stream.end()
  outgoing.end()
}
