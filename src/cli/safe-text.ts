import { plain } from '../tools/reading/plain.ts'

const LONGEST = 300

/** Untrusted text on one line, without characters that move the cursor, change colors, or change the text direction. */
export const safeLine = (text: string): string => {
  const line = plain(text).replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

/** JSON in which every character that could control a terminal is escaped. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
