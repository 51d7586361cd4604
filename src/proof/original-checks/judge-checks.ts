import type { Finding } from '../finding.ts'
import { finding } from '../finding-words.ts'
import type { SealChange } from '../seal/seal.ts'

/** What changed that the check reads, and so is judged by what it does. */
const READ_BY_CHECKS = ['test', 'snapshot', 'config', 'script', 'build', 'auto-loaded']
/** What no honest fix touches, and no room can put back. */
const AROUND = ['tool', 'home', 'dependency']

export const checksIn = (changes: readonly SealChange[]): readonly SealChange[] =>
  changes.filter(({ kind }) => READ_BY_CHECKS.includes(kind))

export function aroundFindings(changes: readonly SealChange[]): Finding[] {
  const around = changes.filter(({ kind }) => AROUND.includes(kind))
  if (around.length === 0) return []
  return [finding('tools-changed', 'tampered', {}, around.map(placeOf).slice(0, PLACES))]
}

/** What the checks as they were said of the new source; null when none of them changed, so that nobody asked. */
export type AsBefore = { readonly green: true } | { readonly green: false; readonly failing: readonly string[] } | null

const PLACES = 10

/**
 * A changed check is judged by what it does. Green as it was and green as it is: additive, whatever was changed. Green as it
 * was and weaker now: the work is real and a check was loosened beside it. Red as it was: it was bent to become green.
 */
export function judgeChecks(found: readonly Finding[], asBefore: AsBefore, changed: readonly SealChange[]): Finding[] {
  if (asBefore === null) return [...found]
  if (asBefore.green)
    return found.map(finding => (finding.objection === 'tampered' ? { ...finding, objection: 'weakened' } : finding))
  const bent: Finding = finding(
    'check-bent',
    'tampered',
    { changed: changed.map(placeOf) },
    asBefore.failing.slice(0, PLACES),
  )
  return [bent, ...found]
}

export const placeOf = ({ path, section, what }: SealChange): string =>
  `${path}${section === undefined ? '' : `#${section}`}${what === 'changed' ? '' : ` (${what})`}`
