import { warningsLeft } from '../check/verify/warnings-left.ts'
import type { ChangedFile } from '../proof/tests/moved-files.ts'
import type { CheckAnswer } from './ask-check.ts'
import type { CheckFacts } from './events.ts'
import type { LoopState } from './state.ts'
import { NOTHING_DONE_KEY } from './stuck.ts'
import { testsRun } from './tests-run.ts'

/**
 * Exit code 0 is not proof. A passing check becomes `not_yet` when the same run shows that no test ran, or when nothing was done.
 * Never the other way around.
 */
export async function withoutEmptyPass(
  state: LoopState,
  { facts, verifications }: CheckAnswer,
  changed: ChangedFiles,
): Promise<CheckFacts> {
  if (facts.verdict !== 'verified') return facts
  const empty = nothingRan(facts)
  if (empty !== null) return { ...facts, verdict: 'not_yet', missing: empty }
  // The first run of a compiler prints warnings that a second one may not, so the baseline stays green, and work is needed.
  const warnings = state.iteration === 0 ? null : warningsLeft(state.spec.task, verifications, state.startedGreen)
  if (warnings !== null) return { ...facts, verdict: 'not_yet', missing: warnings }
  if (!state.startedGreen) return facts
  if (!(await isWorkDone(state, changed)))
    return { ...facts, verdict: 'not_yet', missing: NOTHING_DONE, missing_key: NOTHING_DONE_KEY }
  return state.turn?.ended === 'claims-done' ? facts : { ...facts, verdict: 'not_yet', missing: NOT_CLAIMED }
}

/** What differs from the tree before the first turn; null when unknown. */
export type ChangedFiles = () => Promise<readonly ChangedFile[] | null>

function nothingRan({ evidence }: CheckFacts): string | null {
  const readable = evidence.some(({ closed }) => closed !== null)
  return readable && (testsRun(evidence) ?? 0) === 0 && evidence.every(({ closed }) => closed !== true)
    ? 'The command succeeds, but no test ran, so it proves nothing.'
    : null
}

// A check that passed before the first turn and still passes shows that nothing broke, not that the task is done. So it counts
// only once the agent claims to be done and has changed something.
const NOTHING_DONE = 'The check passes, as it did before the first turn, and no file was changed yet. Do the task.'
const NOT_CLAIMED = 'The check still passes. Continue with the task until it is done.'

/** Changes that were undone are no work, and neither are the files that the check itself creates. */
async function isWorkDone({ touched, written }: LoopState, changed: ChangedFiles): Promise<boolean> {
  const files = touched ? await changed() : []
  return files === null ? touched : files.some(({ path }) => !written.includes(path))
}
