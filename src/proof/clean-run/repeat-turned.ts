import { gateOf } from '../../criteria/criterion.ts'
import type { Environment } from '../../system/shell.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import type { ProofCase } from '../proof-case.ts'
import type { ExecutedTest } from '../tests/executed-tests.ts'
import { runInCopy } from './run-in-copy.ts'
import { removeFiles } from './select-files.ts'
import { type Answer, judged, selectedFor } from './turned-green.ts'

interface Repetition {
  readonly turned: readonly ExecutedTest[] | null
  readonly env: Environment
  /** Files that are different there. */
  readonly texts?: ReadonlyMap<string, string>
}

/** Repeats tests that turned green under other conditions: without the other test files if that reaches them, else all of them. */
export async function repeatTurned(
  proof: ProofCase,
  copy: CleanCopy,
  repetition: Repetition,
): Promise<Answer | 'not-reached'> {
  const { turned } = repetition
  const selected = turned === null ? [] : selectedFor(proof, turned)
  for (const without of selected.length > 0 ? [selected, []] : [[]]) {
    const answer = await repeatOnce(proof, copy, repetition, without)
    if (answer !== 'not-reached') return answer
  }
  return 'not-reached'
}

async function repeatOnce(
  proof: ProofCase,
  copy: CleanCopy,
  { turned, env, texts = new Map() }: Repetition,
  without: readonly string[],
): Promise<Answer | 'not-reached'> {
  const { options, question, log } = proof
  const fork = await forkOf(copy)
  try {
    for (const [path, text] of texts) {
      const written = await fork.write(path, Buffer.from(text))
      if (!written.ok) return 'not-reached'
    }
    if (!(await removeFiles(fork, without))) return 'not-reached'
    log.ran()
    return judged(proof, turned, await runInCopy(fork, { ...options, env }, question, gateOf(options.criterion)))
  } finally {
    await fork.close()
  }
}
