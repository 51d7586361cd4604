import { whyNoActions } from './approval.ts'
import type { LoopEvent } from './events.ts'
import { describeOutcome, exitCodeOf, type Outcome, reasonOf } from './outcome.ts'
import type { LoopSpec, LoopState } from './state.ts'

export function loopEnd(state: LoopState, outcome: Outcome, at: string): LoopEvent {
  const { spec, iteration } = state
  const actions = actionsOf(spec)
  const because = outcome.kind === 'verified' && actions.length > 0 ? whyNoActions(state) : null
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
    ...(because === null ? {} : { skipped: actions.map(action => ({ action, because })) }),
    outcome,
  }
}

/** What acts on the outside world once the work is verified. */
const actionsOf = ({ hooks, after }: LoopSpec): readonly string[] => [
  ...(hooks.onVerified === null ? [] : ['on-verified']),
  ...(after?.push ? ['push'] : []),
  ...(after?.pr ? ['pr'] : []),
]
