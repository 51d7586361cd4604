import { wrapped } from '../view/width.ts'

/** Longer lines are hard to read, also on a wide terminal. */
const WIDEST = 100
const NARROWEST = 40
const GAP = 2
const INDENT = '  '

export type Row = readonly [left: string, right: string]

export const helpWidth = (columns: number): number => Math.max(NARROWEST, Math.min(columns - 1, WIDEST))

export const paragraph = (text: string, width: number): readonly string[] => wrapped(text, width)

/** How wide the left column of these rows is. */
export const leftWidth = (rows: readonly Row[]): number => Math.max(0, ...rows.map(([left]) => left.length))

/**
 * Rows in two columns, the right one wrapped at words. A left text that would leave the right column too little space stands on a
 * line of its own.
 */
export function twoColumns(rows: readonly Row[], width: number, left = leftWidth(rows)): readonly string[] {
  const most = Math.min(WIDEST_LEFT, Math.floor(width * LEFT_SHARE))
  const indent = Math.min(left, most) + GAP
  return rows.flatMap(([name, text]) => {
    const lines = wrapped(text, width - indent - INDENT.length)
    const own = name.length > indent - GAP
    const [first = '', ...rest] = own ? ['', ...lines] : lines
    const under = `${INDENT}${' '.repeat(indent)}`
    return [`${INDENT}${own ? name : name.padEnd(indent)}${first}`.trimEnd(), ...rest.map(line => `${under}${line}`)]
  })
}

const LEFT_SHARE = 0.4
const WIDEST_LEFT = 26
