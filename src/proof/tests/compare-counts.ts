import { closedIn, countsIn } from '../../check/verify/facts-in.ts'
import type { Baseline, Verification } from '../../check/verify/verification.ts'
import type { Finding } from '../finding.ts'
import { finding } from '../finding-words.ts'
import type { AsBefore } from '../original-checks/judge-checks.ts'

/** Compares only the numbers of tests, for runners that do not report test ids. Pure. */
export function compareCounts(before: Baseline | null, verifications: readonly Verification[]): Finding[] {
  return [...upToDate(verifications), ...cutShort(before, verifications), ...fewerTests(before, verifications)]
}

/** A build tool that found nothing to do checked nothing. */
function upToDate(verifications: readonly Verification[]): Finding[] {
  const said = verifications
    .map(({ output }) => output)
    .join('\n')
    .trim()
    .split('\n')
  if (!said.every(line => NOTHING_TO_DO.test(line))) return []
  return [finding('no-tests', 'not_yet', { output: said[0]?.slice(0, 200) ?? '' })]
}

const NOTHING_TO_DO = /\bis up to date\.?$|^(?:\S+: )?Nothing to be done for|^ninja: no work to do/

// Only if the runner finished before the first turn: a runner whose last lines are unknown must not cause a finding.
function cutShort(before: Baseline | null, verifications: readonly Verification[]): Finding[] {
  if (before?.closed !== true || !verifications.some(verification => closedIn(verification) === false)) return []
  return [finding('cut-short', 'tampered', {})]
}

function fewerTests(before: Baseline | null, verifications: readonly Verification[]): Finding[] {
  const now = ranIn(verifications)
  const ran = before?.ran ?? null
  if (ran === null || ran <= now) return []
  return [finding('fewer-tests', 'tampered', { before: ran, now })]
}

/** How many tests ran, as the runners printed it. */
export const ranIn = (verifications: readonly Verification[]): number =>
  verifications
    .flatMap(verification => countsIn(verification) ?? [])
    .reduce((sum, { total, skipped }) => sum + total - skipped, 0)

/**
 * The baseline of a task that lets tests go: as many must run as with the original checks, in which those tests are left out. If no check
 * had to be restored, one must still run.
 */
export function loweredBaseline(before: Baseline | null, asBefore: AsBefore): Baseline | null {
  if (before === null || before.ran === null || asBefore?.green === false) return before
  return { ...before, ran: Math.min(before.ran, asBefore?.ran ?? 1) }
}
