import { createConnection } from 'node:net'
import { type DaemonRequest, type DaemonResponse, parseResponse } from './protocol.ts'

const CONNECT_MS = 1_000

/** Whether a process listens on that socket. */
export const isListening = (socket: string): Promise<boolean> =>
  new Promise(resolve => {
    const connection = createConnection(socket)
    const done = (listening: boolean): void => {
      connection.destroy()
      resolve(listening)
    }
    connection.setTimeout(CONNECT_MS, () => done(false))
    connection.on('connect', () => done(true)).on('error', () => done(false))
  })

/** Sends one request. Null when nothing listens there, or no response comes in time. */
export const sendRequest = (
  socket: string,
  request: DaemonRequest,
  timeoutMs: number,
): Promise<DaemonResponse | null> =>
  new Promise(resolve => {
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
