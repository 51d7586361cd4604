import { plain } from '../tools/reading/plain.ts'

const LONGEST = 300

/** Untrusted text on one line, without characters that move the cursor, change colors, or change the text direction. */
export const safeLine = (text: string, longest = LONGEST): string => {
  const line = plain(text).replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
