import { commandsOf, gateOf } from '../../criteria/criterion.ts'
import { mainClause } from '../../criteria/task/clauses.ts'
import { purposesOfCommand } from '../../criteria/task/command-purposes.ts'
import { partsOf } from '../../criteria/task/parts.ts'
import { isConcrete, readTask } from '../../criteria/task/read-task.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { finding } from '../finding-words.ts'
import { putBaselineBack } from '../original-checks/replay-baseline.ts'
import type { ProofCase } from '../proof-case.ts'
import { hasOnlyEmptyTests } from '../ratchets/tests/judge-tests.ts'
import { withTestsOf } from '../seal/sections/sections.ts'
import { readTreeCode } from '../task/tree-code.ts'
import { asksForNewTests, workOf } from './asked-work.ts'
import type { ChangedFile } from './moved-files.ts'
import { unrelatedWork } from './named-work.ts'

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
  if (!record.green) {
    log.ok('red to green', 'the criterion failed before the first turn')
    return
  }
  const asked = isAsked(proof)
  if (asked === 'no' && !promisesTests(proof)) return
  const changes = (await options.changes()).filter(({ status }) => status !== 'deleted')
  const inSource = await testsInSource(changes, options)
  const tests = changes.filter(({ path }) => isTest(path) || inSource.has(path))
  const isRequired = asked === 'yes' || asked === 'if-code'
  if ((!isRequired && tests.length > 0) || (asked === 'if-code' && isOnlySetup(options.task, changes))) return
  const empty = asked === 'no' || workOf(options) === 'bug-fix' ? [] : await emptyTestFiles(tests, options)
  if (tests.length > empty.length && (await oldSourceIsRed(proof, copy, { inSource, empty }))) {
    const unrelated = unrelatedWork(options.task, await readTreeCode(options))
    if (unrelated === null) return log.ok('red to green', 'the new tests fail on the source from before the first turn')
    const { names, certain } = unrelated
    const reported = finding('nothing-was-red', certain ? 'unproven' : null, { testsAdded: true, unrelated: names })
    if (certain) log.refused('red to green', [reported])
    else log.noted('red to green', [reported], 'the change may be about something else')
    return
  }
  const missing = (objection: 'unproven' | null) =>
    finding('nothing-was-red', objection, { testsAdded: tests.length > 0 }, tests.map(({ path }) => path).slice(0, 10))
  if (isRequired || promisesTests(proof)) log.refused('red to green', [missing('unproven')])
  else log.noted('red to green', [missing(null)], 'the criterion runs no tests that could fail without the work')
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
  // A verb that we do not know ("log every push") may be a feature.
  if (!SHOWN_BY_TESTS.includes(workOf(options))) return workOf(options) === '' && !keepsBehavior(task) ? 'warns' : 'no'
  const runsTests =
    record.executed !== null || commandsOf(criterion).some(command => purposesOfCommand(command).includes('test'))
  return runsTests && isEnglish(task) ? 'if-code' : 'warns'
}

/** In other languages, a refactoring and a fix cannot be told apart. */
const isEnglish = (task: string): boolean =>
  partsOf(mainClause(task)).some(isConcrete) || /\b(?:the|is|are|when|not|should|does|of|with)\b/i.test(task)

/** Words for work that tests of the product do not reach. */
const SETUP =
  /\b(?:workflows?|pipelines?|ci|cd|actions?|config\w*|settings?|scripts?|dependenc(?:y|ies)|dependabot|packages?|docker\w*|containers?|compose|images?|logos?|icons?|favicons?|assets?|styles?|stylesheets?|s?css|themes?|colou?rs?|fonts?|translations?|locales?|i18n|schemas?|migrations?|templates?|pages?|html|hooks?|badges?|releases?|deploy\w*|examples?|demos?|benchmarks?|stor(?:y|ies)|makefile|gitignore|editorconfig|licen[cs]e|\w+\.(?:json[c5]?|ya?ml|toml|ini|cfg|xml|html?|s?css|svg|png|sql|txt|mdx?))\b/i

/** "add a workflow that runs the tests": the task is about no code, and none was changed. */
const isOnlySetup = (task: string, changes: readonly ChangedFile[]): boolean =>
  SETUP.test(task) &&
  changes.some(({ path }) => !isTest(path) && !/\.(?:md|rst|adoc|txt)$/.test(path)) &&
  !changes.some(({ path }) => isProduct(path))

const isProduct = (path: string): boolean =>
  ![null, 'yaml'].includes(languageOf(path)) &&
  kindOf(path) === null &&
  !/(?:^|\/)(?:examples?|demos?|bench(?:marks?)?|scripts|stories)\//.test(path)

/** With a given criterion, a task that asks for tests needs at least one test that changed. */
const promisesTests = ({ options }: ProofCase): boolean =>
  SHOWN_BY_TESTS.includes(workOf(options)) && asksForNewTests(options.task)

const keepsBehavior = (task: string): boolean => {
  const asked = readTask(task)
  return asked?.class === 'regression-gate' && !asked.unusual
}

const isTest = (path: string): boolean => ['test', 'snapshot'].includes(kindOf(path) ?? '')

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

/** Test files whose new tests only call something: they fail before only because it was missing. */
async function emptyTestFiles(tests: readonly ChangedFile[], options: ProofCase['options']): Promise<string[]> {
  const found: string[] = []
  for (const { path } of tests) {
    const [before, now] = [await options.readBefore(path), await options.readNow(path)]
    if (isTest(path) && hasOnlyEmptyTests({ path, before, now, isTest: true })) found.push(path)
  }
  return found
}

async function oldSourceIsRed(
  proof: ProofCase,
  copy: CleanCopy,
  { inSource, empty }: { readonly inSource: ReadonlyMap<string, string>; readonly empty: readonly string[] },
): Promise<boolean> {
  const { options, question, log } = proof
  const fork = await forkOf(copy)
  try {
    await putBaselineBack(fork, options, path => !isTest(path) || empty.includes(path))
    for (const [path, text] of inSource) await fork.write(path, Buffer.from(text))
    log.ran()
    const verification = await runInCopy(fork, options, question, gateOf(options.criterion))
    return verification.kind !== 'passed'
  } finally {
    await fork.close()
  }
}
