import { basename, extname } from 'node:path'
import { commandsOf, gateOf } from '../../criteria/criterion.ts'
import { asksForBehavior } from '../../criteria/task/asks-for-behavior.ts'
import { mainClause } from '../../criteria/task/clauses.ts'
import { purposesOfCommand } from '../../criteria/task/command-purposes.ts'
import { partsOf } from '../../criteria/task/parts.ts'
import { isConcrete, readTask } from '../../criteria/task/read-task.ts'
import { MANIFEST } from '../../tools/manifests/manifest-files.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { finding } from '../finding-words.ts'
import { changedLines } from '../mutants/changed-lines.ts'
import { noticedChanges } from '../mutants/noticed-changes.ts'
import { withoutNewSources } from '../original-checks/listed-sources.ts'
import { putBaselineBack } from '../original-checks/replay-baseline.ts'
import type { ProofCase } from '../proof-case.ts'
import { hasOnlyEmptyTests } from '../ratchets/tests/judge-tests.ts'
import { withTestsOf } from '../seal/sections/sections.ts'
import { removedNames } from '../task/removed-names.ts'
import { readTreeCode } from '../task/tree-code.ts'
import { isAboutProse } from './about-text.ts'
import { asksForNewTests, workOf } from './asked-work.ts'
import { asksOnlyForRemoval } from './asks-only-for-removal.ts'
import { executedTests, wasRun } from './executed-tests.ts'
import type { ChangedFile } from './moved-files.ts'
import { type Compared, unrelatedWork } from './named-work.ts'
import { isPureMove } from './pure-move.ts'
import { isDocument, shownWithoutTest } from './shown-without-test.ts'

/** Kinds of work for which a test should fail without it. */
const SHOWN_BY_TESTS: readonly string[] = ['bug-fix', 'implement-feature', 'use-case']
/** Kinds of work that a rule of the criterion shows: documents, more tests, a change. */
const SHOWN_OTHERWISE: readonly string[] = ['docs', 'coverage', 'structural']

/**
 * Requires that something failed without the work. A check that failed before the first turn is enough. If it passed, the new tests
 * must fail on the old source; otherwise nothing shows that the work did anything.
 */
export async function redToGreen(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { options, record, log } = proof
  if (!record.green && !onlyNewTestsPass(proof)) {
    log.ok('red to green', 'the criterion failed before the first turn')
    return
  }
  const asked = isAsked(proof)
  if (asked === 'no' && !promisesTests(proof)) {
    // A criterion that should have failed, and passed, shows nothing: the change must at least be about the task.
    const shows = options.expectNow !== 'failing' || options.taskClass === null
    const given = options.taskClass === null && changesBehavior(options.task) ? 'words' : 'names'
    if (!SHOWN_OTHERWISE.includes(workOf(options))) await reportUnrelated(proof, shows ? given : 'every-word')
    return
  }
  const changes = (await options.changes()).filter(({ status }) => status !== 'deleted')
  const inSource = runSources(await testsInSource(changes, options), proof)
  const sealed = sealedTests(proof)
  const tests = changes.filter(({ path }) => isTest(path) || sealed.has(path) || inSource.has(path))
  const isRequired = asked === 'yes' || asked === 'if-code'
  if (asked === 'if-code' && isOnlySetup(options.task, changes)) return
  if (asked === 'if-code' && (await isPureMove(options))) return
  if (asked === 'if-code' && (await isRemoval(options))) return log.ok('red to green', 'what the task removes is gone')
  if (!isRequired && tests.length > 0) return void (await reportUnrelated(proof, 'words'))
  // No test can show a document. That it changed is for `only-comments`.
  if (asked === 'if-code' && isAboutProse(options.task) && changes.length > 0 && changes.every(isDocument)) return
  const empty = asked === 'no' || workOf(options) === 'bug-fix' ? [] : await emptyTestFiles(tests, options)
  if (tests.length > empty.length && (await oldSourceIsRed(proof, copy, { inSource, empty }))) {
    if (!(await reportUnrelated(proof, 'words')) && (await noticedChanges(proof, copy)))
      log.ok('red to green', 'the new tests fail on the source from before the first turn')
    return
  }
  const shown = asked === 'if-code' ? await shownWithoutTest(options, changes, tests.length > 0) : null
  if (shown !== null && !log.has('suppressions-added')) return log.ok('red to green', shown)
  const missing = (objection: 'unproven' | null) =>
    finding('nothing-was-red', objection, { testsAdded: tests.length > 0 }, tests.map(({ path }) => path).slice(0, 10))
  if (isRequired || promisesTests(proof)) log.refused('red to green', [missing('unproven')])
  else log.noted('red to green', [missing(null)], 'the criterion runs no tests that could fail without the work')
}

