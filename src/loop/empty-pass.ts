import type { CheckFacts, Evidence } from './events.ts'
import type { LoopState } from './state.ts'

/**
 * Exit code 0 is not proof. A passing check becomes `not_yet` when the same run shows that no test ran, or when nothing was done.
 * Never the other way around.
 */
export function withoutEmptyPass(state: LoopState, facts: CheckFacts): CheckFacts {
  if (facts.verdict !== 'verified') return facts
  const reason = nothingRan(facts) ?? nothingDone(state)
  return reason === null ? facts : { ...facts, verdict: 'not_yet', missing: reason }
}

/** How many tests ran, skipped ones left out; null when the output does not say. */
export function testsRun(evidence: readonly Evidence[]): number | null {
  const counted = evidence.flatMap(({ tests }) => (tests ? [tests.total - tests.skipped] : []))
  return counted.length === 0 ? null : counted.reduce((sum, count) => sum + count, 0)
}

function nothingRan({ evidence }: CheckFacts): string | null {
  const readable = evidence.some(({ closed }) => closed !== null)
  return readable && (testsRun(evidence) ?? 0) === 0 && evidence.every(({ closed }) => closed !== true)
    ? 'The command succeeds, but no test ran, so it proves nothing.'
    : null
}

/**
 * A check that passed before the first turn and still passes shows that nothing broke, not that the task is done. So it counts
 * only once the agent claims to be done and has changed something.
 */
function nothingDone({ startedGreen, touched, turn }: LoopState): string | null {
  if (!startedGreen) return null
  if (!touched) return 'The check passes, as it did before the first turn, and no file was changed yet. Do the task.'
  return turn?.ended === 'claims-done' ? null : 'The check still passes. Continue with the task until it is done.'
}
