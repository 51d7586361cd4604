import {
  agentCannotBeRun,
  agentIsBlocked,
  agentKeepsFailing,
  type LoopTrouble,
  nothingIsDone,
  onlyDisputedFail,
  outOfMoney,
  outOfTime,
  outOfTokens,
  outOfTurns,
  type Reason,
  standsStill,
  tamperedTwice,
} from './reasons.ts'
import type { Sensor } from './sensor.ts'
import type { LoopState } from './state.ts'

/**
 * When a loop stops, as three short lists. None of them can say "verified": only a check can.
 *
 * A limit forbids the next turn and never the check of the one that was paid for. A sensor sees trouble that no check could
 * excuse. A brake says, after the check has said "not yet", that another turn has no point.
 */
export interface Policy {
  readonly limits: readonly Reason[]
  readonly sensors: readonly Sensor[]
  readonly brakes: readonly Reason[]
}

const FAILED_TURNS = 3
const IDLE_TURNS = 3

export const standardPolicy: Policy = {
  limits: [outOfTurns, outOfTime, outOfTokens, outOfMoney],
  sensors: [{ name: 'agent-can-be-run', sense: agentCannotBeRun }],
  brakes: [
    agentKeepsFailing(FAILED_TURNS),
    agentIsBlocked,
    onlyDisputedFail,
    nothingIsDone(IDLE_TURNS),
    tamperedTwice,
    standsStill,
  ],
}

/** The first reason that holds. */
export function firstReason(reasons: readonly Reason[], state: LoopState): LoopTrouble | null {
  for (const reason of reasons) {
    const trouble = reason(state)
    if (trouble) return trouble
  }
  return null
}
