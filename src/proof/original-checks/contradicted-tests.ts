import { basename } from 'node:path'
import { MANIFEST } from '../../tools/manifests/manifest-files.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { isComparedWith } from '../canary/altered-expectations.ts'
import type { ProofCase } from '../proof-case.ts'
import type { SealChange } from '../seal/seal.ts'
import { saysTestsFollow, valuesOfTask } from '../task/tests-follow.ts'
import { missingTests } from '../tests/compare-tests.ts'
import { type ExecutedTest, executedTests } from '../tests/executed-tests.ts'
import { failsOnOldSource } from '../tests/red-to-green.ts'
import type { AsBefore } from './judge-checks.ts'
import { runOriginalChecks, testsBefore } from './run-original-checks.ts'

/**
 * The original tests fail on the new source. Changing them is fine if the task says that tests change, or gives the values that they expect
 * now. The source must have changed too, and the changed tests must fail on the old source and compare the changed values.
 * Returns the tests that other tests have replaced; null if the task does not explain the changes.
 */
export async function followedTests(
  proof: ProofCase,
  copy: CleanCopy,
  changed: readonly SealChange[],
  asBefore: AsBefore,
): Promise<readonly ExecutedTest[] | null> {
  const { options, record } = proof
  if (asBefore?.green !== false || !record.green) return null
  if (!changed.every(({ kind, what }) => (kind === 'test' || kind === 'snapshot') && what === 'changed')) return null
  const all = [...new Set(changed.map(({ path }) => path))]
  const paths = contradictedFiles(all, asBefore.failed)
  if (paths === null) return null
  if (!(await options.changes()).some(({ path }) => isProduct(path, paths))) return null
  const isRelated = saysTestsFollow(options.task) ? isAboutTask : isExplained
  if (!(await areRelated(proof, paths, isRelated))) return null
  const replaced = await replacedTests(proof, asBefore.failed)
  if (replaced === null || !(await passesWithOthers(proof, copy, { changed, paths }))) return null
  if (!(await failsOnOldSource(proof, copy))) return null
  if (!(await isComparedWith(proof, copy, paths))) return null
  proof.log.ok(
    'checks as before',
    'the changed tests match the task, and fail on the source from before the first turn',
  )
  return replaced
}

const isProduct = (path: string, tests: readonly string[]): boolean =>
  !['test', 'snapshot'].includes(kindOf(path) ?? '') &&
  languageOf(path) !== null &&
  !MANIFEST.test(basename(path)) &&
  !tests.includes(path)

/** The changed files whose original tests failed; null if other tests failed too. Any test may use a data file, and some runners name no files. */
function contradictedFiles(paths: readonly string[], failed: readonly string[]): readonly string[] | null {
  const parts = failed.map(id => ({
    file: id.slice(0, Math.max(0, id.indexOf('::'))),
    title: id.slice(id.indexOf('::') + 2),
  }))
  const inside = parts.filter(({ file }) => paths.includes(file))
  const isData = paths.some(path => kindOf(path) === 'snapshot')
  // A package or a group is reported as failed along with its test.
  const isKnown = ({ file, title }: { readonly file: string; readonly title: string }): boolean =>
    file === '' ||
    paths.includes(file) ||
    inside.some(one => one.title === title || one.title.startsWith(`${title} > `))
  if (!isData && !parts.every(isKnown)) return null
  if (isData || inside.length === 0) return paths
  return paths.filter(path => inside.some(({ file }) => file === path))
}

/** The originals of all other changed tests pass on the new source. */
async function passesWithOthers(
  proof: ProofCase,
  copy: CleanCopy,
  { changed, paths }: { readonly changed: readonly SealChange[]; readonly paths: readonly string[] },
): Promise<boolean> {
  const others = changed.filter(({ path }) => !paths.includes(path))
  if (others.length === 0) return true
  const isFree: ProofCase['isFree'] = (path, part) => paths.includes(path) || proof.isFree(path, part)
  return (await runOriginalChecks({ ...proof, isFree }, copy, others))?.green === true
}

