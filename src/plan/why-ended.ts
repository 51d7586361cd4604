import { describeOutcome } from '../loop/outcome.ts'
import type { LoopState } from '../loop/state.ts'

/** Why a loop of a task did not succeed. Where a check still fails, also which one: it may be the gate, which the task does not mention. */
export function whyEnded({ outcome, missing }: Pick<LoopState, 'outcome' | 'missing'>): string {
  if (outcome === null) return 'the loop did not end'
  const says = describeOutcome(outcome)
  const isOpen = outcome.kind === 'limit_reached' || outcome.kind === 'stuck'
  return isOpen && missing ? `${says}. ${missing.split('\n')[0]}` : says
}
