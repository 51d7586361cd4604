import { stableMessage } from '../../check/output/fingerprint.ts'
import type { Finding } from '../finding.ts'
import { finding } from '../finding-words.ts'
import { type ExecutedTest, type ExecutedTests, wasRun } from './executed-tests.ts'

/**
 * Compares a passing run with the run before the first turn: tests that no longer run, runners that no longer report. Pure. Honest work
 * may add, move, and rename tests, but must not run fewer of them.
 */
export function compareTests(
  before: ExecutedTests | null,
  now: ExecutedTests | null,
  /** The criterion can pass while tests fail: it only forbids new failures, or expects a failure. */
  mayFail: boolean,
): Finding[] {
  if (now === null) return before === null ? [] : [silent(before)]
  const missing = before === null ? [] : missingTests(before, now)
  return [
    ...nothingRan(now),
    ...cutShort(before, now),
    ...hiddenFailures(now, mayFail),
    ...testsGone(missing),
    ...newlySkipped(before, now),
    ...expectedToFail(before, now),
    ...leftOut(before, now),
    ...raisedRetries(before, now),
    ...disagreeing(before, now),
  ]
}

const silent = ({ tools }: ExecutedTests): Finding => finding('runner-silent', 'tampered', { tools })

const nothingRan = ({ tests }: ExecutedTests): Finding[] =>
  tests.some(wasRun) ? [] : [finding('no-tests', 'not_yet', { output: null })]

function cutShort(before: ExecutedTests | null, now: ExecutedTests): Finding[] {
  if (now.closed || before?.closed === false) return []
  // Nothing was listed before, and a list of results has no last line.
  if (before === null && now.endless) return []
  return [finding('cut-short', 'tampered', {})]
}

/** The runner reports failures although the command exits with 0: something hides its result. */
function hiddenFailures(now: ExecutedTests, mayFail: boolean): Finding[] {
  const failed = now.tests.filter(({ state }) => state === 'failed')
  return mayFail || failed.length === 0
    ? []
    : [
        finding(
          'failures-hidden',
          'tampered',
          {},
          failed.map(({ id }) => id),
        ),
      ]
}

export const testsGone = (missing: readonly ExecutedTest[]): Finding[] =>
  missing.length === 0
    ? []
    : [
        finding(
          'tests-gone',
          'tampered',
          { count: missing.length },
          missing.map(({ id }) => id),
        ),
      ]

function newlySkipped(before: ExecutedTests | null, now: ExecutedTests): Finding[] {
  const ran = ranBefore(before)
  const skipped = now.tests.filter(
    test => !wasRun(test) && ran.has(test.id) && !now.tests.some(other => other.id === test.id && wasRun(other)),
  )
  return skipped.length === 0
    ? []
    : [
        finding(
          'tests-skipped',
          'tampered',
          {},
          skipped.map(({ id }) => id),
        ),
      ]
}

function expectedToFail(before: ExecutedTests | null, now: ExecutedTests): Finding[] {
  const known = new Set(before?.tests.filter(({ state }) => state === 'expected_failure').map(({ id }) => id))
  const ran = ranBefore(before)
  const marked = now.tests.filter(({ id, state }) => state === 'expected_failure' && ran.has(id) && !known.has(id))
  return marked.length === 0
    ? []
    : [
        finding(
          'expected-to-fail',
          'tampered',
          {},
          marked.map(({ id }) => id),
        ),
      ]
}

const leftOut = (before: ExecutedTests | null, now: ExecutedTests): Finding[] =>
  now.only && before?.only !== true ? [finding('only', 'tampered', {})] : []

const raisedRetries = (before: ExecutedTests | null, now: ExecutedTests): Finding[] =>
  before !== null && now.retries > before.retries
    ? [finding('retries-raised', 'tampered', { before: before.retries, now: now.retries })]
    : []

const disagreeing = (before: ExecutedTests | null, now: ExecutedTests): Finding[] =>
  !now.agrees && before?.agrees !== false ? [finding('report-disagrees', 'unproven', {})] : []

const ranBefore = (before: ExecutedTests | null): ReadonlySet<string> =>
  new Set(before?.tests.filter(wasRun).map(({ id }) => id))

