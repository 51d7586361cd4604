import { closedIn, countsIn, runsIn } from '../../check/verify/facts-in.ts'
import type { Baseline, Verification } from '../../check/verify/verification.ts'
import { type OwnCounts, ownCounts } from '../../tools/reading/own-summary.ts'
import { plain } from '../../tools/reading/plain.ts'
import type { Finding } from '../finding.ts'
import { finding } from '../finding-words.ts'

/** The number of tests in a run: as a known runner counts them, or as the project's own test program prints it. */
export interface RunCounts {
  readonly reported: number | null
  readonly own: OwnCounts | null
}

/** How many tests there have to be. */
interface CountsBefore {
  /** What the project's own test program printed before the first turn; null when it printed no number, or a known runner counted. */
  readonly own: OwnCounts | null
  /** How many of the original tests run now, where the task or a person lets some of them go; null where none may go. */
  readonly kept: RunCounts | null
}

/** Compares only the numbers of tests, for runners that do not report test ids. Pure. */
export function compareCounts(
  before: Baseline | null,
  verifications: readonly Verification[],
  counts: CountsBefore,
): Finding[] {
  return [...upToDate(verifications), ...cutShort(before, verifications), ...fewerTests(before, verifications, counts)]
}

export function runCounts(verifications: readonly Verification[]): RunCounts {
  const reported = verifications.flatMap(verification => countsIn(verification) ?? [])
  return {
    reported: reported.length === 0 ? null : reported.reduce((sum, { total, skipped }) => sum + total - skipped, 0),
    own: printedCounts(verifications),
  }
}

/** Null where a known runner ran: its lines are no summary of another program. */
export function printedCounts(verifications: readonly Verification[]): OwnCounts | null {
  const runs = verifications.flatMap(runsIn)
  const known = runs.some(({ reading }) => reading?.tools.some(({ kind }) => kind === 'tests'))
  return known ? null : ownCounts(plain(runs.map(({ output }) => output).join('\n')))
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

function fewerTests(
  before: Baseline | null,
  verifications: readonly Verification[],
  { own, kept }: CountsBefore,
): Finding[] {
  const now = runCounts(verifications)
  const ran = before?.ran ?? null
  if (ran !== null) return fewer(ran, now.reported ?? 0, kept?.reported ?? null)
  if (own === null || now.own?.kind !== own.kind) return []
  return fewer(own.ran, now.own.ran, kept?.own?.kind === own.kind ? kept.own.ran : null)
}

function fewer(before: number, now: number, kept: number | null): Finding[] {
  const expected = Math.min(before, kept ?? before)
  return now >= expected ? [] : [finding('fewer-tests', 'tampered', { before: expected, now })]
}
