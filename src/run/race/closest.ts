import { exitCodeOf } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import { EXIT } from '../../std/exit-codes.ts'

/** Without a winner: from the end that is closest to one to the end that is farthest from it. */
const CLOSEST: readonly number[] = [
  ...[EXIT.limit, EXIT.paused, EXIT.stuck, EXIT.noCriterion, EXIT.tampered, EXIT.aborted, EXIT.agentUnusable],
]

export const closestCode = (codes: readonly number[]): number | undefined =>
  CLOSEST.find(code => codes.includes(code)) ?? codes[0]

/** The loop of a race without a winner that came closest; undefined when none has ended. */
export function closestLoop(states: readonly LoopState[]): LoopState | undefined {
  const codeOf = ({ outcome }: LoopState): number | undefined => (outcome === null ? undefined : exitCodeOf(outcome))
  const code = closestCode(states.flatMap(state => codeOf(state) ?? []))
  return states.find(state => codeOf(state) === code)
}
