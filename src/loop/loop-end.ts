import { whyNoActions } from './approval.ts'
import type { LoopEvent } from './events.ts'
import { describeOutcome, exitCodeOf, type Outcome, reasonOf } from './outcome.ts'
import type { LoopState } from './state.ts'

export function loopEnd(state: LoopState, outcome: Outcome, at: string): LoopEvent {
  const { spec, iteration } = state
  const because = outcome.kind === 'verified' && spec.hooks.onVerified !== null ? whyNoActions(state) : null
  return {
    kind: 'loop-end',
    loop: spec.id,
    at,
    status: outcome.kind,
    iterations: iteration,
    exit_code: exitCodeOf(outcome),
    reason: reasonOf(outcome),
    message: describeOutcome(outcome),
    receipt: null,
    ...(because === null ? {} : { skipped: [{ action: 'on-verified', because }] }),
    outcome,
  }
}
