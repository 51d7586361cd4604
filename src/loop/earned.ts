import type { CheckFacts, Evidence } from './events.ts'
import type { LoopState } from './state.ts'

/**
 * An exit code of 0 is not yet a yes. These take it back where the evidence of the same run speaks against it; none of them can
 * turn a no into a yes.
 */
export function earned(state: LoopState, facts: CheckFacts): CheckFacts {
  if (facts.verdict !== 'verified') return facts
  const doubt = nothingRan(facts) ?? nothingDone(state)
  return doubt === null ? facts : { ...facts, verdict: 'not_yet', missing: doubt }
}

/** How many tests ran, skipped ones left out; null when the output does not say. */
export function testsRun(evidence: readonly Evidence[]): number | null {
  const counted = evidence.flatMap(({ tests }) => (tests ? [tests.total - tests.skipped] : []))
  return counted.length === 0 ? null : counted.reduce((sum, count) => sum + count, 0)
}

function nothingRan({ evidence }: CheckFacts): string | null {
  const spoke = evidence.some(({ closed }) => closed !== null)
  return spoke && (testsRun(evidence) ?? 0) === 0 && evidence.every(({ closed }) => closed !== true)
    ? 'The command succeeds, but no test ran: that proves nothing.'
    : null
}

/**
 * A check that said yes before the first turn and says yes now has proven that nothing broke, not that the task was done. So it
 * counts only once the agent claims to be done and has changed something.
 */
function nothingDone({ startedGreen, touched, turn }: LoopState): string | null {
  if (!startedGreen) return null
  if (!touched) return 'The criterion holds, as it did before, and no file was changed yet: do the task.'
  return turn?.ended === 'claims-done' ? null : 'The criterion still holds. Go on with the task until it is done.'
}
