import { runnersIn } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import { gateOf } from '../../criteria/criterion.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { putBaselineBack } from '../original-checks/replay-baseline.ts'
import { addedChecks } from '../original-checks/restore-checks.ts'
import type { ProofCase } from '../proof-case.ts'
import { losesLines } from '../task/unremoved.ts'
import { runOf } from '../tools-of.ts'
import { wasRun } from './executed-tests.ts'

/**
 * Whether the original checks fail only because they contain no tests yet, as for a feature whose tests are written with it. Used when no
 * test ids from before the first turn are known. Every failing command must run tests now, run none with the original checks, and must
 * have run none and failed on the tree from before the first turn.
 */
export async function hadNoTests(proof: ProofCase, copy: CleanCopy, red: Verification): Promise<boolean> {
  const { options, question, record, log } = proof
  const leaves = redLeaves(red)
  if ((record.executed?.tests.length ?? 0) > 0 || leaves.length === 0 || (await losesChecks(proof))) return false
  const added = addedChecks(await options.changes())
  if (leaves.every(leaf => isNewScript(leaf, added, proof))) return await failsOnOldSource(proof, copy, added)
  const ranNothing = (leaf: Verification): boolean => !ranTests(leaf) && (saysNothing(leaf) || names(leaf, added))
  if (!leaves.every(leaf => ranNothing(leaf) && ranTests(runOf(leaf.command, question.verifications)))) return false
  const fork = await forkOf(copy)
  try {
    await putBaselineBack(fork, options, () => true)
    for (const { criterion } of leaves) {
      log.ran()
      const before = await runInCopy(fork, options, question, criterion)
      if (before.kind === 'passed' || !ranNothing(before)) return false
    }
    return true
  } finally {
    await fork.close()
  }
}

/** Whether a test lost lines or an expected result changed. There were tests then, even if the output names none. */
async function losesChecks({ options, changed }: ProofCase): Promise<boolean> {
  for (const { path, kind, what } of changed) {
    if (what === 'added' || (kind !== 'test' && kind !== 'snapshot')) continue
    if (kind === 'snapshot' || losesLines((await options.readBefore(path)) ?? '', (await options.readNow(path)) ?? ''))
      return true
  }
  return false
}

/** The command runs a test file without a known runner, which the task asks for by name and which did not exist. */
const isNewScript = (leaf: Verification, added: readonly string[], { options, question }: ProofCase): boolean =>
  !ranTests(leaf) &&
  !ranTests(runOf(leaf.command, question.verifications)) &&
  names(
    leaf,
    added.filter(path => options.allowedBy.includes(path)),
  )

/** A missing file is no bug: the new tests must fail on the old source. */
async function failsOnOldSource(proof: ProofCase, copy: CleanCopy, added: readonly string[]): Promise<boolean> {
  const { options, question, log } = proof
  const fork = await forkOf(copy)
  try {
    await putBaselineBack(fork, options, path => !added.includes(path))
    log.ran()
    return (await runInCopy(fork, options, question, gateOf(options.criterion))).kind !== 'passed'
  } finally {
    await fork.close()
  }
}

const redLeaves = (verification: Verification): readonly Verification[] =>
  verification.parts.length > 0
    ? verification.parts.flatMap(redLeaves)
    : verification.kind === 'passed'
      ? []
      : [verification]

const ranTests = (verification: Verification | null): boolean =>
  verification !== null && runnersIn(verification).some(({ tests }) => tests.some(wasRun))

/** A test file that cannot be loaded is reported as a failure with a name. */
const saysNothing = ({ reading }: Verification): boolean =>
  (reading?.tools ?? []).every(({ failures }) => failures.length === 0)

/** The command is given a test file that did not exist, its module, or the program that is built from it. */
const names = ({ command }: Verification, files: readonly string[]): boolean => {
  const words = command.split(/[\s"'=]+/).map(word => word.replace(/^\.\//, '').replace(/::.*$/, ''))
  return files.some(path => {
    const bare = path.replace(/\.\w+$/, '')
    return [path, bare, bare.replaceAll('/', '.')].some(name => words.includes(name))
  })
}
