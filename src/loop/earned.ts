import type { CheckFacts, Evidence } from './events.ts'
import type { LoopState } from './state.ts'

/**
 * An exit code of 0 is not yet a yes. These take it back where the evidence of the same run speaks against it; none of them can
 * turn a no into a yes.
 */
export function earned(state: LoopState, facts: CheckFacts): CheckFacts {
  if (facts.verdict !== 'verified') return facts
  const doubt = nothingRan(facts) ?? cutShort(state, facts) ?? fewerTests(state, facts) ?? nothingDone(state)
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

// Only where the runner did come to its end before: one whose closing lines we do not know must not stand in the way.
function cutShort({ baseline }: LoopState, { evidence }: CheckFacts): string | null {
  return baseline?.closed === true && evidence.some(({ closed }) => closed === false)
    ? 'The command succeeds, but its test runner did not come to its end: something ended it early.'
    : null
}

function fewerTests({ baseline }: LoopState, { evidence }: CheckFacts): string | null {
  const [before, now] = [baseline?.ran ?? null, testsRun(evidence)]
  return before !== null && now !== null && now < before
    ? `The command succeeds, but ${now} tests ran where ${before} ran before the first turn. Tests that were removed or skipped must run again.`
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
