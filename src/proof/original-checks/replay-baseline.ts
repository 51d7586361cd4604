import { failingIn } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInRoom } from '../clean-run/run-in-copy.ts'
import type { ProofCase } from '../proof-case.ts'
import { executedTests } from '../tests/executed-tests.ts'

/**
 * Green in the tree and red in the room: is it the work, or is it the room? The tree as it was before the first turn is run in
 * the room too. What failed there as well, although it passed in place, cannot be shown in a room; that is said and not
 * held against the work. Null when that explains nothing.
 */
export async function replayBaseline(
  { options, question, record, log }: ProofCase,
  room: CleanCopy,
  red: Verification,
): Promise<string | null> {
  const fork = await forkOf(room)
  try {
    await putBaselineBack(fork, options, () => true)
    log.ran()
    const before = await runInRoom(fork, options, question, options.criterion)
    return explained(record, before, { verification: red, failed: failedIn(red, options) })
  } finally {
    await fork.close()
  }
}

/** Makes files in a room what they were before the first turn. */
export async function putBaselineBack(
  room: CleanCopy,
  { changes, readBefore }: Pick<ProofCase['options'], 'changes' | 'readBefore'>,
  which: (path: string) => boolean,
): Promise<void> {
  for (const { path, status } of await changes()) {
    if (!which(path)) continue
    const text = status === 'added' ? null : await readBefore(path)
    if (text === null) await room.remove(path)
    else await room.write(path, Buffer.from(text))
  }
}

interface Red {
  readonly verification: Verification
  readonly failed: readonly string[]
}

const failedIn = (red: Verification, options: ProofCase['options']): string[] =>
  (executedTests([red], options)?.tests ?? []).filter(({ state }) => state === 'failed').map(({ id }) => id)

function explained(record: ProofCase['record'], before: Verification, red: Red): string | null {
  if (before.kind === 'passed') return null
  if (record.green) return `the criterion held before the first turn and does not in a clean room: ${firstLine(before)}`
  const passedInPlace = new Set(record.executed?.tests.filter(({ state }) => state === 'passed').map(({ id }) => id))
  const roomOnly = new Set(failingIn(before).filter(id => passedInPlace.has(id)))
  const failing = [...failingIn(red.verification), ...red.failed]
  if (failing.length === 0 || !failing.every(id => roomOnly.has(id))) return null
  return `${roomOnly.size} tests pass in the tree and cannot be run in a clean room: ${[...roomOnly].slice(0, 3).join(', ')}`
}

const firstLine = (verification: Verification): string =>
  verification.kind === 'passed' ? '' : (verification.learnings.split('\n')[0] ?? '')
