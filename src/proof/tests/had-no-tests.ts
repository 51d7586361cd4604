import { runnersIn } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { putBaselineBack } from '../original-checks/replay-baseline.ts'
import type { ProofCase } from '../proof-case.ts'
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
  if (record.executed !== null || leaves.length === 0) return false
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

const redLeaves = (verification: Verification): readonly Verification[] =>
  verification.parts.length > 0
    ? verification.parts.flatMap(redLeaves)
    : verification.kind === 'passed'
      ? []
      : [verification]

const ranTests = (verification: Verification | null): boolean =>
  verification !== null && runnersIn(verification).some(({ tests }) => tests.some(wasRun))

/** A test file that cannot be loaded is reported as a failure with a name. */
const ranNothing = (verification: Verification): boolean =>
  !ranTests(verification) && (verification.reading?.tools ?? []).every(({ failures }) => failures.length === 0)
