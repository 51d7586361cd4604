import { formatDuration } from '../std/duration.ts'
import type { Outcome } from './outcome.ts'
import type { LoopState } from './state.ts'

/** One reason to stop; null when it does not hold. Pure: a loop that is read back decides as it did before. */
export type Reason = (state: LoopState) => Outcome | null

export const outOfTurns: Reason = ({ iteration, spec: { limits } }) =>
  iteration >= limits.iterations
    ? { kind: 'limit_reached', limit: 'iterations', allowed: String(limits.iterations) }
    : null

export const outOfTime: Reason = ({ spentMs, spec: { limits } }) =>
  spentMs >= limits.totalMs ? { kind: 'limit_reached', limit: 'time', allowed: formatDuration(limits.totalMs) } : null

/** A program that the shell cannot even run on the first turn will not be there on the second. If files changed, some of it ran. */
export const agentCannotBeRun: Reason = ({ iteration, turn }) =>
  iteration === 1 && turn?.ended === 'unusable' && !turn.treeChanged
    ? { kind: 'agent_failed', error: `the agent cannot be run: ${turn.error}` }
    : null

/** Failing again and again without touching a file: no work is being done. */
export const agentKeepsFailing =
  (times: number): Reason =>
  ({ idleFailures, turn }) =>
    idleFailures >= times
      ? {
          kind: 'agent_failed',
          error: `the agent failed ${idleFailures} turns in a row and changed nothing: ${turn?.error}`,
        }
      : null
