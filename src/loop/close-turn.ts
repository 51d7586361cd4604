import { apply } from './apply.ts'
import { type AskPorts, askCheck } from './ask.ts'
import { earned } from './earned.ts'
import { loopEnd } from './end.ts'
import type { LoopEvent } from './events.ts'
import { isoTime } from './iso-time.ts'
import type { Outcome } from './outcome.ts'
import { firstReason, type Policy } from './policy.ts'
import type { LoopState } from './state.ts'

export interface ClosePorts extends AskPorts {
  readonly policy: Policy
}

/**
 * Closes one turn: is there trouble, does the check say yes, is there a point in another turn?
 * Every driver ends a turn here, the one that prompts an agent and the one that is called by an agent's own host.
 */
export async function closeTurn(state: LoopState, ports: ClosePorts, signal: AbortSignal): Promise<LoopEvent[]> {
  const { policy, clock } = ports
  const end = (outcome: Outcome): LoopEvent => loopEnd(state, outcome, isoTime(clock))
  if (state.turn?.ended === 'aborted' || signal.aborted) return [end({ kind: 'aborted' })]

  const trouble = firstReason(policy.sensors, state)
  if (trouble) return [end(trouble)]

  const facts = earned(state, await askCheck(state, ports, signal))
  if (signal.aborted) return [end({ kind: 'aborted' })]

  const checked: LoopEvent = {
    kind: 'check-end',
    loop: state.spec.id,
    at: isoTime(clock),
    iteration: state.iteration,
    ...facts,
  }
  const after = apply(state, checked)
  if (facts.verdict === 'verified') return [checked, end({ kind: 'verified', because: 'criterion_holds' })]
  if (facts.verdict === 'gate_error')
    return [checked, end({ kind: 'gate_broken', error: `the check has no answer: ${facts.missing}` })]

  const outcome = firstReason(policy.brakes, after) ?? firstReason(policy.budgets, after)
  return outcome ? [checked, end(outcome)] : [checked]
}
