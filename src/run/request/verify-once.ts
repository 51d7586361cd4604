import { join } from 'node:path'
import type { Verification } from '../../check/verify/verification.ts'
import { verify } from '../../check/verify/verify.ts'
import type { Criterion } from '../../criteria/criterion.ts'
import type { ParseFailure } from '../../criteria/reading.ts'
import type { Warning } from '../../criteria/warnings.ts'
import { readCriterion } from '../../infer/read-criterion.ts'
import { ok, type Result } from '../../std/result.ts'
import { LogFile } from '../../system/log-file.ts'
import { pruneFolder } from '../../system/prune-folder.ts'
import { type Environment, newNonce, nodeShell } from '../../system/shell.ts'
import { writableStateHome } from '../../system/state-home.ts'
import { treeOf } from '../../system/tree.ts'
import { openEvidence } from '../../tools/ids/open-evidence.ts'
import { logRedactor } from '../clean-output.ts'
import { findSetting } from '../settings/find-setting.ts'
import type { RequestContext } from './context.ts'

interface VerifiedOnce {
  readonly verification: Verification
  readonly warnings: readonly Warning[]
  /** The path of the output: all of it, or its beginning and its end. */
  readonly log: string
  readonly startedAt: number
}

interface VerifyOptions {
  /** Of several parts, stop at the first that settles the answer. */
  readonly bail: boolean
  /** Gets the output while the command runs. */
  readonly onBytes?: (bytes: Uint8Array) => void
}

/** Runs a criterion once in this directory. */
export async function verifyOnce(
  text: string,
  context: RequestContext,
  { bail, onBytes }: VerifyOptions,
): Promise<Result<VerifiedOnce, ParseFailure>> {
  const { cwd, env, given, signal } = context
  const timeoutMs = await findSetting('verify-timeout', given, env, treeOf(cwd))
  const parsed = await readCriterion(text, cwd)
  if (!parsed.ok) return parsed
  const log = newLog(writableStateHome(env), context)
  const startedAt = Date.now()
  const verification = await runOnce(parsed.value.criterion, {
    ...{ cwd, env, timeoutMs, bail, signal },
    onBytes: bytes => {
      log.write(bytes)
      onBytes?.(bytes)
    },
  })
  log.close()
  return ok({ verification, warnings: parsed.value.warnings, log: log.path, startedAt })
}

interface OneRun extends VerifyOptions {
  readonly cwd: string
  readonly env: Environment
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Runs a criterion that was read already, and asks the test runners which tests they ran. */
export async function runOnce(criterion: Criterion, { onBytes, ...one }: OneRun): Promise<Verification> {
  const evidence = openEvidence({ directory: join(writableStateHome(one.env), 'evidence', newNonce()) })
  const log = onBytes ? { onBytes } : {}
  try {
    return await verify({ ...one, ...log, criterion, nonce: newNonce(), evidence }, nodeShell)
  } finally {
    evidence.close()
  }
}

const LOGS_KEPT = 20

function newLog(home: string, { env }: RequestContext): LogFile {
  const folder = join(home, 'verify')
  pruneFolder(folder, LOGS_KEPT - 1)
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.log`
  return new LogFile(join(folder, name), logRedactor(env))
}
