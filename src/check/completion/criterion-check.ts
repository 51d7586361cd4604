import type { Criterion } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import { unreachable } from '../../std/unreachable.ts'
import type { Environment, Shell } from '../../system/shell.ts'
import type { EvidencePort } from '../../tools/ids/open-evidence.ts'
import type { PreviousReading } from '../verify/context.ts'
import type { Verification } from '../verify/verification.ts'
import { verify } from '../verify/verify.ts'
import { withData } from './check-data.ts'
import type { CompletionCheck } from './completion-check.ts'
import { thisMachine } from './ports.ts'

export interface CriterionCheckOptions {
  readonly env: Environment
  readonly nonce: string
  readonly timeoutMs: number
  /** Everything that the commands print, for the log of that iteration. */
  readonly onBytes?: (iteration: number, bytes: Uint8Array) => void
  /** Collects which tests the commands execute. */
  readonly evidence?: EvidencePort
}

/**
 * Complete when our own run of the criterion says so. `run` takes a criterion as it is; this is for combining it with other checks.
 *
 * @example
 * ```ts
 * import { criterionCheck, parseCriterion } from 'agent-loop'
 *
 * const parsed = parseCriterion('npm test passes')
 * if (parsed.ok) console.log(criterionCheck(parsed.value.criterion).description()) // npm test passes
 * ```
 */
export function criterionCheck(criterion: Criterion, shell?: Shell, options?: CriterionCheckOptions): CompletionCheck {
  const usual = thisMachine()
  const { onBytes, env, nonce, timeoutMs, evidence } = options ?? usual
  const told = evidence ? { evidence } : {}
  const previous = new Map<string, PreviousReading>()
  const check: CompletionCheck = {
    description: () => describeCriterion(criterion),
    async check({ workspace, task, iteration, baseline, record, mayFail }, signal) {
      const log = onBytes ? { onBytes: (bytes: Uint8Array) => onBytes(iteration, bytes) } : {}
      const excuse = mayFail ? { mayFail } : {}
      const verification = await verify(
        {
          env,
          nonce,
          timeoutMs,
          ...told,
          ...log,
          ...excuse,
          task,
          criterion,
          baseline,
          previous,
          cwd: workspace,
          signal,
        },
        shell ?? usual.shell,
      )
      remember(verification, previous)
      record(verification)
      return reasonOf(verification)
    },
  }
  const isOwn = shell !== undefined || options !== undefined
  return withData(check, isOwn ? null : { kind: 'criterion', criterion })
}

function reasonOf(verification: Verification): string | null {
  switch (verification.kind) {
    case 'passed':
      return null
    case 'failed':
      return verification.learnings
    case 'unverifiable':
      // A shell that cannot start is not the agent's fault: the check is broken.
      if (verification.error === 'cannot_start') throw new Error(verification.message)
      return verification.learnings
    default:
      return unreachable(verification)
  }
}

/** So that the next result can say what changed. */
function remember(verification: Verification, previous: Map<string, PreviousReading>): void {
  for (const part of verification.parts) remember(part, previous)
  const { command, reading, parts } = verification
  if (parts.length > 0 || reading === null) return
  const failing = (tools: typeof reading.tools): string =>
    JSON.stringify(tools.flatMap(({ failures }) => failures.map(({ id }) => id)).sort())
  const before = previous.get(command)
  const same = before !== undefined && failing(before.reading.tools) === failing(reading.tools)
  previous.set(command, { reading, turns: same ? before.turns + 1 : 1 })
}