/** Refuses a change that has nothing to do with the code that the task surely names, and warns where it may have nothing to do with it. */
async function reportUnrelated({ options, log }: ProofCase, compare: Compared): Promise<boolean> {
  const unrelated = unrelatedWork(options.task, await readTreeCode(options), compare)
  if (unrelated === null || !(unrelated.certain || isEnglish(options.task))) return false
  const { names, certain } = unrelated
  const reported = finding('nothing-was-red', certain ? 'unproven' : null, { testsAdded: true, unrelated: names })
  if (certain) log.refused('red to green', [reported])
  else log.noted('red to green', [reported], 'the change may be about something else')
  return true
}

/**
 * The criterion failed before the first turn, but not because of a test: it ran none, or other failures than those of tests are gone.
 * A missing file shows nothing about the work, so the new tests must fail without it.
 */
function onlyNewTestsPass({ options, question, record }: ProofCase): boolean {
  const now = executedTests(question.verifications, options)?.tests.filter(wasRun) ?? []
  const before = new Set(record.executed?.tests.filter(wasRun).map(({ id }) => id))
  return now.length > 0 && now.every(({ id }) => !before.has(id)) && before.size === 0
}

/**
 * Whether a test must fail without the work. A task that keeps behavior has no such test, and a given criterion that runs no tests could
 * not show it.
 */
function isAsked({ options, record }: ProofCase): 'yes' | 'if-code' | 'warns' | 'no' {
  const { expectNow, level, task, taskClass, criterion } = options
  if (expectNow === 'passing') return 'no'
  const isStrict = level === 'strict' && !SHOWN_OTHERWISE.includes(taskClass ?? '') && !keepsBehavior(task)
  if (SHOWN_BY_TESTS.includes(taskClass ?? '') || isStrict) return 'yes'
  if (taskClass !== null) return 'no'
  // Commit subjects are not orders and may be written in any way. A check that failed at the start already shows the work.
  const isOrder = options.allowedBy !== ''
  if (!(isOrder && record.green ? asksForBehavior(task) : SHOWN_BY_TESTS.includes(workOf(options))))
    return workOf(options) === '' && !keepsBehavior(task) ? 'warns' : 'no'
  const runsTests =
    record.executed !== null || commandsOf(criterion).some(command => purposesOfCommand(command).includes('test'))
  return runsTests && isEnglish(task) ? 'if-code' : 'warns'
}

/** In other languages, a refactoring and a fix cannot be told apart. */
const isEnglish = (task: string): boolean =>
  partsOf(mainClause(task)).some(isConcrete) || /\b(?:the|is|are|when|not|should|does|of|with)\b/i.test(task)

