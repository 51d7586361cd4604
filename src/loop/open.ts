import { type AskPorts, askCheck } from './ask.ts'
import { earned } from './earned.ts'
import { loopEnd } from './end.ts'
import type { CheckFacts, LoopEvent } from './events.ts'
import { isoTime } from './iso-time.ts'
import type { Outcome } from './outcome.ts'
import type { LoopSpec, LoopState } from './state.ts'

/** Looks at the tree before the first turn: is there work, and can the check answer at all? */
export async function openLoop(state: LoopState, ports: AskPorts, signal: AbortSignal): Promise<LoopEvent[]> {
  const facts = earned(state, await askCheck(state, ports, signal))
  const at = isoTime(ports.clock)
  if (signal.aborted) return [loopEnd(state, { kind: 'aborted' }, at)]
  const baseline: LoopEvent = { kind: 'baseline-end', loop: state.spec.id, at, ...facts }
  const outcome = judgeBaseline(facts, state.spec.expectNow)
  return outcome ? [baseline, loopEnd(state, outcome, at)] : [baseline]
}

function judgeBaseline({ verdict, missing, evidence }: CheckFacts, expectNow: LoopSpec['expectNow']): Outcome | null {
  // Where a green start is normal, it says nothing about the task.
  if (verdict === 'verified') return expectNow === 'failing' ? { kind: 'verified', because: 'already_green' } : null
  if (verdict === 'gate_error') return { kind: 'gate_broken', error: missing ?? 'the check has no answer' }
  // Before any work is done, a command that is missing or never ends is the gate's fault; afterwards it is the agent's.
  const unanswered = evidence.find(({ error, may_be_brought }) => error !== null && !may_be_brought)
  return unanswered ? { kind: 'gate_broken', error: missing ?? `${unanswered.command} could not be run` } : null
}
