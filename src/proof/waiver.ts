import * as z from 'zod/mini'
import { shortDigest } from '../system/digest.ts'
import type { Finding } from './finding.ts'

/** A person accepts a finding or a failing test. */
export const waiverSchema = z.readonly(
  z.object({
    /** The rule of the finding; null when a test is meant. */
    rule: z.nullable(z.string()),
    /** The digest of the places, to accept only a finding there; null to accept every finding of the rule. */
    places: z.nullable(z.string()),
    /** The id of a test that may fail or change. */
    test: z.nullable(z.string()),
    reason: z.string(),
    /** A person's name, or the config file that lists the waiver. */
    by: z.string(),
  }),
)

export type Waiver = z.infer<typeof waiverSchema>

/** The name of a finding for people: its rule, and a digest of its places if it has any. */
export const findingId = ({ rule, places }: Finding): string =>
  places.length === 0 ? rule : `${rule}#${placesDigest(places)}`

/** Parses the argument of `waive`: `tests-gone`, `tests-gone#1a2b3c4d`, or `test:<id>`. */
export function namedFinding(name: string): Pick<Waiver, 'rule' | 'places' | 'test'> {
  if (name.startsWith(TEST)) return { rule: null, places: null, test: name.slice(TEST.length) }
  const [rule = '', places] = name.split('#')
  return { rule, places: places ?? null, test: null }
}

export const nameOf = ({ rule, places, test }: Pick<Waiver, 'rule' | 'places' | 'test'>): string =>
  test !== null ? `${TEST}${test}` : `${rule}${places === null ? '' : `#${places}`}`

const TEST = 'test:'

/** Tests run in any order. */
const placesDigest = (places: readonly string[]): string => shortDigest([...places].sort().join('\n')).slice(0, 8)

/** A waived finding becomes a warning and no longer refuses the check. */
export function withWaivers(findings: readonly Finding[], waivers: readonly Waiver[]): readonly Finding[] {
  return findings.map(finding => {
    const waiver = finding.objection === null ? undefined : waivers.find(each => accepts(each, finding))
    return waiver ? { ...finding, objection: null, says: `Accepted by ${waiver.by}: ${finding.says}` } : finding
  })
}

export const accepts = ({ rule, places }: Waiver, finding: Finding): boolean =>
  rule === finding.rule && (places === null || places === placesDigest(finding.places))
