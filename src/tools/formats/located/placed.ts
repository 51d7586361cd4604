import type { LineTest } from '../../reading/reader.ts'
import { standsAt } from '../../reading/words.ts'

/** A line that begins with a place. */
export interface LocatedLine {
  readonly file: string
  readonly extension: string
  readonly line: number
  readonly column: boolean
  readonly paren: boolean
  /** What follows the place. */
  readonly rest: string
}

const WRAPPED = /(?:vet: |ERROR in |:\w+(?=\/))/y

/** Where a line begins behind what a build tool puts before a place. */
function unwrapped(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first !== COLON && first !== 118 && first !== 69) return from
  WRAPPED.lastIndex = from
  return WRAPPED.test(text) ? WRAPPED.lastIndex : from
}

export const bare = (text: string): string => text.slice(unwrapped(text, 0))

const [SPACE, QUOTE, OPEN, CLOSE, COMMA, DOT, COLON, LESS] = [32, 39, 40, 41, 44, 46, 58, 60]

const MAX_INDENT = 3

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

// No path contains these: quotes, brackets of markup, what stands between the parts of a sentence or of a table, and two spaces.
const ends = new Uint8Array(128)
for (const character of ' :(|"\'`<>=;{}') ends[character.charCodeAt(0)] = 1

// Whoever may begin with a place is asked for it next.
const looked = { text: '', begin: -1, end: -1 }

/** Whether a line may begin with a place. Every line comes through here, and most leave after a few characters. */
export const mayBePlaced: LineTest = (text, from, to, indent) => {
  if (text.charCodeAt(to - 1) === QUOTE && mayBeLinked(text.slice(from, to))) return true
  if (indent > MAX_INDENT) return false
  const begin = unwrapped(text, from)
  looked.text = text
  looked.begin = begin
  looked.end = placeEnd(text, begin, to)
  return looked.end !== -1 || (text.charCodeAt(begin) === LESS && text.startsWith('<stdin>:', begin))
}

// The linker's complaint ends in the quoted name.
export const mayBeLinked = (text: string): boolean =>
  text.charCodeAt(text.length - 1) === QUOTE && text.includes('undefined reference')

/** Where the path that a line begins with ends: at ":1" or "(1" after an extension. */
function placeEnd(text: string, from: number, to: number): number {
  let at = from
  while (at <= from + MAX_INDENT && text.charCodeAt(at) === SPACE) at += 1
  const first = text.charCodeAt(at)
  if (first === SPACE || first === COMMA || first === 9) return -1
  // A mark before a place, as in stacks.
  if (first > 127 && text.charCodeAt(at + 1) === SPACE) return -1
  // A drive letter has a colon of its own.
  if (text.charCodeAt(at + 1) === COLON && isLetter(first)) at += 2
  for (; at < to; at++) {
    const code = text.charCodeAt(at)
    if (ends[code & 127] === 0 || code > 127) continue
    if (code !== SPACE) break
    // In a path there are single spaces, and in tables and code many.
    if (text.charCodeAt(at + 1) === SPACE) return -1
  }
  if (at >= to) return -1
  const code = text.charCodeAt(at)
  if ((code !== COLON && code !== OPEN) || !isDigit(text.charCodeAt(at + 1))) return -1
  let dot = at - 1
  while (dot > at - 6 && isLetter(text.charCodeAt(dot))) dot -= 1
  return dot > from && dot < at - 1 && text.charCodeAt(dot) === DOT ? at : -1
}

/** Where the parts of a place are. */
export interface LineLocation {
  begin: number
  /** Of the path, and of all of it. */
  end: number
  stop: number
  paren: boolean
  column: boolean
  afterLine: number
}

// One for all lines, because there are so many: it holds until the next line is looked at.
const current: LineLocation = { begin: 0, end: 0, stop: 0, paren: false, column: false, afterLine: 0 }

const pathEnd = (text: string, begin: number, to: number): number =>
  looked.begin === begin && looked.text === text ? looked.end : placeEnd(text, begin, to)

/** The place that a line begins with, where it stands. */
export function placeIn(text: string, from: number, to: number): Readonly<LineLocation> | null {
  const begin = unwrapped(text, from)
  const stdin =
    text.charCodeAt(begin) === LESS && text.startsWith('<stdin>:', begin) && isDigit(text.charCodeAt(begin + 8))
  const end = stdin ? begin + 7 : pathEnd(text, begin, to)
  return end === -1 ? null : placeFrom(text, begin, end)
}

/**
 * The place that a line begins with, if it begins with one: what stands before its first colon is not looked at. For lines of which
 * more than their beginning is compared with one that was read.
 */
export function roughPlaceIn(text: string, from: number, to: number): Readonly<LineLocation> | null {
  let colon = text.indexOf(':', from)
  // A drive letter has a colon of its own.
  if (colon === from + 1) colon = text.indexOf(':', colon + 1)
  if (colon === -1 || colon >= to) return null
  return placeFrom(text, from, text.charCodeAt(colon - 1) === CLOSE ? openBefore(text, colon - 2) : colon)
}

/** Where "(12,3" opens, of which the last digit is given. */
function openBefore(text: string, last: number): number {
  let at = last
  while (isDigit(text.charCodeAt(at)) || text.charCodeAt(at) === COMMA) at -= 1
  return at
}

function placeFrom(text: string, begin: number, end: number): Readonly<LineLocation> | null {
  const paren = text.charCodeAt(end) === OPEN
  const afterLine = digitsFrom(text, end + 1)
  const more = text.charCodeAt(afterLine) === (paren ? COMMA : COLON)
  const afterColumn = more ? digitsFrom(text, afterLine + 1) : afterLine
  const column = afterColumn > afterLine + 1
  const stop = column ? afterColumn : afterLine
  if (paren && text.charCodeAt(stop) !== CLOSE) return null
  current.begin = begin
  current.end = end
  current.stop = paren ? stop + 1 : stop
  current.paren = paren
  current.column = column && !paren
  current.afterLine = afterLine
  return current
}

/** Whether the path that ends there has an extension. */
export function extensionAt(text: string, end: number, extension: string): boolean {
  const begin = end - extension.length
  return text.charCodeAt(begin - 1) === DOT && standsAt(text, begin, extension)
}

export function placedIn(text: string): LocatedLine | null {
  const place = placeIn(text, 0, text.length)
  if (place === null) return null
  const { begin, end, stop, paren, column, afterLine } = place
  const { file, extension } = fileIn(text, begin, end)
  return {
    file,
    extension,
    line: numberIn(text, end + 1, afterLine),
    column,
    paren,
    rest: text.slice(stop),
  }
}

// Complaints come file by file, and are kept by the thousand: one string for all of them.
let latest = { file: '', extension: '' }

function fileIn(text: string, begin: number, end: number): Pick<LocatedLine, 'file' | 'extension'> {
  if (end - begin === latest.file.length && text.startsWith(latest.file, begin)) return latest
  const file = text.slice(begin, end).trim()
  latest = { file, extension: file.slice(file.lastIndexOf('.') + 1).toLowerCase() }
  return latest
}

function numberIn(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48
  return number
}

function digitsFrom(line: string, from: number): number {
  let at = from
  while (isDigit(line.charCodeAt(at))) at += 1
  return at
}
