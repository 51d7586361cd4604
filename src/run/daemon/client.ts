import { createConnection } from 'node:net'
import { daemonProblem } from './problems.ts'
import { type DaemonRequest, type DaemonResponse, parseResponse } from './protocol.ts'
import { foreignSocket } from './socket-folder.ts'

const CONNECT_MS = 1_000

/** Whether a process of this user listens on that socket. */
export const isListening = (socket: string): Promise<boolean> =>
  new Promise(resolve => {
    if (foreignSocket(socket) !== null) return resolve(false)
    const connection = createConnection(socket)
    const done = (listening: boolean): void => {
      connection.destroy()
      resolve(listening)
    }
    connection.setTimeout(CONNECT_MS, () => done(false))
    connection.on('connect', () => done(true)).on('error', () => done(false))
  })

/** Sends one request. Null when nothing listens there, or no response comes in time. Refuses a socket that may be another user's. */
export const sendRequest = (
  socket: string,
  request: DaemonRequest,
  timeoutMs: number,
): Promise<DaemonResponse | null> =>
  new Promise(resolve => {
    const foreign = foreignSocket(socket)
    if (foreign !== null) throw daemonProblem('foreign-socket', { socket, because: foreign })
    const connection = createConnection(socket)
    let text = ''
    const done = (response: DaemonResponse | null): void => {
      connection.destroy()
      resolve(response)
    }
    connection.setTimeout(timeoutMs, () => done(null))
    connection.write(`${JSON.stringify(request)}\n`)
    connection.on('error', () => done(null)).on('close', () => done(null))
    connection.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (text.includes('\n')) done(parseResponse(text))
    })
  })
