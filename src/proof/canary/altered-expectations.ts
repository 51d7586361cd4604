import { kindOf } from '../../tools/protection/kind-of.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import { type Mutation, mutationsOf } from '../../tools/syntax/mutate.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { finding } from '../finding-words.ts'
import { changedLines } from '../mutants/changed-lines.ts'
import { isNoticed } from '../mutants/untested-changes.ts'
import type { ProofCase } from '../proof-case.ts'
import { assertionPattern } from '../ratchets/tests/assertions.ts'
import { correctsTest } from '../task/wrong-test.ts'

/** Each is a run of the check, and one that is noticed is enough. */
const MOST_TRIED = 4

/**
 * Tests that the task allowed to change, so that the original ones are not asked: of what their changed lines expect now, something else
 * must make the check fail. Otherwise they compare nothing any more.
 */
export async function alteredExpectations(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { options, isFree, log } = proof
  if (log.objects()) return
  for (const { path, status } of await options.changes()) {
    if (status !== 'changed' || kindOf(path) !== 'test' || !isFree(path)) continue
    const altered = expectationsIn(path, await options.readBefore(path), await options.readNow(path), options.task)
    let isSeen = altered.length === 0
    for (const one of altered.slice(0, MOST_TRIED)) {
      isSeen = await isNoticed(proof, copy, { ...one, path })
      if (isSeen) break
    }
    if (isSeen) continue
    const places = altered
      .slice(0, MOST_TRIED)
      .map(({ line, from, to }) => `${path}:${line} (${from} → ${to || 'nothing'})`)
    return log.refused('canary', [finding('expectation-unused', 'weakened', {}, places)])
  }
}

/** Changed lines that assert something; where the task corrects a value, any changed line that has one. */
function expectationsIn(path: string, before: string | null, now: string | null, task: string): readonly Mutation[] {
  const language = languageOf(path)
  if (language === null || before === null || now === null || changedLines(now, before).size === 0) return []
  const rows = now.split('\n')
  const lines = [...changedLines(before, now)]
  const asserting = lines.filter(line => assertionPattern(language).test(rows[line - 1] ?? ''))
  const alter = (chosen: readonly number[]): readonly Mutation[] =>
    mutationsOf(language, now, new Set(chosen)).filter(({ to }) => to !== '' && to !== ';' && to !== 'pass')
  const altered = alter(asserting)
  // Assertions without a value: the values are in other lines, as in a table.
  return altered.length > 0 || (asserting.length === 0 && !correctsTest(task)) ? altered : alter(lines)
}