/** Failing original tests that got another title: in each file, at least as many new tests must run. Null if tests were only removed. */
async function replacedTests(proof: ProofCase, failing: readonly string[]): Promise<readonly ExecutedTest[] | null> {
  const before = await testsBefore(proof)
  const now = executedTests(proof.question.verifications, proof.options)
  if (before === null || now === null) return []
  const known = new Set(before.tests.map(({ id }) => id))
  const gone = missingTests(before, now)
  if (gone.some(({ id }) => !failing.includes(id))) return null
  const countIn = (tests: readonly ExecutedTest[], file: string | null): number =>
    tests.filter(test => test.file === file).length
  const fresh = now.tests.filter(({ id }) => !known.has(id))
  return gone.every(({ file }) => countIn(fresh, file) >= countIn(gone, file)) ? gone : null
}

type IsRelated = (hunk: Hunk, task: string, before: string) => boolean

/** Whether every change in the tests is related to the task. */
async function areRelated({ options }: ProofCase, paths: readonly string[], isRelated: IsRelated): Promise<boolean> {
  for (const path of paths) {
    const [before, now] = [await options.readBefore(path), await options.readNow(path)]
    if (before === null || now === null) return false
    if (!hunksOf(before, now).every(hunk => isRelated(hunk, options.task, before))) return false
  }
  return true
}

/**
 * For a task that says that tests change: whether the changed lines, or the title of their test, have a value or a word of the task. A word
 * that most tests of the file have, such as the name of the tested function, does not tell them apart.
 */
export function isAboutTask(hunk: Hunk, task: string, before: string): boolean {
  if (isExplained(hunk, task)) return true
  const stems = (task.match(/\p{L}{4,}/gu) ?? [])
    .map(word => word.toLowerCase())
    .filter(word => !OF_ANY_TASK.test(word))
    .map(word => word.replace(/s$/, '').slice(0, 5))
  const text = [...titleOf(hunk), hunk.old, hunk.fresh].join('\n').toLowerCase()
  const lines = before
    .toLowerCase()
    .split('\n')
    .filter(line => /\w/.test(line))
  const isCommon = (stem: string): boolean =>
    lines.length >= FEWEST_LINES && lines.filter(line => line.includes(stem)).length * 4 > lines.length
  return stems.some(stem => text.includes(stem) && !isCommon(stem))
}

/** In a short file, every word is common. */
const FEWEST_LINES = 12

/** The lines above, up to the title of the test. */
function titleOf({ heads }: Hunk): readonly string[] {
  const lines = heads.split('\n')
  const title = lines.findIndex(line => TITLE.test(line))
  return title < 0 ? lines : lines.slice(0, title + 1)
}

const TITLE = /\b(?:def|func|fn|function|void|it|test|specify|scenario|example)\b|["'`]/

const OF_ANY_TASK =
  /^(?:tests?|specs?|cases?|suites?|should|must|needs?|have|expect\w*|assert\w*|that|which|this|these|those|with|from|into|when|where|what|then|than|them|they|there|their|please|change[sd]?|update[sd]?|adapt\w*|adjust\w*|follow\w*|also|well|existing|accordingly|instead|rather|make|want|like|only|more|return\w*|value\w*|function\w*|method\w*|code|files?|lines?|names?|texts?|errors?|messages?)$/

export interface Hunk {
  readonly old: string
  readonly fresh: string
  /** The less indented lines above it, such as the titles of its test and suite. */
  readonly heads: string
}

/** Blocks of removed lines, with the lines that replaced them. */
export function hunksOf(before: string, now: string): readonly Hunk[] {
  const [old, fresh] = [before.split('\n'), now.split('\n')]
  const kept = alignedLines(old, fresh)
  const hunks: Hunk[] = []
  let [at, there] = [0, 0]
  for (const [left, right] of [...kept, [old.length, fresh.length] as const]) {
    if (left > at)
      hunks.push({
        old: old.slice(at, left).join('\n'),
        fresh: fresh.slice(there, right).join('\n'),
        heads: headsOf(old, at),
      })
    at = left + 1
    there = right + 1
  }
  return hunks.filter(hunk => /\S/.test(hunk.old))
}

/** The longest list of equal lines in both texts, in order. If the texts are too long, only their equal beginnings and ends. */
function alignedLines(old: readonly string[], fresh: readonly string[]): readonly (readonly [number, number])[] {
  let head = 0
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++
  let tail = 0
  while (tail < Math.min(old.length, fresh.length) - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++
  const [rows, columns] = [old.length - head - tail, fresh.length - head - tail]
  const middle: (readonly [number, number])[] = []
  if (rows * columns <= MOST_COMPARED) {
    // How many lines the two texts have in common from here to their ends.
    const common = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
    const at = (row: number, column: number): number => common[row]?.[column] ?? 0
    const same = (row: number, column: number): boolean => old[head + row] === fresh[head + column]
    for (let row = rows - 1; row >= 0; row--)
      for (let column = columns - 1; column >= 0; column--)
        common[row]?.fill(
          same(row, column) ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1)),
          column,
          column + 1,
        )
    for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
      if (same(row, column)) middle.push([head + row++, head + column++])
      else if (at(row + 1, column) >= at(row, column + 1)) row++
      else column++
    }
  }
  return [
    ...Array.from({ length: head }, (_, index) => [index, index] as const),
    ...middle,
    ...Array.from({ length: tail }, (_, index) => [old.length - tail + index, fresh.length - tail + index] as const),
  ]
}