/** Earlier tests that neither run nor are skipped now, and that were not moved, split, or renumbered. */
export function missingTests(before: ExecutedTests, now: ExecutedTests): readonly ExecutedTest[] {
  const present = new Set(now.tests.map(({ id }) => id))
  const known = new Set(before.tests.map(({ id }) => id))
  const lost = before.tests.filter(test => wasRun(test) && !present.has(test.id))
  if (lost.length === 0) return []
  const arrivals = now.tests.filter(test => wasRun(test) && !known.has(test.id))
  const moved = withoutPairs(lost, arrivals, byTitle)
  const stable = withoutPairs(moved.lost, moved.arrivals, byStableTitle)
  const grouped = withoutPairs(stable.lost, stable.arrivals, byLastTitle)
  const functions = withoutPairs(grouped.lost, grouped.arrivals, byFunction)
  const named = withoutPairs(functions.lost, functions.arrivals, byName)
  return withoutDetails(named.lost, named.arrivals)
}

/** Plain scripts print "not ok - adds: expected 2, got 3" for a test that is "adds" when it passes. */
function withoutDetails(lost: readonly ExecutedTest[], arrivals: readonly ExecutedTest[]): readonly ExecutedTest[] {
  const left = [...arrivals]
  return lost.filter(test => {
    const at = test.state === 'failed' ? left.findIndex(arrival => isNameOf(arrival, test)) : -1
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function isNameOf(arrival: ExecutedTest, { file, title }: ExecutedTest): boolean {
  const [name, whole] = [arrival.title.join(' > '), title.join(' > ')]
  return (
    arrival.state === 'passed' &&
    arrival.file === file &&
    name.length > 2 &&
    whole.startsWith(name) &&
    /^\s*(?:[:(,;–—]|- )/.test(whole.slice(name.length))
  )
}

/**
 * Whether only new tests fail. They may need a helper or fixture that was restored to its original, so only the old tests must pass.
 * `failing`: ids of the failures in the output.
 */
export function onlyNewFail(before: ExecutedTests | null, now: ExecutedTests, failing: readonly string[]): boolean {
  if (before === null || !now.closed) return false
  const files = new Set(before.tests.map(({ file }) => file))
  const titles = new Set(before.tests.map(byTitle))
  const failed = now.tests.filter(({ state }) => state === 'failed')
  const isNew = (file: string | null | undefined): boolean => file != null && file !== '' && !files.has(file)
  return (
    failed.length + failing.length > 0 &&
    failed.every(test => isNew(test.file) && !titles.has(byTitle(test))) &&
    failing.every(id => id.includes('::') && isNew(id.split('::')[0]))
  )
}

/** A test that moved to another file keeps its title path. */
const byTitle = ({ title }: ExecutedTest): string => title.join(' > ')

/** Titles with a time, a port, or a temporary path differ between runs, so these tests are compared by file. */
const byStableTitle = ({ title, file }: ExecutedTest): string => `${file}::${stableMessage(title.join(' > '))}`

/** A test that was moved into or out of a group keeps its own name and its file. */
const byLastTitle = ({ title, file }: ExecutedTest): string => `${file}::${title.at(-1)}`

/** A test that became parametrized, `test_add[2-2-4]`, is still that test. There must be at least as many as before. */
const byFunction = ({ title, file }: ExecutedTest): string => `${file}::${title.at(-1)?.replace(/\[.*\]$/, '')}`

/**
 * A test that moved out of its module keeps its name, and so does the example of a function whose module was renamed. Whether it still
 * tests the same is for the original checks to say.
 */
function byName({ title }: ExecutedTest): string {
  const name = title.at(-1) ?? ''
  return /^\S+ - (?:.*::)?(\w+) \(line \d+\)/.exec(name)?.[1] ?? name
}

function withoutPairs(
  lost: readonly ExecutedTest[],
  arrivals: readonly ExecutedTest[],
  key: (test: ExecutedTest) => string,
): { lost: readonly ExecutedTest[]; arrivals: readonly ExecutedTest[] } {
  const waiting = new Map<string, ExecutedTest[]>()
  for (const test of arrivals) waiting.set(key(test), [...(waiting.get(key(test)) ?? []), test])
  const still = lost.filter(test => waiting.get(key(test))?.shift() === undefined)
  return { lost: still, arrivals: [...waiting.values()].flat() }
}
