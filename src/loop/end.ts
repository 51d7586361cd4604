import type { LoopEvent } from './events.ts'
import { describeOutcome, exitCodeOf, type Outcome } from './outcome.ts'
import type { LoopState } from './state.ts'

export function loopEnd({ spec, iteration }: LoopState, outcome: Outcome, at: string): LoopEvent {
  return {
    kind: 'loop-end',
    loop: spec.id,
    at,
    status: outcome.kind,
    iterations: iteration,
    exit_code: exitCodeOf(outcome),
    reason: reasonCode(outcome),
    message: describeOutcome(outcome),
    receipt: null,
    outcome,
  }
}

function reasonCode(outcome: Outcome): string {
  if (outcome.kind === 'verified') return outcome.because
  return outcome.kind === 'limit_reached' ? 'not_yet' : outcome.kind
}