const MOST_COMPARED = 4_000_000

/**
 * Whether the new lines have a value that the task gives, or no longer have the only value that it gives. A constant such as `null` is in
 * many tests: it counts beside another value of the task, or in place of another constant of the task.
 */
export function isExplained({ old, fresh, heads }: Hunk, task: string): boolean {
  const values = valuesOfTask(task).filter(value => value.length > 1)
  const [constants, own] = [values.filter(value => CONSTANT.test(value)), values.filter(value => !CONSTANT.test(value))]
  const gets = (value: string): boolean => has(fresh, value) && !has(old, value)
  const loses = (value: string): boolean => has(old, value) && !has(fresh, value)
  if (own.some(gets) || (values.length === 1 && own.some(loses)) || isLike(old, fresh, own)) return true
  if (!constants.some(gets)) return false
  return constants.some(loses) || own.some(value => [heads, old, fresh].some(text => has(text, value)))
}

const CONSTANT = /^(?:true|false|null|None|nil|undefined|NaN|\d{1,2})$/i

const indentOf = (line: string): number => line.length - line.trimStart().length

function headsOf(lines: readonly string[], at: number): string {
  const heads: string[] = []
  let indent = indentOf(lines[at] ?? '')
  for (let above = at - 1; above >= 0 && indent > 0; above--) {
    const line = lines[above] ?? ''
    if (!/\w/.test(line) || indentOf(line) >= indent) continue
    heads.push(line)
    indent = indentOf(line)
  }
  return heads.join('\n')
}

const plain = (text: string): string => text.replace(/\\(["'`])/g, '$1')

const has = (text: string, value: string): boolean => {
  const at = plain(text).indexOf(value)
  const isPart = (char: string | undefined): boolean => char !== undefined && /\w/.test(char)
  return (
    at >= 0 &&
    !(/^\w/.test(value) && isPart(plain(text)[at - 1])) &&
    !(/\w$/.test(value) && isPart(plain(text)[at + value.length]))
  )
}

const wordsOf = (text: string): readonly string[] => text.match(/\p{L}{2,}/gu) ?? []

/** Tests may use other names and numbers than the example in the task: they must have most of its words, and one that is new. */
function isLike(old: string, fresh: string, values: readonly string[]): boolean {
  const [before, now] = [new Set(wordsOf(old)), new Set(wordsOf(fresh))]
  // One character that is not on a keyboard is enough.
  const signs = values.flatMap(value => value.match(/[^\s\p{L}\p{N}\x20-\x7e]/gu) ?? [])
  if (signs.some(sign => fresh.includes(sign) && !old.includes(sign))) return true
  return values.some(value => {
    const words = wordsOf(value)
    return (
      words.length >= 3 &&
      words.filter(word => now.has(word)).length * 3 >= words.length * 2 &&
      words.some(word => now.has(word) && !before.has(word))
    )
  })
}
