import { failingIn } from '../../check/verify/facts-in.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { type ExecutedTests, executedTests } from './executed-tests.ts'

/** Required passes in a row: this finds a test that passes half of the time in 98 of 100 cases. */
const IN_A_ROW = 6
/** Passes that the proof already has: in the tree and in the clean copy. */
const HAD = 2

const CHANCE =
  /\bMath\s*\.\s*random\b|\bcrypto\s*\.\s*random|\brandomUUID\b|\brandomBytes\b|\bimport random\b|\brandom\.\w+\(|\bmath\/rand\b|\brand\.\w+\(|\bthread_rng\b|\brand::|\bSecureRandom\b|\bKernel\.rand\b|\bmt_rand\(|\brand\(|\$RANDOM\b|\/dev\/u?random\b/
const CLOCK =
  /\bDate\s*\.\s*now\b|\bnew Date\(\)|\bperformance\s*\.\s*now\b|\bhrtime\b|\btime\.(?:time|monotonic|perf_counter)\(|\bdatetime\.(?:now|utcnow)\(|\bSystemTime::now\b|\bInstant::now\b|\bmicrotime\(/

/** Tests that passed in the tree and failed in a run with a canary, which does not concern them. */
export function failedWithCanary(inPlace: ExecutedTests | null, planted: ExecutedTests | null): readonly string[] {
  const passed = new Set(inPlace?.tests.filter(({ state }) => state === 'passed').map(({ id }) => id))
  return planted?.tests.filter(({ id, state }) => state === 'failed' && passed.has(id)).map(({ id }) => id) ?? []
}

/** Repeats a suspicious pass until it passed often enough in a row. */
export async function stability(proof: ProofCase, copy: CleanCopy, suspects: readonly string[]): Promise<void> {
  const { options, question, log } = proof
  const why =
    options.level === 'strict'
      ? 'asked for'
      : suspects.length > 0
        ? `${suspects[0]} failed in a run with a planted failure`
        : await suspicion(proof)
  if (why === null) return
  for (let run = HAD; run < IN_A_ROW; run++) {
    const fork = await forkOf(copy)
    log.ran()
    const verification = await runInCopy(fork, options, question, options.criterion).finally(() => fork.close())
    if (verification.kind === 'passed') continue
    log.refused('stability', [
      finding(
        'flaky',
        'flaky',
        { run: run + 1, of: IN_A_ROW },
        [...new Set([...failingIn(verification), ...suspects])].slice(0, 10),
      ),
    ])
    return
  }
  log.ok('stability', `passed ${IN_A_ROW} times in a row (${why})`)
}

/** Why the result may be flaky: the same files failed before, or added code uses randomness or the clock. */
async function suspicion({ options, record, question }: ProofCase): Promise<string | null> {
  if (question.seenRed) return 'the check failed on the same files before'
  const red = new Set(record.executed?.tests.filter(({ state }) => state === 'failed').map(({ id }) => id))
  const turned = executedTests(question.verifications, options)?.tests.filter(({ id }) => red.has(id)) ?? []
  for (const file of new Set(turned.flatMap(({ file }) => (file === null ? [] : [file]))))
    if (CHANCE.test((await options.readNow(file)) ?? '')) return `${file} uses randomness`
  for (const { path, status } of (await options.changes()).slice(0, MOST_READ)) {
    if (status === 'deleted') continue
    const added = addedLines((await options.readBefore(path)) ?? '', (await options.readNow(path)) ?? '')
    if (CHANCE.test(added) || CLOCK.test(added)) return `${path} uses randomness or the clock`
  }
  return null
}

function addedLines(before: string, now: string): string {
  const known = new Set(before.split('\n'))
  return now
    .split('\n')
    .filter(line => !known.has(line))
    .join('\n')
}

const MOST_READ = 100
