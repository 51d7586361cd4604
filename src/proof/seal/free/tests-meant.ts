import { spokenNames } from '../../../tools/commands/tool-names.ts'
import type { SealChange } from '../seal.ts'
import { isAboutVerdict, type TaskOrder } from './clauses.ts'
import { pathsIn } from './paths-in.ts'

type Meant = (change: Pick<SealChange, 'path' | 'section' | 'kind'>) => boolean

const REWORK =
  /^(?:update|adapt|adjust|change|edit|rewrite|rename|move|refactor|restructure|reorgani[sz]e|migrate|convert|port|modify|split|merge|reformat|format|simplify|translate|clean up|tidy(?: up)?|deduplicate|parametri[sz]e|consolidate|moderni[sz]e|replace|delete|remove|drop|regenerate|refresh|accept|re-?record|record|correct|transition)$/

// The noun must be the object of the change and not describe another noun: "the test runner", "a snapshot test".
const AFTER = String.raw`(?=\s*(?:$|[:(]|(?:in|of|under|below|inside|within|to|at|accordingly|too|also|there|now|suite|suites|files?|cases|again)\b))`
const TESTS = new RegExp(
  String.raw`^(.*?)\b(?:tests?|specs|test suites?|test cases|test files?|unit tests|spec files?)${AFTER}`,
  'i',
)
const SNAPSHOTS = new RegExp(
  String.raw`^(.*?)\b(snapshots?|goldens?|golden (?:files?|outputs?|masters?|images?)|fixtures?|cassettes?|expected outputs?|approved (?:files?|outputs?)|snapshot files?|screenshot baselines|baseline (?:images|screenshots))${AFTER}`,
  'i',
)

const PLAIN = new RegExp(
  String.raw`^(?:the|all|our|my|these|those|existing|old|legacy|whole|entire|complete|current|unit|every|of|any|project['’]?s|its|inline|visual|ui|snapshot|test|outdated|obsolete|stale|wrong|incorrect|deprecated|js|javascript|ts|typescript|stored|recorded|karma|nose|tap|${spokenNames('test')})$`,
  'i',
)
// It is not known in advance which ones these are.
const UNDECIDED =
  /\b(?:related|affected|corresponding|relevant|appropriate|necessary|matching|failing|broken|failed|red|some|few|flaky|slow|needed|associated|accompanying)\b/i

/** The tests that an order is about; null when it is not about tests, or it is unclear which. */
export function testsMeant({ verb, object, rest }: TaskOrder): Meant | null {
  const [, before] = TESTS.exec(object) ?? []
  if (before === undefined || !REWORK.test(verb) || isAboutVerdict(rest) || UNDECIDED.test(rest)) return null
  const scope = scopeOf(before, rest)
  return ({ kind, path }) => kind === 'test' && scope(path)
}

export function snapshotsMeant({ verb, object, rest }: TaskOrder): Meant | null {
  const [, before, noun] = SNAPSHOTS.exec(object) ?? []
  if (before === undefined || noun === undefined || isAboutVerdict(object) || UNDECIDED.test(before)) return null
  const isMended = verb === 'fix' && /\b(?:outdated|obsolete|stale|wrong|incorrect)\b/i.test(before)
  if (!REWORK.test(verb) && !isMended) return null
  if (
    /\b(?:database|db|volume|memory|heap|disk|vm|state|ebs|zfs|data|redux|store|backup|docker|nightly|release|maven|light|hot)\s*$/i.test(
      before,
    )
  )
    return null
  const scope = scopeOf(before, rest)
  const fixture = /fixture|cassette/i.test(noun)
  return ({ kind, path }) =>
    kind === 'snapshot' &&
    scope(path) &&
    fixture === /(?:^|\/)(?:__fixtures__|fixtures?|(?:vcr_)?cassettes)\//.test(path)
}

/** "The auth tests", "the tests in test/auth", "the tests for the parser": only these. */
function scopeOf(before: string, rest: string): (path: string) => boolean {
  const adjectives = before.split(/[\s,]+/).filter(word => word !== '' && !PLAIN.test(word))
  const [, after = ''] =
    /\b(?:tests?|specs|suites?|cases|files?|snapshots?|goldens?|fixtures?|outputs?|cassettes?)\s+(?:for|of|in|under|below|inside|within|around|at)\s+(.+)$/i.exec(
      rest,
    ) ?? []
  const paths = pathsIn(after)
  if (paths.length > 0)
    return path => paths.some(named => path === named || path.startsWith(`${named.replace(/\/$/, '')}/`))
  const [, subject = ''] = /^(?:the |our |my |a )?([\w-]+)/i.exec(after) ?? []
  const words = [
    ...adjectives,
    ...(/^(?:typescript|javascript|esm|the|it|this|that|place|general|bulk|full|all|one|go|ts|js)$/i.test(subject)
      ? []
      : [subject]),
  ]
    .map(word => word.toLowerCase().replace(/[^\w-]/g, ''))
    .filter(word => word.length > 0)
  return path => words.every(word => path.toLowerCase().includes(word))
}
