import widthOf from 'fast-string-width'
import { wrapAnsi } from 'fast-wrap-ansi'

const segmenter = new Intl.Segmenter()

/** The text, or its beginning and "…" where it takes more columns than there are. Never splits a character. */
export function clip(text: string, columns: number): string {
  if (columns <= 0) return ''
  // No character is longer than this on average, so the rest cannot be visible.
  const near = text.slice(0, columns * LONGEST_CHARACTER)
  if (near.length === text.length && widthOf(text) <= columns) return text
  let [kept, used] = ['', 0]
  for (const { segment } of segmenter.segment(near)) {
    used += widthOf(segment)
    if (used > columns - 1) break
    kept += segment
  }
  return `${kept}…`
}

const LONGEST_CHARACTER = 16

/** The text in lines that fit, broken between words; further lines are indented to where the text begins behind its label. */
export function folded(text: string, columns: number): string {
  if (widthOf(text) < columns) return text
  const label = labelOf(text, columns)
  const rest = text.slice(label.length)
  const indent = ' '.repeat(label.length || 2)
  const space = columns - 1 - indent.length
  const widest = Math.max(...rest.split(' ').map(word => widthOf(word)))
  const spaceBelow = columns - 1 - BELOW.length
  // A word that fits on no line would only cost another one.
  if (widest > space && widest <= spaceBelow && label.length > BELOW.length)
    return below(label, wrapped(rest, spaceBelow))
  return (
    label +
    wrapped(label.trim() === '' ? keepFields(rest, space) : rest, space)
      .join(`\r\n${indent}`)
      .replaceAll(GLUE, ' ')
  )
}

/** A line with a command that must stay whole: below its label where it fits there, else as it is. */
export function withCommandBelow(text: string, columns: number): string {
  const label = labelOf(text, columns)
  const command = text.slice(label.length)
  const fits = widthOf(command) < columns - BELOW.length
  return fits && label.length > BELOW.length ? below(label, [command]) : text
}

/** What stands in front of the text, up to where it begins. */
function labelOf(text: string, columns: number): string {
  const found = /^(?: {2}[a-z][a-z ]{10} (?=\S)| *(?:\S+(?: \S+)? {2,}|│ )?)/.exec(text)?.[0] ?? ''
  return found.length < columns / 2 ? found : (/^ */.exec(text)?.[0] ?? '')
}

const BELOW = '    '

const below = (label: string, lines: readonly string[]): string =>
  [label.trimEnd(), ...lines.map(line => `${BELOW}${line}`)].join('\r\n')

const GLUE = '\u00a0'

/** Fields with two spaces between them are not broken inside, if each fits on a line. */
function keepFields(text: string, space: number): string {
  const fields = text.split(/ {2,}/)
  const areShort = fields.length > 1 && fields.every(field => widthOf(field) <= space)
  return areShort ? fields.map(field => field.replaceAll(' ', GLUE)).join('  ') : text
}

/** The text in lines that are not wider than this, broken between words. A word that is too long stays whole. */
export const wrapped = (text: string, columns: number): readonly string[] => wrapAnsi(text, columns).split('\n')
