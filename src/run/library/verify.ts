import type { Verification } from '../../check/verify/verification.ts'
import type { Criterion } from '../../criteria/criterion.ts'
import type { Environment } from '../../system/shell.ts'
import { criterionIn } from '../request/agree-on-criterion.ts'
import { runOnce } from '../request/verify-once.ts'
import { DEFAULT_LIMITS } from '../settings/values.ts'

export interface VerifyOptions {
  /** Where it runs; the process's own directory by default. */
  readonly cwd?: string
  /** The process's own environment by default. */
  readonly env?: Environment
  /** For each command. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Gets the output while the commands run. */
  readonly onOutput?: (bytes: Uint8Array) => void
  readonly onWarning?: (message: string) => void
}

/**
 * Runs a criterion once, without an agent and without the proof. `kind` is `passed`, `failed` (with `learnings` for an agent), or
 * `unverifiable` (a command is missing, timed out, or was aborted). Throws a `UsageError` for a sentence that cannot be measured.
 *
 * @example
 * ```ts
 * import { verify } from 'agent-loop'
 *
 * const result = await verify('npm test')
 * console.log(result.kind, result.exitCode) // passed 0
 * ```
 */
export async function verify(until: string | Criterion, options: VerifyOptions = {}): Promise<Verification> {
  const { cwd = process.cwd(), env = process.env, timeoutMs = DEFAULT_LIMITS.checkMs } = options
  const { signal = new AbortController().signal, onOutput, onWarning } = options
  const criterion =
    typeof until === 'string' ? (await criterionIn(until, cwd, ({ says }) => onWarning?.(says))).criterion : until
  return await runOnce(criterion, {
    ...{ cwd, env, timeoutMs, signal, bail: false },
    ...(onOutput ? { onBytes: onOutput } : {}),
  })
}
