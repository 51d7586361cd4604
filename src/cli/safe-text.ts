import { plain } from '../tools/reading/plain.ts'

const LONGEST = 300

/** Words of a stranger, on one line: nothing in them moves the cursor, colours a line or turns its direction. */
export const safeLine = (text: string): string => {
  const line = plain(text).replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

/** JSON in which every character that a terminal might obey is spelled out. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
