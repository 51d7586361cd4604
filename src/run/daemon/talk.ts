import type { Socket } from 'node:net'
import { type Answer, answerIn } from './envelope.ts'
import type { DaemonRequest } from './protocol.ts'

const REACH_MS = 1_000

/** Loaded where somebody is called: a stop of a session without a loop, and `status`, call nobody. */
const createConnection = (socket: string): Socket => process.getBuiltinModule('node:net').createConnection(socket)

/** Whether somebody listens there. */
export const answers = (socket: string): Promise<boolean> =>
  new Promise(resolve => {
    const connection = createConnection(socket)
    const done = (there: boolean): void => {
      connection.destroy()
      resolve(there)
    }
    connection.setTimeout(REACH_MS, () => done(false))
    connection.on('connect', () => done(true)).on('error', () => done(false))
  })

/** Asks once. Null when nobody is there, nobody answers in time, or whoever is there dies over it. */
export const askAt = (
  socket: string,
  question: DaemonRequest,
  patienceMs: number,
  /** Within this a first sign of life is expected, when that is less. */
  signMs = patienceMs,
): Promise<Answer | null> =>
  new Promise(resolve => {
    const connection = createConnection(socket)
    let text = ''
    const done = (answer: Answer | null): void => {
      if (answer === null) connection.destroy()
      // It closes by itself, for whoever is there hangs up after the answer; nobody who has it waits for that.
      else connection.setTimeout(0).unref()
      resolve(answer)
    }
    connection.setTimeout(signMs, () => done(null))
    connection.write(`${JSON.stringify(question)}\n`)
    connection.on('error', () => done(null)).on('close', () => done(null))
    connection.setEncoding('utf8').on('data', (piece: string) => {
      if (text === '') connection.setTimeout(patienceMs)
      text += piece
      if (text.includes('\n')) done(answerIn(text))
    })
  })
