import type { OwnCounts } from '../../tools/reading/own-summary.ts'
import type { Finding } from '../finding.ts'
import { finding } from '../finding-words.ts'
import type { SealChange } from '../seal/seal.ts'
import type { RunCounts } from '../tests/compare-counts.ts'

/** Kinds of files that the check reads. Changes to them are judged by their effect. */
const READ_BY_CHECKS = ['test', 'snapshot', 'config', 'script', 'build', 'auto-loaded']
/** Kinds that no honest fix changes and no clean copy can restore. */
const AROUND = ['tool', 'home', 'dependency']
/** Of git's own state, what decides which files a checkout has. Hooks, filters, and names may change: installers write them. */
const CHECKOUT =
  /\/info\/(?:sparse-checkout|attributes)$|\/worktrees\/[^/]+\/config\.worktree$|config(?:\.worktree)?#core\.(?:sparsecheckout|attributesfile)/i

export const checksIn = (changes: readonly SealChange[]): readonly SealChange[] =>
  changes.filter(({ kind }) => READ_BY_CHECKS.includes(kind))

export function aroundFindings(changes: readonly SealChange[]): Finding[] {
  const placesOf = (kinds: readonly string[]): string[] =>
    changes.filter(({ kind }) => kinds.includes(kind)).map(placeOf)
  const [around, ours] = [placesOf(AROUND), placesOf(['loop-config'])]
  const git = placesOf(['git']).filter(place => CHECKOUT.test(place.replace(/ \([\w-]+\)$/, '')))
  return [
    ...(around.length === 0 ? [] : [finding('tools-changed', 'tampered', {}, around)]),
    ...(ours.length === 0 ? [] : [finding('loop-config-changed', 'weakened', { changed: ours }, ours)]),
    ...(git.length === 0 ? [] : [finding('checkout-changed', 'weakened', { changed: git }, git)]),
  ]
}

/** Result of the original checks on the new source; null when no check changed, so that they were not run. */
export type AsBefore =
  | { readonly green: true; readonly counts: RunCounts }
  /** `failed` leaves out the tests that did not run. */
  | { readonly green: false; readonly failing: readonly string[]; readonly failed: readonly string[] }
  | null

const PLACES = 10

/**
 * A changed check is judged by its effect. The original passes and the new one passes: an addition, whatever was changed. The original
 * passes and the new one is weaker: real work with a weakened check. The original fails: the check was tampered with to pass.
 */
export function judgeChecks(found: readonly Finding[], asBefore: AsBefore, changed: readonly SealChange[]): Finding[] {
  if (asBefore === null) return [...found]
  if (asBefore.green)
    return found.map(finding => (finding.objection === 'tampered' ? { ...finding, objection: 'weakened' } : finding))
  const tampered: Finding = finding(
    'check-bent',
    'tampered',
    { changed: changed.map(placeOf) },
    [...asBefore.failing].sort().slice(0, PLACES),
  )
  return [tampered, ...found]
}

const STEP_OF: Readonly<Partial<Record<string, string>>> = {
  'check-bent': 'checks as before',
  'no-tests': 'evidence',
  'runner-silent': 'evidence',
  'cut-short': 'evidence',
  'failures-hidden': 'evidence',
  'report-disagrees': 'evidence',
}

/** The step of the proof that a finding about tests belongs to. */
export const stepOf = ({ rule }: Finding): string => STEP_OF[rule] ?? 'ids'

export const placeOf = ({ path, section, what }: SealChange): string =>
  `${path}${section === undefined ? '' : `#${section}`}${what === 'changed' ? '' : ` (${what})`}`

/**
 * How many tests must still run where some of them may go: as many as with the original checks, in which those tests are left out. If no
 * check had to be restored, one must still run.
 */
export function keptCounts(asBefore: AsBefore, own: OwnCounts | null): RunCounts | null {
  if (asBefore === null) return { reported: 1, own: own && { ...own, ran: 1 } }
  return asBefore.green ? asBefore.counts : null
}
