import type { Criterion } from '../criteria/criterion.ts'
import { describeCriterion } from '../criteria/describe.ts'
import type { Environment, Shell } from '../host/shell.ts'
import { unreachable } from '../std/unreachable.ts'
import { verify } from '../verify/verify.ts'
import type { CompletionCheck } from './completion-check.ts'

export interface CriterionCheckOptions {
  readonly env: Environment
  readonly nonce: string
  readonly timeoutMs: number
  /** Everything that the command prints, for the log of that iteration. */
  readonly onBytes?: (iteration: number, bytes: Uint8Array) => void
}

/** Complete when our own run of the criterion says so. */
export function criterionCheck(criterion: Criterion, shell: Shell, options: CriterionCheckOptions): CompletionCheck {
  const { onBytes, ...run } = options
  return {
    description: () => describeCriterion(criterion),
    async check({ workspace, iteration, record }, signal) {
      const log = onBytes ? { onBytes: (bytes: Uint8Array) => onBytes(iteration, bytes) } : {}
      const verification = await verify({ ...run, ...log, criterion, cwd: workspace, signal }, shell)
      record(verification)
      switch (verification.kind) {
        case 'passed':
          return null
        case 'failed':
          return `\`${verification.command}\` exited ${verification.exitCode ?? 'by a signal'}, and ${describeCriterion(criterion)} was asked for.\n${verification.learnings}`
        case 'unverifiable':
          // That the shell itself cannot start is our trouble and not the agent's: the check has no answer.
          if (verification.error === 'cannot_start') throw new Error(verification.message)
          return verification.message
        default:
          return unreachable(verification)
      }
    },
  }
}
