import { stripVTControlCharacters } from 'node:util'
import widthOf from 'fast-string-width'

export const HIDE_CURSOR = '\x1b[?25l'
export const SHOW_CURSOR = '\x1b[?25h'
export const WRAP = '\x1b[?7h'
/** The second screen of a terminal, as editors use it: the first one comes back unchanged. */
export const OTHER_SCREEN = '\x1b[?1049h'
export const FIRST_SCREEN = '\x1b[?1049l'
const TOP = '\x1b[H'
const NO_WRAP = '\x1b[?7l'
const END_OF_LINE = '\x1b[K'
const END_OF_SCREEN = '\x1b[J'

interface Repaint {
  /** The lines at the bottom now; the cursor is at the beginning of the last one. */
  readonly drawn: readonly string[]
  /** Lines that are printed above the region and stay. */
  readonly lasting: readonly string[]
  /** The new lines at the bottom; none is wider than the terminal. */
  readonly region: readonly string[]
  readonly columns: number
  /** The terminal had another width when `drawn` was drawn. */
  readonly resized: boolean
  /** The region is the whole screen, so it begins at the top, wherever the cursor is. */
  readonly whole: boolean
}

/** The control sequence that replaces the region. Everything above it stays. */
export function repaint({ drawn, lasting, region, columns, resized, whole }: Repaint): string {
  const up = rowsOf(drawn.slice(0, -1), columns)
  const home = whole ? TOP : `\r${up > 0 ? `\x1b[${up}A` : ''}`
  // Terminals join rows that they wrapped themselves with their later content, unless the rows are erased whole.
  const erased = lasting.length > 0 || resized ? END_OF_SCREEN : ''
  const above = erased + lasting.map(line => `${line}\r\n`).join('')
  // Else line by line over the old region: erasing first would flicker.
  const picture = region.map(line => `${line}${END_OF_LINE}`).join('\r\n')
  // Typed text appears at the cursor. At the end of a full line it would begin a new one and move the region.
  return `${home}${above}${NO_WRAP}${picture}${END_OF_SCREEN}${WRAP}\r`
}

/** A terminal that was made narrower since has wrapped the long lines. */
const rowsOf = (lines: readonly string[], columns: number): number =>
  lines
    .map(line => Math.max(1, Math.ceil(widthOf(stripVTControlCharacters(line)) / columns)))
    .reduce((sum, rows) => sum + rows, 0)
