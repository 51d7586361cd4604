import { kindOf } from '../../tools/protection/kind-of.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { finding } from '../finding-words.ts'
import { changedLines } from '../mutants/changed-lines.ts'
import { isNoticed } from '../mutants/untested-changes.ts'
import type { ProofCase } from '../proof-case.ts'
import { correctsTest } from '../task/wrong-test.ts'
import { executedTests } from '../tests/executed-tests.ts'

/** Each is a run of the check, and one that is noticed is enough. */
const MOST_TRIED = 6
/** For all files together. */
const MOST_IN_ALL = 12

/**
 * The task says that a value in a test is wrong, so the original test is not asked. Of the values in its changed lines, another one must
 * make the check fail. Otherwise the test compares nothing any more.
 */
export async function alteredExpectations(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { options, question, isFree, log } = proof
  if (log.objects() || !correctsTest(options.task)) return
  const run = new Set(executedTests(question.verifications, options)?.tests.map(({ file }) => file))
  const altered: Altered[] = []
  const emptied: string[] = []
  for (const { path, status } of await options.changes()) {
    if (status !== 'changed' || kindOf(path) !== 'test' || !run.has(path) || !isFree(path)) continue
    const [before, now] = [(await options.readBefore(path)) ?? '', (await options.readNow(path)) ?? '']
    altered.push(...valuesIn(path, before, now))
    if (losesEveryValue(before, now)) emptied.push(path)
  }
  const tried = altered.slice(0, MOST_TRIED)
  for (const one of tried) if (await isNoticed(proof, copy, one)) return
  if (tried.length === 0 && emptied.length === 0) return
  const places = tried.map(({ path, line, from, to }) => `${path}:${line} (${from} → ${to})`)
  log.refused('canary', [finding('expectation-unused', 'weakened', {}, [...places, ...emptied])])
}

/** Whether each of the changed tests compares values: a test fails if a value in its changed lines, or in changed expected data, is altered. */
export async function isComparedWith(proof: ProofCase, copy: CleanCopy, paths: readonly string[]): Promise<boolean> {
  const altered: (readonly Altered[])[] = []
  for (const path of paths) {
    const [before, now] = [(await proof.options.readBefore(path)) ?? '', (await proof.options.readNow(path)) ?? '']
    if (losesEveryValue(before, now)) return false
    altered.push(kindOf(path) === 'snapshot' ? alteredLines(path, before, now) : valuesIn(path, before, now))
  }
  return isEachNoticed(altered, one => isNoticed(proof, copy, one))
}

/** Whether one value of each file is noticed. Files for which too few runs are left are not asked. */
export async function isEachNoticed<T>(
  files: readonly (readonly T[])[],
  notices: (one: T) => Promise<boolean>,
): Promise<boolean> {
  let left = MOST_IN_ALL
  for (const values of files) {
    const tried = values.slice(0, MOST_TRIED)
    if (tried.length > left) break
    let isSeen = tried.length === 0
    for (const one of tried) {
      if (isSeen) break
      left--
      isSeen = await notices(one)
    }
    if (!isSeen) return false
  }
  return true
}

/** The first changed lines of expected data, each altered by itself. */
export function alteredLines(path: string, before: string, now: string): readonly Altered[] {
  const lines = now.split('\n')
  return [...changedLines(before, now)].slice(0, MOST_TRIED).map(line => {
    const from = lines[line - 1] ?? ''
    const to = `${from}x`
    return { path, line, from, to, text: lines.with(line - 1, to).join('\n') }
  })
}

const ANY_VALUE =
  /["'`\d]|\b(?:true|false|null|undefined|NaN|Infinity|None|True|False|nil)\b|(?<![\w$])[A-Z][A-Z\d_]{2,}(?![\w$])/

/** A value stood in the changed lines, and none does now: what is expected comes from somewhere else, such as the result itself. */
export function losesEveryValue(before: string, now: string): boolean {
  const linesAt = (text: string, numbers: ReadonlySet<number>): string =>
    text
      .split('\n')
      .filter((_, at) => numbers.has(at + 1))
      .join('\n')
  const [old, fresh] = [linesAt(before, changedLines(now, before)), linesAt(now, changedLines(before, now))]
  return ANY_VALUE.test(old) && fresh.trim() !== '' && !ANY_VALUE.test(fresh)
}

interface Altered {
  readonly path: string
  readonly line: number
  readonly from: string
  readonly to: string
  readonly text: string
}

/** A number, a boolean, or a string, whose content is blank in `code`. */
const VALUE = /(?<![\w$.])(?:\d+(?:\.\d+)?|true|false|True|False)(?![\w$.])|(["'`]) +\1/g

/** Where nothing is compiled: there, a number in place of nothing would fail whether or not it is compared. */
const NOTHING = /(?<![\w$.])(?:null|undefined|None|nil)(?![\w$.])/g
const NOTHING_ALONE = /^(?:null|undefined|None|nil)$/
const UNCOMPILED = /\.(?:[cm]?[jt]sx?|py|rb|php)$/

const OPPOSITE: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' }

/** The values in changed lines, each altered by itself. What is expected is usually the last one of its line. */
export function valuesIn(path: string, before: string, now: string): readonly Altered[] {
  const code = syntaxOf(path, now)?.code ?? null
  if (code === null) return []
  const starts = [0, ...[...now.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return [...changedLines(before, now)].flatMap(line => {
    const start = starts[line - 1] ?? 0
    const row = code.slice(start, starts[line])
    const found = [...row.matchAll(VALUE), ...(UNCOMPILED.test(path) ? row.matchAll(NOTHING) : [])].sort(
      (one, other) => one.index - other.index,
    )
    return found.reverse().map(({ index, 0: { length } }) => {
      const from = now.slice(start + index, start + index + length)
      const to =
        OPPOSITE[from] ??
        (NOTHING_ALONE.test(from) ? '0' : null) ??
        (/^\d/.test(from) ? String(Number(from) + 1) : `${from.slice(0, -1)}x${from.slice(-1)}`)
      return { path, line, from, to, text: now.slice(0, start + index) + to + now.slice(start + index + length) }
    })
  })
}
