import { posix } from 'node:path'
import { failingIn } from '../../check/verify/facts-in.ts'
import { gateOf } from '../../criteria/criterion.ts'
import { filledFiles } from '../../criteria/task/named-objects.ts'
import { type Rename, renamesIn } from '../../criteria/task/renames.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { finding } from '../finding-words.ts'
import type { GateOptions } from '../options.ts'
import type { ProofCase } from '../proof-case.ts'
import { recordsChanged } from '../record.ts'
import { changedPrograms } from '../seal/built-files.ts'
import { isFree, isToGo } from '../seal/free/is-free.ts'
import type { SealChange } from '../seal/seal.ts'
import { isSource } from '../seal/sections/sections.ts'
import {
  describedIn,
  goneModules,
  importsOnlyGone,
  removedIn,
  removedNames,
  removedWithTests,
} from '../task/removed-names.ts'
import { losesLines, stillPasses } from '../task/unremoved.ts'
import { runCounts } from '../tests/compare-counts.ts'
import { missingTests, onlyNewFail } from '../tests/compare-tests.ts'
import { type ExecutedTest, type ExecutedTests, executedTests } from '../tests/executed-tests.ts'
import { hadNoTests } from '../tests/had-no-tests.ts'
import type { ChangedFile } from '../tests/moved-files.ts'
import { onlyBelowThreshold } from '../tests/only-below-threshold.ts'
import { rewrittenTests, stampsIn, testsRewritten } from '../tests/rewritten-tests.ts'
import { followingExample } from './follow-examples.ts'
import type { AsBefore } from './judge-checks.ts'
import { restoreChecks } from './restore-checks.ts'
import { endsTitle, startsTest, testsOnly, withoutRemoved } from './without-removed.ts'

/**
 * Runs the checks from before the first turn on the new source. If they fail, and strings of the tests have a name that the task changes,
 * they run once more with the new name there too.
 */
export async function runOriginalChecks(
  proof: ProofCase,
  copy: CleanCopy,
  changed: readonly SealChange[],
): Promise<AsBefore> {
  const first = await runRestored(proof, copy, changed, false)
  if (first.result?.green !== false || !first.hasOldNamesInStrings) return first.result
  const second = await runRestored(proof, copy, changed, true)
  return second.result?.green === false ? first.result : second.result
}

async function runRestored(
  proof: ProofCase,
  copy: CleanCopy,
  changed: readonly SealChange[],
  inStrings: boolean,
): Promise<{ readonly result: AsBefore; readonly hasOldNamesInStrings: boolean }> {
  const { options, question, record, log, blobs } = proof
  const programs = changedPrograms(record.seal, proof.changed)
  const fork = await forkOf(copy)
  try {
    const changes = await options.changes()
    const { missing, homeless, hasOldNamesInStrings } = await restoreChecks(
      fork,
      {
        inStrings,
        seal: record.seal,
        blobs,
        // A test program that was compiled before is not put back over the one that the check builds.
        isFree: (path, part) => programs.includes(path) || proof.isFree(path, part),
        changes,
        keepAdded: proof.freed,
        ...(await followedIn(options)),
      },
      options,
    )
    if (missing.length > 0) {
      log.refused('records', [recordsChanged(missing)])
      return { result: null, hasOldNamesInStrings }
    }
    if (homeless.length > 0)
      return { result: { green: false, failing: homeless, failed: homeless }, hasOldNamesInStrings }
    const stamps = stampsIn(fork, record.seal)
    log.ran()
    const verification = await runInCopy(fork, options, question, gateOf(options.criterion))
    const rewritten = rewrittenTests(stamps, stampsIn(fork, record.seal))
    if (rewritten.length > 0) {
      log.refused('checks as before', [testsRewritten(rewritten)])
      return { result: null, hasOldNamesInStrings }
    }
    const now = executedTests([verification], options)
    const lost = (await goneIn(proof, now)).filter(id => !question.mayFail(id))
    const failing = failingIn(verification)
    const green =
      verification.kind === 'passed' ||
      (now !== null && onlyNewFail(await testsBefore(proof), now, failing)) ||
      (lost.length === 0 && onlyBelowThreshold(verification) && (await isMetByNewTests(proof, copy, changed))) ||
      (lost.length === 0 && (await hadNoTests(proof, copy, verification)))
    if (green && lost.length === 0) await refuseIfUnremoved(proof, copy)
    const result: AsBefore =
      green && lost.length === 0
        ? { green, counts: runCounts([verification]) }
        : { green: false, failing: [...failing, ...lost], failed: failing }
    return { result, hasOldNamesInStrings }
  } finally {
    await fork.close()
  }
}

