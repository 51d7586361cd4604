import { kindOf } from '../../tools/paths/kind-of.ts'
import {
  type AskedFamilies,
  type ChangedText,
  RATCHET_RULES,
  type RatchetFinding,
  type RatchetRule,
  type Worse,
} from './changed-text.ts'
import { looserConfigs } from './config/judge-configs.ts'
import { extendedBy } from './config/tsconfig.ts'
import { earlyExits } from './source/early-exit.ts'
import { equalToAll } from './source/equal-to-all.ts'
import { patchedChecks } from './source/patched-checks.ts'
import { reachedTests } from './source/reached-tests.ts'
import { retriesInTests } from './source/retries.ts'
import { runnerDetection } from './source/runner-detection.ts'
import { grownBulkFiles } from './suppressions/bulk-files.ts'
import { moreSuppressions } from './suppressions/judge-suppressions.ts'
import { weakerTests } from './tests/judge-tests.ts'
import { placesOfImports } from './tests/lent-assertions.ts'

interface RatchetRequest {
  readonly files: readonly ChangedText[]
  readonly criterion: AskedFamilies
  /** What the person allowed to change: told, and not held against the work. */
  readonly isFree: (path: string) => boolean
  /** Texts of files that did not change, by path: those that `buildsUpon` names. */
  readonly unchanged?: ReadonlyMap<string, string>
}

const PLACES = 10

/** What became worse since the baseline, one finding for each kind. */
export function ratchetFindings({ files, criterion, isFree, unchanged = new Map() }: RatchetRequest): RatchetFinding[] {
  const changed = files.filter(({ before, now }) => before !== now)
  const texts = new Map([...unchanged, ...files.map(({ path, now }) => [path, now ?? ''] as const)])
  const worse = [
    ...moreSuppressions(changed, criterion),
    ...grownBulkFiles(changed, criterion),
    ...looserConfigs({ files: changed, asked: criterion, unchanged }),
    ...weakerTests(changed, criterion, path => texts.get(path) || null),
    ...runnerDetection(changed),
    ...patchedChecks(changed),
    ...equalToAll(changed),
    ...reachedTests(changed),
    ...earlyExits(changed),
    ...retriesInTests(changed),
  ].map(one => (isFree(one.path) ? { ...one, objection: null } : one))
  return RATCHET_RULES.flatMap(rule => {
    const of = (isObjection: boolean): Worse[] =>
      worse.filter(one => one.rule === rule && (one.objection !== null) === isObjection)
    return [of(true), of(false)].flatMap(([first, ...rest]) => (first ? [told(first, rest)] : []))
  })
}

const MOST_PLACES = 2_000

/** Files that changed ones build upon and that did not change themselves. Ask again with what was read: bases have bases. */
export function buildsUpon(texts: ReadonlyMap<string, string>): string[] {
  const configs = [...texts].filter(([path]) =>
    /(?:^|\/)(?:ts|js)config[\w.-]*\.json$|^node_modules\/.*\.json$/.test(path),
  )
  // What tests import may be what they assert with.
  const lent = [...texts]
    .filter(([path]) => kindOf(path) === 'test')
    .flatMap(([path, text]) => placesOfImports(path, text))
    .slice(0, MOST_PLACES)
  return [...new Set([...configs.flatMap(([path, text]) => extendedBy(path, text)), ...lent])].filter(
    path => !texts.has(path),
  )
}

const ADVICE: Readonly<Record<RatchetRule, readonly [string, string]>> = {
  'suppressions-added': ['Tools are told to overlook more than before the first turn', 'Mend the code instead.'],
  'config-loosened': ['A check was configured to see less', 'Put the settings back and mend the code.'],
  'coverage-lowered': ['A coverage threshold was lowered', 'Put it back and test the code.'],
  'coverage-narrowed': ['Coverage is measured of less code than before', 'Put the settings back and test the code.'],
  'assertions-dropped': [
    'Tests assert less than they did',
    'Put the assertions back; what is wrong in them, say with "agent-loop blocked --test".',
  ],
  'empty-test': ['New tests cannot fail', 'Assert what the code must do.'],
  'runner-detected': ['The code asks whether it is being tested', 'Let it do the same with and without a runner.'],
  'checks-patched': ['The code reaches into what checks it', 'Mend what the code answers, and leave that alone.'],
  'equal-to-all': [
    'The code makes values that are equal to what they are not',
    'Return the value that is asked for, and let equality compare.',
  ],
  'tests-reached': ['The code takes from the tests what they expect', 'Let it know nothing of them.'],
  'exit-in-tests': ['Tests, or what sets them up, end the process as a success', 'Let the runner come to its own end.'],
  'retries-configured': ['Failing tests are tried again more often than before', 'Mend what makes them fail.'],
}

function told(first: Worse, rest: readonly Worse[]): RatchetFinding {
  const { rule, objection } = first
  const group = [first, ...rest]
  const [says, advice] = ADVICE[rule]
  const whats = [...new Set(group.map(({ what }) => what))]
  const named = `${whats.slice(0, 3).join('; ')}${whats.length > 3 ? `; and ${whats.length - 3} more` : ''}`
  const places = group.map(({ path, line }) => `${path}:${line}`).slice(0, PLACES)
  return { rule, objection, says: `${says}: ${named}. ${advice}`, places }
}
