import { describeCriterion } from '../criteria/describe.ts'
import { type CleanCopy, openCleanCopy } from '../workspace/clean-copy/clean-copy.ts'
import { type CanaryResult, forkOf, runCanaries } from './canary/run-canaries.ts'
import { runInRoom } from './clean-run/run-in-copy.ts'
import { FIRST } from './clean-run/run-once.ts'
import type { GateQuestion } from './gate.ts'
import { type RoomRunOptions, roomOf } from './options.ts'

/** Whether a gate can fail at all: true when it was seen to, false when it was seen not to, null when that could not be found out. */
export interface GateHealth {
  readonly criterion: string
  readonly baseline: 'green' | 'red' | 'no_answer'
  readonly canary: CanaryResult['kind'] | 'not_needed'
  readonly can_fail: boolean | null
  readonly says: string
}

/** One run and one canary, in a clean room, without a loop. Touches nothing in the tree. */
export async function examineGate(options: RoomRunOptions, signal: AbortSignal): Promise<GateHealth> {
  const criterion = describeCriterion(options.criterion)
  const room = await openCleanCopy(roomOf(options))
  if (!room.ok) return { criterion, baseline: 'no_answer', canary: 'not_checked', can_fail: null, says: room.error }
  try {
    return { criterion, ...(await examineIn(room.value, options, signal)) }
  } finally {
    await room.value.close()
  }
}

async function examineIn(
  room: CleanCopy,
  options: RoomRunOptions,
  signal: AbortSignal,
): Promise<Omit<GateHealth, 'criterion'>> {
  const question: GateQuestion = { ...FIRST, signal }
  const fork = await forkOf(room)
  const verification = await runInRoom(fork, options, question, options.criterion).finally(() => fork.close())
  if (verification.kind === 'unverifiable')
    return { baseline: 'no_answer', canary: 'not_needed', can_fail: null, says: verification.message }
  if (verification.kind === 'failed')
    return { baseline: 'red', canary: 'not_needed', can_fail: true, says: 'it fails now, so it can fail' }
  const results = await runCanaries(options, {
    room: () => forkOf(room),
    question: { ...question, verifications: [verification] },
    diagnosed: [],
    differed: [],
    ran: () => {},
  })
  return { baseline: 'green', ...judged(results) }
}

/** One dead clause is enough: it will never stop anybody. */
function judged(results: readonly CanaryResult[]): Pick<GateHealth, 'canary' | 'can_fail' | 'says'> {
  const dead = results.find(({ kind }) => kind === 'green' || kind === 'unseen')
  if (dead)
    return {
      canary: dead.kind,
      can_fail: false,
      says: `a failure was planted, and "${dead.clause}" did not see it: this gate cannot fail`,
    }
  const unknown = results.find(({ kind }) => kind === 'not_checked')
  if (unknown?.kind === 'not_checked' || results.length === 0)
    return {
      canary: 'not_checked',
      can_fail: null,
      says: unknown?.kind === 'not_checked' ? unknown.because : 'nothing could be planted',
    }
  return { canary: 'sang', can_fail: true, says: 'green, and a planted failure turned it red and was named' }
}
