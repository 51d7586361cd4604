import { daemonPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { isAlive } from '../../system/process-table.ts'
import { PROTOCOL, type StopVerdict } from './envelope.ts'
import { leaveKnock, takeKnock } from './knock.ts'
import type { CloseAsk, DaemonRequest } from './protocol.ts'
import { readRecord } from './record.ts'
import { askAt } from './talk.ts'

/** How long a sign of life may take: who does not give one closes nothing, and who would give it later must not any more. */
const SIGN_MS = 2_000
const TOO_LATE_MS = 1_000
/** Between what we let it take and what we wait: it answers also when it is not done. */
const GRACE_MS = 2_000

/**
 * Whether a question is older than whoever asked waits for a sign of life: it has gone on by itself then, and another turn may be under
 * way. One from the future was asked before the clock was set, nobody knows when.
 */
export const isTooLate = (at: number, now: number): boolean => Math.abs(now - at) > TOO_LATE_MS

/**
 * Has the user's daemon close the turn of an assistant's session: all that this needs is loaded there already. Null when there is none
 * of this version, or it does not answer, refuses, or dies over it; then the turn is still to be closed, from where its journal ends.
 */
export async function askToClose(
  home: string,
  version: string,
  ask: Omit<CloseAsk, 'kind' | 'word'>,
): Promise<StopVerdict | null> {
  const { record: file, knocks } = daemonPaths(home)
  const record = await readRecord(nodeDisk('private'), file)
  if (record?.state !== 'serving' || record.version !== version || !isAlive(record.owner)) return null
  const word = `${process.pid}-${Math.random().toString(36).slice(2)}`
  const question: DaemonRequest = { protocol: PROTOCOL, version, ask: { kind: 'close', ...ask, word } }
  leaveKnock(knocks, word, `${JSON.stringify(question)}\n`)
  const answer = await askAt(record.socket, question, ask.patienceMs + GRACE_MS, SIGN_MS)
  if (answer?.ok && answer.verdict) return answer.verdict
  // Who goes on by itself leaves no question behind.
  takeKnock(knocks, word)
  return null
}
