import type { Outcome } from './outcome.ts'
import { agentCannotBeRun, agentKeepsFailing, outOfTime, outOfTurns, type Reason } from './reasons.ts'
import type { LoopState } from './state.ts'

/**
 * When a loop stops, as three short lists. None of them can say "verified": only a check can.
 *
 * A budget forbids the next turn and never the check of the one that was paid for. A sensor sees trouble that no check could
 * excuse. A brake says, after the check has said "not yet", that another turn has no point.
 */
export interface Policy {
  readonly budgets: readonly Reason[]
  readonly sensors: readonly Reason[]
  readonly brakes: readonly Reason[]
}

const FAILED_TURNS = 3

export const standardPolicy: Policy = {
  budgets: [outOfTurns, outOfTime],
  sensors: [agentCannotBeRun],
  brakes: [agentKeepsFailing(FAILED_TURNS)],
}

/** The first reason that holds. */
export function firstReason(reasons: readonly Reason[], state: LoopState): Outcome | null {
  for (const reason of reasons) {
    const outcome = reason(state)
    if (outcome) return outcome
  }
  return null
}
