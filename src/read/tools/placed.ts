/** A line that begins with a place. */
export interface Placed {
  readonly file: string
  readonly extension: string
  readonly line: number
  readonly column: boolean
  readonly paren: boolean
  /** What follows the place. */
  readonly rest: string
}

const WRAPPED = /^(?:vet: |ERROR in |:\w+(?=\/))/

export const bare = (text: string): string => {
  const first = text.charCodeAt(0)
  return first === COLON || first === 118 || first === 69 ? text.replace(WRAPPED, '') : text
}

const [SPACE, QUOTE, OPEN, CLOSE, COMMA, DOT, COLON] = [32, 39, 40, 41, 44, 46, 58]

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

// No path contains these: quotes, brackets of markup, what stands between the parts of a sentence or of a table.
const ends = new Uint8Array(128)
for (const character of ':(|"\'`<>=;{}') ends[character.charCodeAt(0)] = 1

/** Whether a line may begin with a place. Every line comes through here, and most leave after a few characters. */
export const mayBePlaced = (text: string): boolean => {
  const line = bare(text)
  return placeEnd(line) !== -1 || line.startsWith('<stdin>:') || mayBeLinked(text)
}

// The linker's complaint ends in the quoted name.
export const mayBeLinked = (text: string): boolean =>
  text.charCodeAt(text.length - 1) === QUOTE && text.includes('undefined reference')

/** Where the path that a line begins with ends: at ":1" or "(1" after an extension. */
function placeEnd(line: string): number {
  let at = 0
  while (at < 4 && line.charCodeAt(at) === SPACE) at += 1
  const first = line.charCodeAt(at)
  if (first === SPACE || first === COMMA || first === 9) return -1
  // A drive letter has a colon of its own.
  if (line.charCodeAt(at + 1) === COLON && isLetter(first)) at += 2
  const { length } = line
  for (; at < length; at++) {
    const code = line.charCodeAt(at)
    if (code < 128 && ends[code] === 1) break
  }
  const code = line.charCodeAt(at)
  if ((code !== COLON && code !== OPEN) || !isDigit(line.charCodeAt(at + 1))) return -1
  let dot = at - 1
  while (dot > at - 6 && isLetter(line.charCodeAt(dot))) dot -= 1
  return dot > 0 && dot < at - 1 && line.charCodeAt(dot) === DOT ? at : -1
}

export function placedIn(text: string): Placed | null {
  const line = bare(text)
  const end = line.startsWith('<stdin>:') && isDigit(line.charCodeAt(8)) ? 7 : placeEnd(line)
  if (end === -1) return null
  const paren = line.charCodeAt(end) === OPEN
  const afterLine = digitsFrom(line, end + 1)
  const more = line.charCodeAt(afterLine) === (paren ? COMMA : COLON)
  const afterColumn = more ? digitsFrom(line, afterLine + 1) : afterLine
  const column = afterColumn > afterLine + 1
  const stop = column ? afterColumn : afterLine
  if (paren && line.charCodeAt(stop) !== CLOSE) return null
  const file = line.slice(0, end).trim()
  return {
    file,
    extension: file.slice(file.lastIndexOf('.') + 1).toLowerCase(),
    line: Number(line.slice(end + 1, afterLine)),
    column: column && !paren,
    paren,
    rest: line.slice(paren ? stop + 1 : stop),
  }
}

function digitsFrom(line: string, from: number): number {
  let at = from
  while (isDigit(line.charCodeAt(at))) at += 1
  return at
}
