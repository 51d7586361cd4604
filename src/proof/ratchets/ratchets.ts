import { kindOf } from '../../tools/protection/kind-of.ts'
import type { Finding } from '../finding.ts'
import { finding } from '../finding-words.ts'
import { type AskedFamilies, type ChangedText, RATCHET_RULES, type Worse } from './changed-text.ts'
import { looserConfigs } from './config/judge-configs.ts'
import { extendedBy } from './config/tsconfig.ts'
import { buildDetection } from './source/build-detection.ts'
import { earlyExits } from './source/early-exit.ts'
import { equalToAll } from './source/equal-to-all.ts'
import { patchedChecks } from './source/patched-checks.ts'
import { reachedTests } from './source/reached-tests.ts'
import { retriesInTests } from './source/retries.ts'
import { runnerDetection } from './source/runner-detection.ts'
import { grownBulkFiles } from './suppressions/bulk-files.ts'
import { moreSuppressions } from './suppressions/judge-suppressions.ts'
import { placesOfImports } from './tests/imported-assertions.ts'
import { weakerTests } from './tests/judge-tests.ts'

interface RatchetRequest {
  readonly files: readonly ChangedText[]
  readonly criterion: AskedFamilies
  readonly task?: string
  /** The task asks for tests. */
  readonly testsAsked?: boolean
  /** Identifiers that the task removes and that are gone. */
  readonly removed?: readonly string[]
  /** The task is about when two values are equal. */
  readonly equalityAsked?: boolean
  /** Files that the person allows to change: reported only as a warning. */
  readonly isFree: (path: string) => boolean
  /** Files that are free only because the task moves them. */
  readonly isMoved?: (path: string) => boolean
  /** The task corrects values in tests, so the tests must assert as much as before. */
  readonly correctsValues?: boolean
  /** Files in which compilers and linters reported problems before. */
  readonly diagnosed?: readonly string[]
  /** Texts of files that did not change, by path: those that `buildsUpon` names. */
  readonly unchanged?: ReadonlyMap<string, string>
  /** The original texts of files that configure how a check runs, by path. */
  readonly configs?: ReadonlyMap<string, string>
  /** What only the whole tree shows. */
  readonly found?: readonly Worse[]
}

const PLACES = 10

interface Ratchets {
  readonly findings: readonly Finding[]
  /** Objections that are based only on a count of assertions, and the files that they are about. */
  readonly counted: { readonly findings: readonly Finding[]; readonly paths: readonly string[] }
}

/** What got weaker since the baseline, one finding for each kind. */
export function ratchetFindings(request: RatchetRequest): Finding[] {
  const { findings, counted } = judgeRatchets(request)
  return [...findings, ...counted.findings]
}

export function judgeRatchets(request: RatchetRequest): Ratchets {
  const { files, criterion, task = '', testsAsked = false, equalityAsked = false, isFree } = request
  const {
    isMoved = () => false,
    correctsValues = false,
    diagnosed = [],
    unchanged = new Map(),
    configs = new Map(),
    removed = [],
    found = [],
  } = request
  const changed = files.filter(({ before, now }) => before !== now)
  const texts = new Map([...unchanged, ...files.map(({ path, now }) => [path, now ?? ''] as const)])
  const worse = [
    ...moreSuppressions(changed, criterion, diagnosed),
    ...grownBulkFiles(changed, criterion),
    ...looserConfigs({ files: changed, asked: criterion, unchanged, configs }),
    ...weakerTests(
      changed,
      { coverage: criterion.coverage, tests: testsAsked, removed, corrected: correctsValues },
      path => texts.get(path) || null,
    ),
    ...runnerDetection(changed, task),
    ...buildDetection(changed),
    ...patchedChecks(changed),
    ...equalToAll(changed, equalityAsked),
    ...reachedTests(changed),
    ...earlyExits(changed),
    ...retriesInTests(changed),
    ...found,
  ].map(one => (isFree(one.path) && !staysRefused(one) ? { ...one, objection: null } : one))
  function staysRefused({ rule, path, evenIfFree }: Worse): boolean {
    return evenIfFree === true || (rule === 'assertions-dropped' && (correctsValues || isMoved(path)))
  }
  const isCounted = ({ isCount, objection }: Worse): boolean => isCount === true && objection !== null
  const counted = worse.filter(isCounted)
  const hasOthers = worse.some(one => one.rule === 'assertions-dropped' && one.objection !== null && !isCounted(one))
  // One finding for each rule: if one of its objections is certain, the counted ones are reported with it.
  return hasOthers
    ? { findings: grouped(worse), counted: { findings: [], paths: [] } }
    : {
        findings: grouped(worse.filter(one => !isCounted(one))),
        counted: { findings: grouped(counted), paths: counted.map(({ path }) => path) },
      }
}

const grouped = (worse: readonly Worse[]): Finding[] =>
  RATCHET_RULES.flatMap(rule => {
    const of = (isObjection: boolean): Worse[] =>
      worse.filter(one => one.rule === rule && (one.objection !== null) === isObjection)
    return [of(true), of(false)].flatMap(([first, ...rest]) => (first ? [told(first, rest)] : []))
  })

const MOST_PLACES = 2_000

/** Unchanged files that changed ones extend. Call again with the files that were read, because these extend others. */
export function buildsUpon(texts: ReadonlyMap<string, string>): string[] {
  const configs = [...texts].filter(([path]) =>
    /(?:^|\/)(?:ts|js)config[\w.-]*\.json$|^node_modules\/.*\.json$/.test(path),
  )
  // Tests may import their assertions.
  const lent = [...texts]
    .filter(([path]) => kindOf(path) === 'test')
    .flatMap(([path, text]) => placesOfImports(path, text))
    .slice(0, MOST_PLACES)
  return [...new Set([...configs.flatMap(([path, text]) => extendedBy(path, text)), ...lent])].filter(
    path => !texts.has(path),
  )
}

function told(first: Worse, rest: readonly Worse[]): Finding {
  const group = [first, ...rest]
  const details = [...new Set(group.map(({ what }) => what))]
  const places = group.map(({ path, line }) => `${path}:${line}`).slice(0, PLACES)
  return finding(first.rule, first.objection, { details }, places)
}
