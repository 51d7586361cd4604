import { formatDuration } from '../../std/duration.ts'
import { unreachable } from '../../std/unreachable.ts'
import type { CommandRequest, CommandResult } from '../../system/shell.ts'
import type { CheckSnapshot } from './completion-check.ts'
import { inWords } from './in-words.ts'
import type { CheckPorts } from './ports.ts'

interface CheckQuestion {
  readonly command: CommandRequest['command']
  readonly stdin?: string
  readonly timeoutMs?: number
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly snapshot: CheckSnapshot
  readonly signal: AbortSignal
}

export interface ProgramAnswer {
  readonly exitCode: number
  /** Standard output, whole. */
  readonly output: string
  /** The end of its error output, in one line. */
  readonly complaint: string
}

const LARGEST = 16_000_000
const COMPLAINT_KEPT = 4_000

/** Runs a program whose output is an answer. Throws when it did not finish by itself. */
export async function answerOf(question: CheckQuestion, ports: CheckPorts): Promise<ProgramAnswer> {
  const { snapshot, stdin, signal, timeoutMs = ports.timeoutMs } = question
  const chunks: Uint8Array[] = []
  let size = 0
  let complaint = ''
  const log = (bytes: Uint8Array): void => ports.onBytes?.(snapshot.iteration, bytes)
  const result = await ports.shell.run({
    command: question.command,
    cwd: snapshot.workspace,
    env: { ...ports.env, ...question.env },
    nonce: ports.nonce,
    timeoutMs,
    signal,
    ...(stdin === undefined ? {} : { stdin }),
    onBytes: bytes => {
      log(bytes)
      size += bytes.length
      if (size <= LARGEST) chunks.push(Uint8Array.from(bytes))
    },
    onErrors: bytes => {
      log(bytes)
      complaint = (complaint + Buffer.from(bytes).toString('utf8')).slice(-COMPLAINT_KEPT)
    },
  })
  const exitCode = exitCodeOf(result)
  if (size > LARGEST) throw new Error(`the answer is larger than ${LARGEST / 1e6} MB`)
  const output = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  return { exitCode, output, complaint: lastLinesOf(complaint) }
}

const lastLinesOf = (text: string): string => inWords(text.trim().split('\n').slice(-3).join(' '))

function exitCodeOf(result: CommandResult): number {
  switch (result.kind) {
    case 'exited':
      return result.exitCode
    case 'timed-out':
      throw new Error(`no answer within ${formatDuration(result.afterMs)}`)
    case 'killed':
      throw new Error(`ended by ${result.signal}`)
    case 'not-started':
      throw new Error(`could not be started: ${result.because}`)
    case 'aborted':
      throw new Error('stopped')
    default:
      return unreachable(result)
  }
}
