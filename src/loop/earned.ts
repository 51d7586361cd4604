import type { CheckFacts } from './events.ts'
import type { LoopState } from './state.ts'

/**
 * A check that said yes before the first turn and says yes now has proven that nothing broke, not that the task was done. So it
 * counts only once the agent claims to be done and has changed something. It can take a yes back, never give one.
 */
export function earned(state: LoopState, facts: CheckFacts): CheckFacts {
  if (facts.verdict !== 'verified' || !state.startedGreen) return facts
  if (!state.touched)
    return notYet(facts, 'The criterion holds, as it did before, and no file was changed yet: do the task.')
  if (state.turn?.ended !== 'claims-done')
    return notYet(facts, 'The criterion still holds. Go on with the task until it is done.')
  return facts
}

const notYet = (facts: CheckFacts, missing: string): CheckFacts => ({ ...facts, verdict: 'not_yet', missing })
