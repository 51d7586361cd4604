import { gateOf } from '../../criteria/criterion.ts'
import { readTask } from '../../criteria/task/read-task.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { finding } from '../finding-words.ts'
import { putBaselineBack } from '../original-checks/replay-baseline.ts'
import type { ProofCase } from '../proof-case.ts'
import { withTestsOf } from '../seal/sections/sections.ts'
import { asksForNewTests, workOf } from './asked-work.ts'
import type { ChangedFile } from './moved-files.ts'

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
  if (!asked && !promisesTests(proof)) return
  const changes = (await options.changes()).filter(({ status }) => status !== 'deleted')
  const inSource = await testsInSource(changes, options)
  const tests = changes.filter(({ path }) => isTest(path) || inSource.has(path))
  if (!asked && tests.length > 0) return
  const red = tests.length > 0 && (await oldSourceIsRed(proof, copy, inSource))
  if (red) {
    log.ok('red to green', 'the new tests fail on the source from before the first turn')
    return
  }
  log.refused('red to green', [
    finding(
      'nothing-was-red',
      'unproven',
      { testsAdded: tests.length > 0 },
      tests.map(({ path }) => path).slice(0, 10),
    ),
  ])
}

/** A task that keeps behavior has no test that fails without it. */
const isAsked = ({ options: { expectNow, level, task, taskClass } }: ProofCase): boolean =>
  expectNow !== 'passing' &&
  (SHOWN_BY_TESTS.includes(taskClass ?? '') ||
    (level === 'strict' && !SHOWN_OTHERWISE.includes(taskClass ?? '') && !keepsBehavior(task)))

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

async function oldSourceIsRed(
  proof: ProofCase,
  copy: CleanCopy,
  inSource: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { options, question, log } = proof
  const fork = await forkOf(copy)
  try {
    await putBaselineBack(fork, options, path => !isTest(path))
    for (const [path, text] of inSource) await fork.write(path, Buffer.from(text))
    log.ran()
    const verification = await runInCopy(fork, options, question, gateOf(options.criterion))
    return verification.kind !== 'passed'
  } finally {
    await fork.close()
  }
}
