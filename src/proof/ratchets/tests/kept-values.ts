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
  const rows = before.flatMap(syntax => (syntax === null ? [] : rowsIn(syntax)))
  const left = now.map(syntax => (syntax === null ? [] : rowsIn(syntax)))
  if (left.flat(2).length > MOST_VALUES) return false
  const known = new Map<number, ReadonlySet<string>>()
  return rows.flatMap(parts).every(row => {
    const windows = known.get(row.length) ?? new Set(left.flatMap(lines => windowsOf(lines, row.length)))
    known.set(row.length, windows)
    return windows.has(sorted(row)) || windows.has(JSON.stringify(row))
  })
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

/** The literals of each line of code. */
function rowsIn(syntax: Syntax): string[][] {
  const { text, code, kinds, lineAt } = syntax
  const found: { readonly at: number; readonly value: string }[] = [...code.matchAll(WORD)].map(
    ({ 0: value, index }) => ({
      at: index,
      value: /^["'`]/.test(value) ? '""' : value,
    }),
  )
  for (let from = 0; from < text.length; from++) {
    const kind = kinds[from] ?? 0
    if (kind === 0 || kind === COMMENT) continue
    let to = from + 1
    while (to < text.length && kinds[to] === kind) to++
    found.push({ at: from, value: `"${text.slice(from, to)}"` })
    from = to
  }
  const rows = new Map<number, string[]>()
  for (const { at, value } of found.sort((a, b) => a.at - b.at)) {
    const quote = value.startsWith('"') && value !== '""' ? at - 1 : at
    const begins = code.lastIndexOf('\n', quote - 1) + 1
    if (value.startsWith('"') && FOR_PEOPLE.test(code.slice(Math.max(begins, quote - 60), quote))) continue
    rows.set(lineAt(at), [...(rows.get(lineAt(at)) ?? []), value])
  }
  return [...rows.values()]
}