/**
 * The task removes something with its tests, and the original tests passed without those that may go. All of them must fail, or nothing was
 * removed. Names of declarations are gone from the code, so that only other words need a run of their own.
 */
async function refuseIfUnremoved(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { options, question, record, log, blobs } = proof
  const phrase = record.green && !log.objects() ? removedWithTests(options.task) : null
  if (phrase === null) return
  const removed = await removedNames(options)
  const modules = await goneModules(removed, options)
  const changes = await options.changes()
  let [isShorter, isReduced] = [false, false]
  const tests = changes.filter(({ path }) => kindOf(path) === 'test')
  // The original of such a file did not run.
  if (tests.some(({ path }) => proof.isFree(path) || mayGo(path, options))) return
  for (const { path } of tests) {
    const [before, now] = [(await options.readBefore(path)) ?? '', (await options.readNow(path)) ?? '']
    isShorter ||= losesLines(before, now)
    isReduced ||= withoutRemoved(before, now, removedIn(path, before, removed, modules)).dropped.length > 0
  }
  if (!isShorter) return
  const words = describedIn(options.task)
  if (isReduced && !removed.some(name => words.includes(name))) return
  if (isReduced) {
    const fork = await forkOf(copy)
    try {
      const request = { seal: record.seal, blobs, changes, isFree: proof.isFree, keepAdded: proof.freed }
      await restoreChecks(fork, { ...request, ...(await followedIn(options)), removed: [] }, options)
      log.ran()
      if ((await runInCopy(fork, options, question, gateOf(options.criterion))).kind !== 'passed') return
    } finally {
      await fork.close()
    }
  }
  log.refused('task', [finding('task-contradicted', 'unproven', { details: [stillPasses(phrase)] })])
}

/** What the task renames, removes, and moves. */
const followedIn = async (options: GateOptions) => ({
  renames: renamesIn(options.task),
  removed: await removedNames(options),
  filled: filledFiles(options.task),
})

/**
 * Without the new tests coverage is lower, which is why they were written. The old threshold must hold with the new tests, measured as
 * before. If only tests changed, the passing run has already shown that.
 */
async function isMetByNewTests(proof: ProofCase, copy: CleanCopy, changed: readonly SealChange[]): Promise<boolean> {
  const { options, question, record, log, blobs } = proof
  const isTest = (kind: string | undefined): boolean => kind === 'test' || kind === 'snapshot'
  if (changed.every(({ kind }) => isTest(kind))) return true
  const tests = new Set(record.seal.files.filter(({ kind }) => isTest(kind)).map(({ path }) => path))
  const fork = await forkOf(copy)
  try {
    const request = {
      seal: record.seal,
      blobs,
      changes: await options.changes(),
      keepAdded: true,
      ...(await followedIn(options)),
    }
    await restoreChecks(
      fork,
      { ...request, isFree: (path, part) => tests.has(path) || proof.isFree(path, part) },
      options,
    )
    log.ran()
    return (await runInCopy(fork, options, question, gateOf(options.criterion))).kind === 'passed'
  } finally {
    await fork.close()
  }
}

const titleOf = ({ title }: Pick<ExecutedTest, 'title'>, renames: readonly Rename[] = []): string =>
  renames.reduce((text, { from, to }) => text.replaceAll(from, to), title.join('\0'))

async function goneIn(proof: ProofCase, now: ExecutedTests | null): Promise<string[]> {
  const before = await testsBefore(proof)
  if (before === null) return []
  if (now === null) return ['no test ran']
  // A title that is computed from the name follows it.
  const renames = renamesIn(proof.options.task)
  const isRetitled = (test: ExecutedTest): boolean => {
    const title = titleOf(test, renames)
    // The file of a renamed class is often renamed, too.
    return title !== titleOf(test) && now.tests.some(one => titleOf(one) === title)
  }
  return missingTests(before, now)
    .filter(test => !isRetitled(test))
    .map(({ id }) => id)
}

/** Without the tests that may go: of files that the task or `--may-change` names, and of identifiers that the task removes. */
export async function testsBefore({ record: { executed }, options }: ProofCase): Promise<ExecutedTests | null> {
  if (executed === null) return null
  const left = executed.tests.filter(({ file }) => file === null || !mayGo(file, options))
  const removed = await removedNames(options)
  return { ...executed, tests: await withoutTestsOf(removed, await followingExamples(removed, left, options), options) }
}

