import { expectsValue } from './expects-value.ts'
import { lineEnd, type Marks, markComment, markQuoted, REGEX, STRING, TEXT, upTo } from './marks.ts'

interface ScriptPart {
  readonly from: number
  readonly to: number
  /** Whether the code may contain tags. */
  readonly markup: boolean
}

interface Reader extends ScriptPart {
  readonly marks: Marks
}

/** JavaScript and TypeScript: templates hold code, tags hold text that holds code. */
export function scanScript(marks: Marks, part: ScriptPart): void {
  const reader = { ...part, marks }
  let at = part.from
  if (marks.text.startsWith('#!', at)) at = markComment(marks, at, lineEnd(marks.text, at), false)
  while (at < part.to) at = code(reader, at) + 1
}

/** Reads code up to the brace that closes it; returns its position. */
function code(reader: Reader, from: number): number {
  const { marks, to } = reader
  let depth = 0
  let at = from
  while (at < to) {
    const sign = marks.text[at]
    if (sign === '}' && depth === 0) return at
    if (sign === '{') depth++
    if (sign === '}') depth--
    at = special(reader, at) ?? at + 1
  }
  return at
}

/** Behind the comment, string, expression or tag that begins here; null when none does. */
function special(reader: Reader, at: number): number | null {
  const { marks, to, markup } = reader
  const { text, kinds } = marks
  const sign = text[at]
  if (sign === '"' || sign === "'") return markQuoted(marks, at, sign, false)
  if (sign === '`') return template(reader, at + 1)
  if (sign === '/') {
    if (text[at + 1] === '/') return markComment(marks, at, Math.min(to, lineEnd(text, at)), false)
    if (text[at + 1] === '*') return markComment(marks, at, Math.min(to, upTo(text, '*/', at + 2)[1]), true)
    return expectsValue(text, kinds, at) ? expression(marks, at) : null
  }
  if (sign === '<' && markup && isTag(text, at) && expectsValue(text, kinds, at)) return element(reader, at)
  return null
}

function template(reader: Reader, from: number): number {
  const { marks, to } = reader
  let at = from
  while (at < to) {
    if (marks.text[at] === '`') return at + 1
    if (marks.text.startsWith('${', at)) at = code(reader, at + 2) + 1
    else {
      const step = marks.text[at] === '\\' ? 2 : 1
      marks.kinds.fill(STRING, at, at + step)
      at += step
    }
  }
  return at
}

function expression({ text, kinds }: Marks, from: number): number | null {
  let inClass = false
  for (let at = from + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '[') inClass = true
    else if (text[at] === ']') inClass = false
    else if (text[at] === '/' && !inClass) {
      kinds.fill(REGEX, from + 1, at)
      return at + 1
    }
  }
  return null
}

// `<T,>(x: T) => x` and `<T extends X>` are type parameters.
const isTag = (text: string, at: number): boolean =>
  /^<(?:>|[A-Za-z_$][\w$.:-]*(?=[\s/>]))/.test(text.slice(at, at + 80)) &&
  !/^<\w+\s+extends\s/.test(text.slice(at, at + 80))

function element(reader: Reader, from: number): number {
  const { marks, to } = reader
  const opened = tag(reader, from)
  if (marks.text[opened - 2] === '/') return opened
  let at = opened
  while (at < to) {
    if (marks.text.startsWith('</', at)) return upTo(marks.text, '>', at)[1]
    if (marks.text[at] === '{') at = code(reader, at + 1) + 1
    else if (marks.text[at] === '<' && isTag(marks.text, at)) at = element(reader, at)
    else marks.kinds[at++] = TEXT
  }
  return at
}

/** Reads an opening tag; returns what is behind its `>`. */
function tag(reader: Reader, from: number): number {
  const { marks, to } = reader
  let at = from + 1
  while (at < to && marks.text[at] !== '>') {
    const sign = marks.text[at]
    if (sign === '{') at = code(reader, at + 1) + 1
    else if (sign === '"' || sign === "'") at = markQuoted(marks, at, sign, true)
    else if (marks.text.startsWith('/*', at)) at = markComment(marks, at, upTo(marks.text, '*/', at)[1], true)
    else at++
  }
  return at + 1
}