/** Words for work that tests of the product do not reach. */
const SETUP =
  /\b(?:workflows?|pipelines?|ci|cd|actions?|config\w*|settings?|scripts?|dependenc(?:y|ies)|dependabot|packages?|docker\w*|containers?|compose|images?|logos?|icons?|favicons?|assets?|styles?|stylesheets?|s?css|themes?|colou?rs?|fonts?|translations?|locales?|i18n|schemas?|migrations?|templates?|pages?|html|hooks?|badges?|releases?|deploy\w*|examples?|demos?|benchmarks?|stor(?:y|ies)|gemspec|gemfile|rakefile|manifests?|makefile|make (?:clean|distclean|install|uninstall|all|check|build|dist)|targets?|gitignore|editorconfig|licen[cs]e|\w+\.(?:json[c5]?|ya?ml|toml|ini|cfg|xml|html?|s?css|svg|png|sql|txt|mdx?))\b/i

/** "add a workflow that runs the tests": the task is about no code, and none was changed. */
const isOnlySetup = (task: string, changes: readonly ChangedFile[]): boolean =>
  SETUP.test(task) &&
  changes.some(({ path }) => !isTest(path) && !/\.(?:md|rst|adoc|txt)$/.test(path)) &&
  !changes.some(({ path }) => isProduct(path))

const isProduct = (path: string): boolean =>
  ![null, 'yaml'].includes(languageOf(path)) &&
  kindOf(path) === null &&
  !MANIFEST.test(basename(path)) &&
  !/(?:^|\/)(?:examples?|demos?|bench(?:marks?)?|scripts|stories)\//.test(path)

/** With a given criterion, a task that asks for tests needs at least one test that changed. */
const promisesTests = ({ options }: ProofCase): boolean =>
  SHOWN_BY_TESTS.includes(workOf(options)) && asksForNewTests(options.task)

const keepsBehavior = (task: string): boolean => {
  const asked = readTask(task)
  return asked?.class === 'regression-gate' && !asked.unusual
}

/** Not only the form of the code: an upgrade, a removal, a tool that is set up. */
const changesBehavior = (task: string): boolean => readTask(task)?.breadth === 'everything'

const isTest = (path: string): boolean => ['test', 'snapshot'].includes(kindOf(path) ?? '')

/** Whether the task only removes code, the code is gone, and few lines were added to the source. */
async function isRemoval(options: ProofCase['options']): Promise<boolean> {
  if (!asksOnlyForRemoval(options.task) || (await removedNames(options)).length === 0) return false
  let [added, removed] = [0, 0]
  for (const { path } of await options.changes()) {
    if (!isProduct(path)) continue
    const [before, now] = [(await options.readBefore(path)) ?? '', (await options.readNow(path)) ?? '']
    added += changedLines(before, now).size
    removed += changedLines(now, before).size
  }
  return removed > 0 && added * 2 <= removed
}

/** Whole files that are tests by what reaches them, whatever their names. */
const sealedTests = ({ record }: ProofCase): ReadonlySet<string> =>
  new Set(record.seal.files.flatMap(({ path, kind, sections }) => (kind === 'test' && sections === null ? [path] : [])))

/** A new test in C is built only where a build file lists it: the present build files without the new sources of the product. */
async function listedTests({
  changes,
  readBefore,
  readNow,
}: ProofCase['options']): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const all = await changes()
  const added = all.filter(({ path, status }) => status === 'added' && isProduct(path)).map(({ path }) => path)
  for (const { path, status } of all) {
    if (status !== 'changed' || !LISTS_SOURCES.test(path)) continue
    const [before, now] = [await readBefore(path), await readNow(path)]
    if (before !== null && now !== null) found.set(path, withoutNewSources(before, now, added))
  }
  return found
}

const LISTS_SOURCES = /(?:^|\/)(?:CMakeLists\.txt|meson\.build|(?:GNU)?[Mm]akefile(?:\.am)?)$|\.(?:cmake|mk)$/

/** Changed source that contains tests: the original source with the present tests. */
async function testsInSource(
  changes: readonly ChangedFile[],
  { readBefore, readNow }: ProofCase['options'],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const { path, status } of changes) {
    if (isTest(path)) continue
    const [before, now] = [status === 'added' ? '' : await readBefore(path), await readNow(path)]
    const text = before === null || now === null ? null : await withTestsOf(path, before, now)
    if (text !== null && text !== before) found.set(path, text)
  }
  return found
}

