import { stripVTControlCharacters } from 'node:util'
import widthOf from 'fast-string-width'

export const HIDE_CURSOR = '\x1b[?25l'
export const SHOW_CURSOR = '\x1b[?25h'
export const WRAP = '\x1b[?7h'
const NO_WRAP = '\x1b[?7l'
const END_OF_LINE = '\x1b[K'
const END_OF_SCREEN = '\x1b[J'

interface Repaint {
  /** What stands at the bottom now; the cursor is at the beginning of the last of it. */
  readonly drawn: readonly string[]
  /** Lines that go above it and stay. */
  readonly lasting: readonly string[]
  /** What shall stand at the bottom; none of them wider than the terminal. */
  readonly region: readonly string[]
  readonly columns: number
  /** The terminal was another when that was drawn. */
  readonly resized: boolean
}

/** What a terminal must be told so that the region is replaced. Everything above it is left alone. */
export function repaint({ drawn, lasting, region, columns, resized }: Repaint): string {
  const up = rowsOf(drawn.slice(0, -1), columns)
  const home = `\r${up > 0 ? `\x1b[${up}A` : ''}`
  // Rows that a terminal broke remember it, and are joined again with whatever stands there then, unless they are erased whole.
  const erased = lasting.length > 0 || resized ? END_OF_SCREEN : ''
  const above = erased + lasting.map(line => `${line}\r\n`).join('')
  // Else line by line over the old picture: erased first, it would flicker.
  const picture = region.map(line => `${line}${END_OF_LINE}`).join('\r\n')
  // What is typed appears where the cursor is. At the end of a full line it would begin a new one and move the picture.
  return `${home}${above}${NO_WRAP}${picture}${END_OF_SCREEN}${WRAP}\r`
}

/** A terminal that was made narrower since has broken the long lines. */
const rowsOf = (lines: readonly string[], columns: number): number =>
  lines
    .map(line => Math.max(1, Math.ceil(widthOf(stripVTControlCharacters(line)) / columns)))
    .reduce((sum, rows) => sum + rows, 0)
