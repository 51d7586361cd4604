import { chmodSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { type Answer, LONGEST_QUESTION, OTHER_VERSION, PROTOCOL, refusalOf } from './envelope.ts'
import { type DaemonRequest, questionSchema } from './protocol.ts'

const SILENT_MS = 30_000

export interface Answered {
  readonly loops: number
}

interface Served {
  readonly version: string
  /** Throws what is refused. */
  readonly answer: (ask: DaemonRequest['ask']) => Promise<Answered>
}

/** Listens until it is closed. The folder of the socket is what keeps others out; its mode says so once more. */
export function serve(path: string, served: Served): Promise<Server> {
  const server = createServer(connection => hear(connection, served))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      chmodSync(path, 0o600)
      server.off('error', reject).on('error', () => {})
      resolve(server)
    })
  })
}

function hear(connection: Socket, served: Served): void {
  let text = ''
  connection.setTimeout(SILENT_MS, () => connection.destroy())
  connection.on('error', () => {})
  connection.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    if (text.length > LONGEST_QUESTION) connection.destroy()
    if (!text.includes('\n')) return
    connection.removeAllListeners('data').setTimeout(0)
    // A sign of life for who waits: white space before the answer.
    connection.write(' ')
    void answerTo(text, served).then(answer => connection.end(`${JSON.stringify(answer)}\n`))
  })
}

async function answerTo(text: string, { version, answer }: Served): Promise<Answer> {
  const us = { pid: process.pid, version }
  try {
    const envelope = JSON.parse(text) as Partial<DaemonRequest>
    // Leaving and being asked for one's name is understood from every version; the rest only from one's own.
    const plain = envelope.ask?.kind === 'replace' || envelope.ask?.kind === 'stop' || envelope.ask?.kind === 'ping'
    if (!plain && (envelope.protocol !== PROTOCOL || envelope.version !== version))
      return { ok: false, ...us, error: { code: OTHER_VERSION, message: `This is agent-loop ${version}.`, hint: '' } }
    const { ask } = questionSchema.parse(envelope)
    return { ok: true, ...us, ...(await answer(ask)) }
  } catch (error) {
    return { ok: false, ...us, error: refusalOf(error) }
  }
}
