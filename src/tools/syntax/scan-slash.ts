import type { Language } from './language.ts'
import { lineEnd, type Marks, markComment, markQuoted, markRaw, STRING, TEXT, upTo } from './marks.ts'

const NESTING: readonly Language[] = ['rust', 'kotlin', 'swift']

/** The languages of `//` and block comments, but for JavaScript. */
export function scanSlash(language: Language, marks: Marks): void {
  const { text } = marks
  let at = language === 'php' ? toPhp(marks, 0) : 0
  while (at < text.length) {
    if (text.startsWith('//', at)) at = markComment(marks, at, endOfLine(language, text, at), false)
    else if (text.startsWith('/*', at)) at = markComment(marks, at, blockEnd(language, text, at), true)
    else if (language === 'php' && text[at] === '#' && text[at + 1] !== '[')
      at = markComment(marks, at, endOfLine(language, text, at), false)
    else if (language === 'php' && text.startsWith('?>', at)) at = toPhp(marks, at + 2)
    else at = literal(language, marks, at) ?? at + 1
  }
}

/** Outside of its tags a PHP file is text. */
function toPhp({ text, kinds }: Marks, from: number): number {
  const found = /<\?(?:php\b|=)/.exec(text.slice(from))
  const start = found ? from + found.index : text.length
  kinds.fill(TEXT, from, start)
  return found ? start + found[0].length : start
}

/** In PHP a closing tag ends a comment too. */
function endOfLine(language: Language, text: string, at: number): number {
  const end = lineEnd(text, at)
  const closing = language === 'php' ? text.indexOf('?>', at) : -1
  return closing >= 0 && closing < end ? closing : end
}

function blockEnd(language: Language, text: string, from: number): number {
  if (!NESTING.includes(language)) return upTo(text, '*/', from + 2)[1]
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('/*', at)) {
      depth++
      at++
    } else if (text.startsWith('*/', at)) {
      depth--
      at++
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

function literal(language: Language, marks: Marks, at: number): number | null {
  const { text } = marks
  const sign = text[at]
  if (language === 'rust') return rustLiteral(marks, at)
  if (language === 'go' && sign === '`') return markRaw(marks, at + 1, '`')
  if (language === 'csharp' && /^\$?@\$?"/.test(text.slice(at, at + 3))) return verbatim(marks, text.indexOf('"', at))
  if (/^(?:java|kotlin|swift|csharp)$/.test(language) && text.startsWith('"""', at))
    return markRaw(marks, at + 3, '"""')
  if (language === 'swift' && text.startsWith('#"', at)) return markRaw(marks, at + 2, '"#')
  if (language === 'php' && text.startsWith('<<<', at)) return phpHeredoc(marks, at)
  if (language === 'java' && sign === '$' && text[at + 1] === '/') return null
  if (sign === '"') return markQuoted(marks, at, '"', language === 'php')
  if (sign === "'") return markQuoted(marks, at, "'", language === 'php')
  if (sign === '`' && language === 'php') return markQuoted(marks, at, '`', true)
  return null
}

/** A single quote opens a character or names a lifetime. */
function rustLiteral(marks: Marks, at: number): number | null {
  const { text } = marks
  const raw = /^b?c?r(#*)"/.exec(text.slice(at, at + 40))
  if (raw && !/\w/.test(text[at - 1] ?? '')) return markRaw(marks, at + raw[0].length, `"${raw[1]}`)
  if (text[at] === '"') return markQuoted(marks, at, '"', true)
  if (text[at] !== "'") return null
  return /^'(?:\\.[^']*|[^'\\])'/su.test(text.slice(at, at + 16)) ? markQuoted(marks, at, "'", false) : null
}

function verbatim(marks: Marks, quote: number): number {
  const { text, kinds } = marks
  let at = quote + 1
  while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) at += text[at] === '"' ? 2 : 1
  kinds.fill(STRING, quote + 1, at)
  return at + 1
}

function phpHeredoc(marks: Marks, at: number): number | null {
  const { text, kinds } = marks
  const opened = /^<<<[ \t]*["']?(\w+)["']?\r?\n/.exec(text.slice(at, at + 120))
  if (!opened) return null
  const from = at + opened[0].length
  const closed = new RegExp(`^[ \\t]*${opened[1]}\\b`, 'm').exec(text.slice(from))
  const end = closed ? from + closed.index : text.length
  kinds.fill(STRING, from, end)
  return closed ? end + closed[0].length : end
}
