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
  const found = /^ *(?:\S+(?: \S+)? {2,}|│ )?/.exec(text)?.[0] ?? ''
  const label = found.length < columns / 2 ? found : ''
  const indent = ' '.repeat(label.length || 2)
  const lines = wrapped(text.slice(label.length), columns - 1 - indent.length)
  return label + lines.join(`\r\n${indent}`)
}

/** The text in lines that are not wider than this, broken between words. A word that is too long stays whole. */
export const wrapped = (text: string, columns: number): readonly string[] => wrapAnsi(text, columns).split('\n')