/** Examples in the documentation of a declaration go with it, and follow its name. */
async function followingExamples(
  removed: readonly string[],
  tests: readonly ExecutedTest[],
  { task, changes, readBefore, readNow }: GateOptions,
): Promise<readonly ExecutedTest[]> {
  const renames = renamesIn(task)
  if (renames.length + removed.length === 0) return tests
  const sources = new Map<string, readonly [string, string]>()
  for (const { path, status } of await changes())
    if (status !== 'deleted' && isSource(path))
      sources.set(path, [(await readBefore(path)) ?? '', (await readNow(path)) ?? ''])
  return tests.flatMap(test => {
    const [before, now] = sources.get(test.file ?? '') ?? []
    if (before === undefined || now === undefined) return [test]
    return followingExample(test, before, now, { renames, removed }) ?? []
  })
}

/** Whether tests may go: then fewer of them run. For runners that do not report test ids. */
export async function letsTestsGo({ options }: ProofCase): Promise<boolean> {
  const changed = (await options.changes()).filter(({ path }) => kindOf(path) === 'test')
  return changed.some(({ path }) => mayGo(path, options)) || (await removedNames(options)).length > 0
}

const mayGo = (file: string, { allowedBy, mayChange }: GateOptions): boolean =>
  isToGo(file, allowedBy) || isFree({ path: file, kind: 'test' }, { task: '', mayChange, configFree: [] })

async function withoutTestsOf(
  removed: readonly string[],
  tests: readonly ExecutedTest[],
  { readBefore, readNow, changes }: GateOptions,
): Promise<readonly ExecutedTest[]> {
  if (removed.length === 0) return tests
  const made = await changes()
  const changed = made.filter(({ path }) => kindOf(path) === 'test').map(({ path }) => path)
  const dropped = new Map<string, readonly string[]>()
  const lines = new Map<string, readonly string[]>()
  const gone = await goneModules(removed, { changes, readBefore })
  for (const path of new Set([...changed, ...tests.flatMap(({ file }) => file ?? [])])) {
    const [before, now] = [await readBefore(path), await readNow(path)]
    const own = removedIn(path, before ?? '', removed, gone)
    const isGone = now === null && importsOnlyGone(path, before ?? '', gone)
    if (isGone) dropped.set(path, before?.split('\n') ?? [])
    else dropped.set(path, before === null ? [] : withoutRemoved(before, now ?? '', own).dropped)
    lines.set(path, before?.split('\n') ?? [])
  }
  // A row of a table, unless a test begins with that title: then a dropped line may only mention it.
  const isRow = (line: string, name: string, file: string): boolean =>
    line.includes(name) && !lines.get(file)?.some(other => startsTest(other) && hasTitle(other, name))
  const modules = await modulesOf(removed, made, readBefore)
  return tests.filter(({ file, title }) => {
    if (modules.some(path => isInModule({ file, title }, path, removed))) return false
    // Parameters and the number of an equal title are no part of a name; a part of a test goes with it.
    const names = title.map(one => one.replace(/\[.*\]$| with data set .*$|#\d+$/s, '')).filter(name => name !== '')
    // Some runners do not say which file a test is in.
    if (file === null)
      return !names.some(name => changed.some(path => dropped.get(path)?.some(line => hasTitle(line, name))))
    return !names.some((name, depth) =>
      dropped
        .get(file)
        ?.some(line =>
          depth === names.length - 1
            ? isRow(line, name, file) || hasTitle(line, name) || endsTitle(line, name)
            : hasTitle(line, name),
        ),
    )
  })
}

/** Deleted sources whose own tests all used what the task removes. */
async function modulesOf(
  removed: readonly string[],
  changes: readonly ChangedFile[],
  readBefore: GateOptions['readBefore'],
): Promise<string[]> {
  const found: string[] = []
  for (const { path } of changes.filter(({ path, status }) => status === 'deleted' && isSource(path))) {
    const before = await readBefore(path)
    if (before !== null && testsOnly(before, removed)) found.push(path)
  }
  return found
}

/** Some runners name the file of the program, and begin the title with the module; an example in a comment has its file, and what it is about. */
function isInModule(
  { file, title }: Pick<ExecutedTest, 'file' | 'title'>,
  path: string,
  removed: readonly string[],
): boolean {
  if (file === null) return false
  if (file === path) return removed.some(name => title.some(one => one.split(/\W+/).includes(name)))
  const parts = posix
    .relative(posix.dirname(file), path)
    .replace(/(?:\/mod)?\.\w+$/, '')
    .split('/')
  return title.length > parts.length && parts.every((part, at) => part === title[at])
}

/** Whether the test of that title starts in this line. */
const hasTitle = (line: string, title: string): boolean =>
  (startsTest(line) || CALL_WITH_TITLE.test(line)) &&
  ([`"${title}"`, `'${title}'`].some(quoted => line.includes(quoted)) || line.split(/\W+/).includes(title))

/** `runTest("parse", parse, [`: a helper of the tests that makes a group or a test. */
const CALL_WITH_TITLE = /^[\w.]+\(\s*["'`]/
