import { chmodSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import {
  type Ask,
  type DaemonRequest,
  type DaemonResponse,
  MAX_REQUEST_LENGTH,
  OTHER_VERSION,
  PROTOCOL,
  requestSchema,
  toSentError,
} from './protocol.ts'

const REQUEST_TIMEOUT_MS = 30_000

interface RequestHandler {
  readonly version: string
  /** Resolves to the number of running loops. Throws what is refused. */
  readonly handle: (ask: Ask) => Promise<number>
}

/** Listens until it is closed. The folder of the socket keeps others out; its mode does so once more. */
export function startServer(path: string, handler: RequestHandler): Promise<Server> {
  const server = createServer(connection => receive(connection, handler))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      chmodSync(path, 0o600)
      server.off('error', reject).on('error', () => {})
      resolve(server)
    })
  })
}

function receive(connection: Socket, handler: RequestHandler): void {
  let text = ''
  connection.setTimeout(REQUEST_TIMEOUT_MS, () => connection.destroy())
  connection.on('error', () => {})
  connection.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    if (text.length > MAX_REQUEST_LENGTH) connection.destroy()
    if (!text.includes('\n')) return
    connection.removeAllListeners('data').setTimeout(0)
    void respond(text, handler).then(response => connection.end(`${JSON.stringify(response)}\n`))
  })
}

async function respond(text: string, { version, handle }: RequestHandler): Promise<DaemonResponse> {
  const sender = { pid: process.pid, version }
  try {
    const envelope = JSON.parse(text) as Partial<DaemonRequest>
    if (!isForAnyVersion(envelope) && (envelope.protocol !== PROTOCOL || envelope.version !== version))
      return {
        ok: false,
        ...sender,
        error: { code: OTHER_VERSION, message: `This is agent-loop ${version}.`, hint: '' },
      }
    const { ask } = requestSchema.parse(envelope)
    return { ok: true, ...sender, loops: await handle(ask) }
  } catch (error) {
    return { ok: false, ...sender, error: toSentError(error) }
  }
}

/** Any version may ask a daemon who it is, and tell it to stop; everything else only its own version. */
const isForAnyVersion = ({ ask }: Partial<DaemonRequest>): boolean =>
  ask?.kind === 'replace' || ask?.kind === 'stop' || ask?.kind === 'ping'
