import type { Verification } from '../../check/verify/verification.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { openCleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import type { GateQuestion } from '../gate.ts'
import { type RoomRunOptions, roomOf } from '../options.ts'
import { runInRoom } from './run-in-copy.ts'

/** Runs a criterion once in a room of its own: what the commands write stays there. Fails where no room can be had. */
export async function runApart(
  options: RoomRunOptions,
  { mayFail, signal }: Pick<GateQuestion, 'mayFail' | 'signal'>,
): Promise<Result<Verification, string>> {
  const room = await openCleanCopy(roomOf(options))
  if (!room.ok) return fail(`no clean room could be opened: ${room.error}`)
  const question = { ...FIRST, mayFail, signal }
  try {
    return ok(await runInRoom(room.value, options, question, options.criterion))
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  } finally {
    await room.value.close()
  }
}

/** A question that nothing came before. */
export const FIRST: Omit<GateQuestion, 'signal'> = {
  iteration: 0,
  verifications: [],
  sealed: null,
  baseline: null,
  seenRed: false,
  mayFail: () => false,
  waivers: [],
}
