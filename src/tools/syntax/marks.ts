export const COMMENT = 1
export const STRING = 2
export const REGEX = 3
/** Text between tags. */
export const TEXT = 4

interface Span {
  readonly from: number
  readonly to: number
  readonly block: boolean
}

/** The kind of each character, as far as the text was read. Quotes count as code. */
export interface Marks {
  readonly text: string
  readonly kinds: Uint8Array
  readonly comments: Span[]
}

export const marksFor = (text: string): Marks => ({ text, kinds: new Uint8Array(text.length), comments: [] })

export function markComment(marks: Marks, from: number, to: number, block: boolean): number {
  marks.kinds.fill(COMMENT, from, to)
  marks.comments.push({ from, to, block })
  return to
}

/** The position of `end`, or the end of the text, and the position after it. */
export function upTo(text: string, end: string, from: number): readonly [number, number] {
  const at = text.indexOf(end, from)
  return at < 0 ? [text.length, text.length] : [at, at + end.length]
}

export const lineEnd = (text: string, from: number): number => upTo(text, '\n', from)[0]

/** A string with backslash escapes; ends at its quote, or at the end of the line where it may not span lines. */
export function markQuoted(marks: Marks, from: number, quote: string, lines: boolean): number {
  const { text, kinds } = marks
  let at = from + quote.length
  const start = at
  while (at < text.length) {
    if (text[at] === '\\') at += 2
    else if (text.startsWith(quote, at)) break
    else if (text[at] === '\n' && !lines) break
    else at++
  }
  const end = Math.min(at, text.length)
  kinds.fill(STRING, start, end)
  return text.startsWith(quote, end) ? end + quote.length : end
}

/** A string without escapes. */
export function markRaw(marks: Marks, from: number, end: string): number {
  const [stop, behind] = upTo(marks.text, end, from)
  marks.kinds.fill(STRING, from, stop)
  return behind
}
