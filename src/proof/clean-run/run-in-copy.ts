import { join, relative } from 'node:path'
import type { Verification } from '../../check/verify/verification.ts'
import { verify } from '../../check/verify/verify.ts'
import type { Criterion } from '../../criteria/criterion.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import type { GateQuestion } from '../gate.ts'
import type { CopyRunOptions } from '../options.ts'

/** Runs the criterion, or a part of it, in a clean copy: the same commands and environment, other files. */
export async function runInCopy(
  copy: CleanCopy,
  { tree, workspace, env, nonce, timeoutMs, evidence, onBytes }: CopyRunOptions,
  { iteration, baseline, mayFail, signal }: GateQuestion,
  criterion: Criterion,
): Promise<Verification> {
  const verification = await verify(
    {
      criterion,
      cwd: workspace,
      seenAt: join(copy.path, relative(tree, workspace)),
      filesAt: join(copy.view, relative(tree, workspace)),
      env,
      nonce,
      timeoutMs,
      signal,
      evidence,
      baseline,
      mayFail,
      onBytes: bytes => onBytes(iteration, bytes),
    },
    copy.shell,
  )
  if (verification.kind === 'unverifiable' && ['cannot_start', 'aborted'].includes(verification.error))
    throw new Error(`cannot use the clean copy: ${verification.message}`)
  return verification
}
