import { COMMENT } from '../../../tools/syntax/marks.ts'
import { type Syntax, syntaxOf } from '../../../tools/syntax/syntax.ts'
import type { ChangedText } from '../changed-text.ts'

/** Longer rows are compared in parts. */
const LONGEST_ROW = 24
const MOST_VALUES = 50_000

/**
 * Whether the tests still have every value: the literals of each old line are still next to each other, in any order on one line, or in the
 * same order on several lines. So each table row, and each input with its result, is still there. One of two equal rows may be removed.
 * False if a text cannot be parsed.
 */
export function keepsValues(files: readonly ChangedText[]): boolean {
  const before = files.flatMap(({ path, before }) => (before === null ? [] : [syntaxOf(path, before)]))
  const now = files.flatMap(({ path, now }) => (now === null ? [] : [syntaxOf(path, now)]))
  if ([...before, ...now].includes(null)) return false
  const [old, left] = [before, now].map(rowsOf)
  if (!old || !left) return false
  const rows = old.flat()
  const known = new Map<number, ReadonlySet<string>>()
  return rows.flatMap(parts).every(row => {
    const windows = known.get(row.length) ?? new Set(left.flatMap(lines => windowsOf(lines, row.length)))
    known.set(row.length, windows)
    return windows.has(sorted(row)) || windows.has(JSON.stringify(row))
  })
}

/** The rows of each text; null if there are too many values. */
function rowsOf(texts: readonly (Syntax | null)[]): string[][][] | null {
  const all: string[][][] = []
  let count = 0
  for (const syntax of texts) {
    const rows = syntax === null ? [] : rowsIn(syntax, MOST_VALUES - count)
    if (rows === null) return null
    all.push(rows)
    for (const row of rows) count += row.length
  }
  return all
}

const sorted = (values: readonly string[]): string => `any order: ${JSON.stringify([...values].sort())}`

const windowsOf = (lines: readonly (readonly string[])[], length: number): string[] => [
  ...lines.flatMap(line => windows(line, length).map(sorted)),
  ...windows(lines.flat(), length).map(values => JSON.stringify(values)),
]

const windows = (values: readonly string[], length: number): (readonly string[])[] =>
  values.slice(length - 1).map((_, at) => values.slice(at, at + length))

const parts = (row: readonly string[]): (readonly string[])[] =>
  row.length === 0 ? [] : [row.slice(0, LONGEST_ROW), ...parts(row.slice(LONGEST_ROW))]

const WORD = /(?<![\w$.])(?:\d[\w.]*|true|false|nil|null|none|undefined)(?![\w$])|(["'`])\1/gi
/** Calls whose first argument is only for people: titles and messages. */
const FOR_PEOPLE =
  /(?:(?<![\w$.])(?:it|test|describe|context|specify|suite|should|scenario|bench)(?:\.\w+)?[ \t]*[ \t(]|\.(?:Run|Fatal|Error|Log|Skip)f?\(|(?:\bpanic!?|\bfail|\bflunk|\.expect|\bnew Error)\()[ \t]*$/

/** The literals of each line of code; null if there are more than `most`. */
function rowsIn(syntax: Syntax, most: number): string[][] | null {
  const { text, code, kinds, lineAt } = syntax
  const found: { readonly at: number; readonly value: string }[] = []
  for (const { 0: value, index } of code.matchAll(WORD)) {
    if (found.length >= most) return null
    found.push({ at: index, value: /^["'`]/.test(value) ? '""' : value })
  }
  for (let from = 0; from < text.length; from++) {
    const kind = kinds[from] ?? 0
    if (kind === 0 || kind === COMMENT) continue
    let to = from + 1
    while (to < text.length && kinds[to] === kind) to++
    if (found.length >= most) return null
    found.push({ at: from, value: `"${text.slice(from, to)}"` })
    from = to
  }
  const rows = new Map<number, string[]>()
  for (const { at, value } of found.sort((a, b) => a.at - b.at)) {
    const quote = value.startsWith('"') && value !== '""' ? at - 1 : at
    const ahead = code.slice(Math.max(0, quote - 60), quote)
    if (value.startsWith('"') && FOR_PEOPLE.test(ahead.slice(ahead.lastIndexOf('\n') + 1))) continue
    const row = rows.get(lineAt(at))
    if (row === undefined) rows.set(lineAt(at), [value])
    else row.push(value)
  }
  return [...rows.values()]
}
