import { failingIn } from '../../check/verify/facts-in.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInRoom } from '../clean-run/run-in-copy.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { type ExecutedTests, executedTests } from './executed-tests.ts'

/** So many greens in a row: a test that passes half of the time is seen in 98 of 100 cases. */
const IN_A_ROW = 6
/** Those that the proof has had already: in place, and in the room. */
const HAD = 2

const CHANCE =
  /\bMath\s*\.\s*random\b|\bcrypto\s*\.\s*random|\brandomUUID\b|\brandomBytes\b|\bimport random\b|\brandom\.\w+\(|\bmath\/rand\b|\brand\.\w+\(|\bthread_rng\b|\brand::|\bSecureRandom\b|\bKernel\.rand\b|\bmt_rand\(|\brand\(|\$RANDOM\b|\/dev\/u?random\b/
const CLOCK =
  /\bDate\s*\.\s*now\b|\bnew Date\(\)|\bperformance\s*\.\s*now\b|\bhrtime\b|\btime\.(?:time|monotonic|perf_counter)\(|\bdatetime\.(?:now|utcnow)\(|\bSystemTime::now\b|\bInstant::now\b|\bmicrotime\(/

/** Tests that passed in the tree and failed beside a planted failure, which is none of their business. */
export function failedBeside(inPlace: ExecutedTests | null, planted: ExecutedTests | null): readonly string[] {
  const passed = new Set(inPlace?.tests.filter(({ state }) => state === 'passed').map(({ id }) => id))
  return planted?.tests.filter(({ id, state }) => state === 'failed' && passed.has(id)).map(({ id }) => id) ?? []
}

/** Runs a suspicious green again, until it was seen often enough in a row. */
export async function stability(proof: ProofCase, room: CleanCopy, suspects: readonly string[]): Promise<void> {
  const { options, question, log } = proof
  const why =
    options.level === 'strict'
      ? 'asked for'
      : suspects.length > 0
        ? `${suspects[0]} failed beside a planted failure`
        : await suspicion(proof)
  if (why === null) return
  for (let run = HAD; run < IN_A_ROW; run++) {
    const fork = await forkOf(room)
    log.ran()
    const verification = await runInRoom(fork, options, question, options.criterion).finally(() => fork.close())
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
  log.ok('stability', `green ${IN_A_ROW} times in a row (${why})`)
}

/** What turned green depends on chance, or something was added to make it so that depends on chance or on the clock. */
async function suspicion({ options, record, question }: ProofCase): Promise<string | null> {
  if (question.seenRed) return 'the same files were red before'
  const red = new Set(record.executed?.tests.filter(({ state }) => state === 'failed').map(({ id }) => id))
  const turned = executedTests(question.verifications, options)?.tests.filter(({ id }) => red.has(id)) ?? []
  for (const file of new Set(turned.flatMap(({ file }) => (file === null ? [] : [file]))))
    if (CHANCE.test((await options.readNow(file)) ?? '')) return `${file} uses chance`
  for (const { path, status } of (await options.changes()).slice(0, MOST_READ)) {
    if (status === 'deleted') continue
    const added = addedLines((await options.readBefore(path)) ?? '', (await options.readNow(path)) ?? '')
    if (CHANCE.test(added) || CLOCK.test(added)) return `${path} uses chance or the clock`
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
