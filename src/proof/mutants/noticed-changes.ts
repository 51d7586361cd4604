import { kindOf } from '../../tools/protection/kind-of.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { otherTestFiles } from '../clean-run/select-files.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { executedTests } from '../tests/executed-tests.ts'
import { type Altered, isNoticed, mutationsIn } from './untested-changes.ts'

/** Each alteration takes one run of the new tests. The first one that they notice is enough. */
const MOST_TRIED = 6
const TIME_BOX_MS = 60_000

/**
 * New tests fail on the old source even if they only mention a new name. So at least one of a few alterations of the new code must make a
 * test fail. The tests in changed files run first, then all tests.
 */
export async function noticedChanges(proof: ProofCase, copy: CleanCopy): Promise<boolean> {
  const { options, question, log } = proof
  const altered = spread((await mutationsIn(options)).filter(({ to }) => !EMPTY_TEXT.test(to)))
  const changes = await options.changes()
  const tests = changes.filter(({ path, status }) => status !== 'deleted' && kindOf(path) === 'test')
  if (altered.length === 0 || tests.length === 0) return true
  const others = otherTestFiles(
    executedTests(question.verifications, options),
    tests.map(({ path }) => path),
  )
  const until = performance.now() + TIME_BOX_MS
  for (const removed of others.length === 0 ? [[]] : [others, []])
    for (const one of altered) {
      if (performance.now() > until || question.signal.aborted) return true
      if (await isNoticed(proof, copy, one, removed)) return true
    }
  const places = altered.map(({ path, line, from, to }) => `${path}:${line} (${from} → ${to || 'nothing'})`)
  log.refused('red to green', [finding('nothing-was-red', 'unproven', { testsAdded: true, unnoticed: true }, places)])
  return false
}

/** Alterations that empty a string do not count: a test need not compare messages. */
const EMPTY_TEXT = /^(["'`])\1$/

const BUILT = /(?:^|\/)(?:dist|build|out|target|coverage|\.next)\/|\.min\.\w+$|\.map$/
const BESIDE =
  /(?:^|\/)(?:vendor|third[_-]?party|node_modules|examples?|demos?|bench(?:marks?)?|scripts|stories)\/|\.stories\.\w+$/

/** No test needs to notice a change of build output, of the code of others, or of code beside the product. `src/build` is source. */
const isProduct = (path: string): boolean => !BUILT.test(path.replace(/(^|\/)src\/.*\//, '$1')) && !BESIDE.test(path)

/** One alteration of each file, then others from the whole change, because the first lines of a file may be the least important. */
export function spread<T extends Pick<Altered, 'path'>>(altered: readonly T[]): readonly T[] {
  const own = altered.filter(({ path }) => isProduct(path))
  const byFile = new Map<string, T>()
  for (const one of own) if (!byFile.has(one.path)) byFile.set(one.path, one)
  const firsts = [...byFile.values()].slice(0, MOST_TRIED)
  const rest = own.filter(one => !firsts.includes(one))
  const left = Math.min(MOST_TRIED - firsts.length, rest.length)
  return [...firsts, ...Array.from({ length: left }, (_, at) => rest[Math.floor((at * rest.length) / left)])].flatMap(
    one => one ?? [],
  )
}
