import type { Verification } from '../../check/verify/verification.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { openCleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import type { GateQuestion } from '../gate.ts'
import { type CopyRunOptions, cleanCopyOptions } from '../options.ts'
import { runInCopy } from './run-in-copy.ts'

/** Runs a criterion once in its own clean copy, which also takes what the commands write. Fails when no clean copy can be made. */
export async function runOnce(
  options: CopyRunOptions,
  { mayFail, signal }: Pick<GateQuestion, 'mayFail' | 'signal'>,
): Promise<Result<Verification, string>> {
  const copy = await openCleanCopy(cleanCopyOptions(options))
  if (!copy.ok) return fail(`cannot make a clean copy: ${copy.error}`)
  const question = { ...FIRST, mayFail, signal }
  try {
    return ok(await runInCopy(copy.value, options, question, options.criterion))
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  } finally {
    await copy.value.close()
  }
}

/** A question without earlier results. */
export const FIRST: Omit<GateQuestion, 'signal'> = {
  iteration: 0,
  verifications: [],
  sealed: null,
  baseline: null,
  seenRed: false,
  mayFail: () => false,
  waivers: [],
}