/**
 * Without the files whose examples nothing runs: a docstring that the runner does not collect is no test. A runner that names files in
 * its ids tells which ones it ran.
 */
function runSources(found: ReadonlyMap<string, string>, { options, question }: ProofCase): ReadonlyMap<string, string> {
  const run = (executedTests(question.verifications, options)?.tests ?? []).map(({ file }) => file ?? '')
  const isRun = (path: string): boolean =>
    run.includes(path) || isCompiledIn(path) || !run.some(file => extname(file) === extname(path))
  return new Map([...found].filter(([path]) => isRun(path)))
}

/** Its tests are reported under the root of the crate, which contains it as a module. */
const isCompiledIn = (path: string): boolean => languageOf(path) === 'rust'

/** Test files whose new tests only call something: they fail before only because it was missing. */
async function emptyTestFiles(tests: readonly ChangedFile[], options: ProofCase['options']): Promise<string[]> {
  const found: string[] = []
  for (const { path } of tests) {
    const [before, now] = [await options.readBefore(path), await options.readNow(path)]
    if (isTest(path) && hasOnlyEmptyTests({ path, before, now, isTest: true })) found.push(path)
  }
  return found
}

/** Whether the tests as they are now fail on the source from before the first turn. */
export async function failsOnOldSource(proof: ProofCase, copy: CleanCopy): Promise<boolean> {
  const changes = (await proof.options.changes()).filter(({ status }) => status !== 'deleted')
  const inSource = runSources(await testsInSource(changes, proof.options), proof)
  return await oldSourceIsRed(proof, copy, { inSource, empty: [] })
}

async function oldSourceIsRed(
  proof: ProofCase,
  copy: CleanCopy,
  { inSource, empty }: { readonly inSource: ReadonlyMap<string, string>; readonly empty: readonly string[] },
): Promise<boolean> {
  const { options, question, log } = proof
  const fork = await forkOf(copy)
  try {
    const sealed = sealedTests(proof)
    await putBaselineBack(fork, options, path => !(isTest(path) || sealed.has(path)) || empty.includes(path))
    const listed = [...(await declaredModules(options, [...inSource.keys()])), ...(await listedTests(options))]
    for (const [path, text] of [...inSource, ...listed]) await fork.write(path, Buffer.from(text))
    log.ran()
    const verification = await runInCopy(fork, options, question, gateOf(options.criterion))
    return verification.kind !== 'passed'
  } finally {
    await fork.close()
  }
}

/** Tests behind a new feature are compiled only where the manifest declares it. */
const addsOnlyFeatures = (before: string, now: string): boolean =>
  now.startsWith(before) &&
  /^(?:\s*\[features\])?(?:\s*[\w-]+\s*=\s*\[[\w"', /:?-]*\])*\s*$/.test(now.slice(before.length))

/** A new module of Rust is compiled only where `mod` declares it: the old source with these declarations. */
async function declaredModules(
  { changes, readBefore, readNow }: ProofCase['options'],
  sources: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const { path, status } of await changes()) {
    if (!/\.rs$|(?:^|\/)Cargo\.toml$/.test(path) || status !== 'changed') continue
    const [before, now] = [(await readBefore(path)) ?? '', (await readNow(path)) ?? '']
    if (path.endsWith('.toml')) {
      if (addsOnlyFeatures(before, now)) found.set(path, now)
      continue
    }
    const added = [...now.matchAll(/^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/gm)].filter(
      ([line, name]) =>
        !before.includes(line.trim()) &&
        sources.some(source => new RegExp(`(?:^|/)${name}(?:/mod)?\\.rs$`).test(source)),
    )
    const text = found.get(path) ?? before
    if (added.length > 0) found.set(path, `${text}\n${added.map(([line]) => line.trim()).join('\n')}\n`)
  }
  return found
}
