import type { Rename } from '../../criteria/task/renames.ts'
import { type ExecutedTest, type ExecutedTests, wasRun } from './executed-tests.ts'
import { similarity } from './similar.ts'

const ALIKE = 0.6

/**
 * Removes renamed tests from the missing ones: a new test in the same file, or in the file that it moved to, has nearly the same code.
 * Use only when the original tests passed on the new source.
 */
export function withoutRenamed(
  gone: readonly ExecutedTest[],
  before: ExecutedTests,
  now: ExecutedTests,
  textOf: {
    readonly before: (path: string) => string | null
    readonly now: (path: string) => string | null
    /** Source that contained tests, for runners that report another file for them. */
    readonly sources: readonly string[]
    /** What the task renames, in tests too. */
    readonly renames: readonly Rename[]
    /** The person allowed changes to this file. */
    readonly isFree: (path: string) => boolean
  },
): readonly ExecutedTest[] {
  const known = new Set(before.tests.map(({ id }) => id))
  const fresh = now.tests.filter(test => wasRun(test) && !known.has(test.id))
  const taken = new Set<ExecutedTest>()
  return gone.filter(test => {
    if (test.file === null) return true
    const texts = [textOf.before(test.file), ...textOf.sources]
    const old = texts.map(text => bodyOf(text, nameOf(test))).find(body => body !== null)
    if (old === undefined) {
      // The title is computed, so the text has no place for it.
      const retitled = fresh.find(one => !taken.has(one) && isRetitled(test, one, textOf))
      if (retitled !== undefined) taken.add(retitled)
      return retitled === undefined
    }
    const heir = fresh.find(candidate => {
      if (taken.has(candidate) || candidate.file === null || parametersOf(candidate) !== parametersOf(test))
        return false
      const body = bodyOf(textOf.now(candidate.file), nameOf(candidate))
      const same = [old, inNewNames(old, textOf.renames)]
      return (
        body !== null && same.some(one => similarity(one, body) >= ALIKE || similarity(bare(one), bare(body)) >= ALIKE)
      )
    })
    if (heir) taken.add(heir)
    return heir === undefined && !isInTable(test, fresh, textOf.now(test.file))
  })
}

/**
 * The name that the task changes stands in the title: "parse > reads dates" is "read > reads dates" now. Or the values in it changed, in a
 * file that the person allowed to change: "of 'a.' is ''".
 */
function isRetitled(
  test: ExecutedTest,
  now: ExecutedTest,
  { renames, isFree }: { readonly renames: readonly Rename[]; readonly isFree: (path: string) => boolean },
): boolean {
  if (now.title.length !== test.title.length) return false
  const [before, after] = [test.title.join('\n'), now.title.join('\n')]
  // The file of a renamed class is often renamed, too.
  if (before !== after && inNewNames(before, renames) === after) return true
  if (now.file !== test.file) return false
  return (
    test.file !== null && isFree(test.file) && HAS_VALUES.test(before) && withoutValues(before) === withoutValues(after)
  )
}

const VALUES = /(["'`]).*?\1|\b\d[\w.]*/g
const HAS_VALUES = new RegExp(VALUES.source)
const withoutValues = (title: string): string => title.replace(VALUES, '…')

const PARAMETERS = /(?<=^\w+)\[.*\]$/s

/** Of `test_add[1-2]`, which is one row of a table: `[1-2]`. */
const parametersOf = ({ title }: ExecutedTest): string => PARAMETERS.exec(title.at(-1) ?? '')?.[0] ?? ''
const nameOf = ({ title }: ExecutedTest): string | undefined => title.at(-1)?.replace(PARAMETERS, '')

/** `test.each(rows)('discount %d', …)` in place of `test('discount', …)`: several tests of the same file begin with its name. */
function isInTable({ title, file }: ExecutedTest, fresh: readonly ExecutedTest[], text: string | null): boolean {
  const name = title.at(-1) ?? ''
  const rows = fresh.filter(test => test.file === file && test.title.at(-1)?.startsWith(`${name} `))
  const table = text
    ?.split('\n')
    .some(line => /\.each\b|\]\)?\(/.test(line) && new RegExp(`["'\`]${escaped(name)} `).test(line))
  return name !== '' && rows.length > 1 && table === true
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const inNewNames = (body: string, renames: readonly Rename[]): string =>
  renames.reduce((text, { from, to }) => text.replaceAll(from, to), body)

/** Without lines that only begin or end a test, because grouping tests adds such lines. */
const bare = (body: string): string =>
  body
    .replace(/^\s*(?:it|specify|test)(?=\s*\()/gm, 'test')
    .split('\n')
    .filter(line => /\w/.test(line))
    .join('\n')

const LONGEST_BODY = 200

/** The lines from a title to the start of the next test or group; null when the title is not in the text. */
function bodyOf(text: string | null, title: string | undefined): string | null {
  if (text === null || !title) return null
  const lines = text.split('\n')
  const whole = lines.findIndex(line => line.includes(title))
  const start = whole < 0 ? lineOfItsEnd(lines, title) : whole
  if (start < 0) return null
  const rest = lines.slice(start + 1, start + LONGEST_BODY)
  const end = rest.findIndex(line =>
    /^\s*(?:(?:test|it|describe|context|specify)\b|def test|func Test|@test|#\[test\]|class )/.test(line),
  )
  const body = rest.slice(0, end < 0 ? rest.length : end)
  // The first line contains the title, which may differ.
  return [whole < 0 ? '' : (lines[start] ?? '').replace(title, ''), ...body].join('\n')
}

/** Some runners report the names of the groups and of the test as one text; the line of the test has only the end of it. */
function lineOfItsEnd(lines: readonly string[], title: string): number {
  const ends = lines.map(line => {
    const quoted = [...line.matchAll(/(["'`])(.+?)\1/g)].map(([, , words]) => words ?? '')
    return Math.max(0, ...quoted.filter(words => title.endsWith(` ${words}`)).map(({ length }) => length))
  })
  const longest = Math.max(...ends)
  return longest === 0 ? -1 : ends.indexOf(longest)
}
