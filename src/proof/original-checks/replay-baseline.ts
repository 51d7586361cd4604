import { join } from 'node:path'
import { failingIn } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import { gateOf } from '../../criteria/criterion.ts'
import { lstatOrNull } from '../../system/file-stat.ts'
import { isMachineCode } from '../../system/machine-code.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import type { ProofCase } from '../proof-case.ts'
import { executedTests } from '../tests/executed-tests.ts'

/**
 * The check passes in the tree and fails in the clean copy. To find out whether the work or the copy is the cause, the tree from before
 * the first turn runs in a clean copy too. A test that fails there although it passed in the tree cannot run in a copy; the report says
 * so, and the work is not refused for it. Null when that does not explain the failure.
 */
export async function replayBaseline(
  { options, question, record, log }: ProofCase,
  copy: CleanCopy,
  red: Verification,
): Promise<string | null> {
  const fork = await forkOf(copy)
  try {
    await putBaselineBack(fork, options, () => true)
    log.ran()
    const before = await runInCopy(fork, options, question, gateOf(options.criterion))
    return explained(record, before, { verification: red, failed: failedIn(red, options) })
  } finally {
    await fork.close()
  }
}

/** Restores files of a clean copy to their content before the first turn. */
export async function putBaselineBack(
  copy: CleanCopy,
  { changes, bytesBefore }: Pick<ProofCase['options'], 'changes' | 'bytesBefore'>,
  which: (path: string) => boolean,
): Promise<void> {
  for (const { path, status } of await changes()) {
    if (!which(path)) continue
    const bytes = status === 'added' ? null : await bytesBefore(path)
    if (bytes === null) await copy.remove(path)
    else await copy.write(path, bytes, modeOf(copy, path, bytes))
  }
}

/** A program that can no longer be started would make every baseline fail. */
function modeOf(copy: CleanCopy, path: string, bytes: Uint8Array): number {
  const stat = lstatOrNull(join(copy.view, path))
  if (stat?.isFile()) return Number(stat.mode) & 0o777
  return isMachineCode(bytes) || Buffer.from(bytes.subarray(0, 2)).toString() === '#!' ? 0o755 : 0o644
}

interface Red {
  readonly verification: Verification
  readonly failed: readonly string[]
}

const failedIn = (red: Verification, options: ProofCase['options']): string[] =>
  (executedTests([red], options)?.tests ?? []).filter(({ state }) => state === 'failed').map(({ id }) => id)

function explained(record: ProofCase['record'], before: Verification, red: Red): string | null {
  if (before.kind === 'passed') return null
  if (record.green)
    return `before the first turn the check passed in the tree and fails in a clean copy: ${firstLine(before)}`
  const passedInPlace = new Set(record.executed?.tests.filter(({ state }) => state === 'passed').map(({ id }) => id))
  const copyOnly = new Set(failingIn(before).filter(id => passedInPlace.has(id)))
  const failing = [...failingIn(red.verification), ...red.failed]
  if (failing.length === 0 || !failing.every(id => copyOnly.has(id))) return null
  return `${copyOnly.size} tests pass in the tree and cannot run in a clean copy: ${[...copyOnly].slice(0, 3).join(', ')}`
}

const firstLine = (verification: Verification): string =>
  verification.kind === 'passed' ? '' : (verification.learnings.split('\n')[0] ?? '')
