import type { LoopEvent } from './events.ts'
import { describeOutcome, exitCodeOf, type Outcome, reasonOf } from './outcome.ts'
import type { LoopState } from './state.ts'

export function loopEnd({ spec, iteration }: LoopState, outcome: Outcome, at: string): LoopEvent {
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
    outcome,
  }
}
