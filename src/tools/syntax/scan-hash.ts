import { expectsValue } from './expects-value.ts'
import type { Language } from './language.ts'
import { lineEnd, type Marks, markComment, markQuoted, markRaw, REGEX, STRING } from './marks.ts'

/** The languages whose comments begin with `#`. */
export function scanHash(language: Language, marks: Marks): void {
  const { text } = marks
  let at = 0
  while (at < text.length) {
    // Marked already, as a line of a heredoc that began before.
    if (marks.kinds[at] !== 0) at++
    else if (text[at] === '#' && isComment(language, text, at)) at = markComment(marks, at, lineEnd(text, at), false)
    else if (language === 'ruby') at = rubyLiteral(marks, at) ?? at + 1
    else at = literal(language, marks, at) ?? at + 1
  }
}

const isComment = (language: Language, text: string, at: number): boolean =>
  /^(?:python|ruby|elixir)$/.test(language) || at === 0 || /[\s;(]/.test(text[at - 1] ?? '')

function literal(language: Language, marks: Marks, at: number): number | null {
  const { text } = marks
  const sign = text[at] ?? ''
  if (language === 'shell' && text.startsWith('<<', at)) return heredoc(marks, at)
  if (sign === '\\') return at + 2
  if (sign !== '"' && sign !== "'") return null
  if (language === 'yaml') return yamlQuoted(marks, at)
  if (language !== 'shell' && text.startsWith(sign.repeat(3), at)) return markQuoted(marks, at, sign.repeat(3), true)
  if (language === 'shell' && sign === "'") return markRaw(marks, at + 1, "'")
  return markQuoted(marks, at, sign, language === 'shell')
}

/** Quotes count only where a value begins: elsewhere they are apostrophes. */
function yamlQuoted(marks: Marks, at: number): number | null {
  const { text } = marks
  if (!/[\s:,[{-]/.test(text[at - 1] ?? '\n')) return null
  return text[at] === "'" ? markRaw(marks, at + 1, "'") : markQuoted(marks, at, '"', true)
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

function rubyLiteral(marks: Marks, at: number): number | null {
  const { text, kinds } = marks
  const sign = text[at] ?? ''
  if (text.startsWith('=begin', at) && (at === 0 || text[at - 1] === '\n')) {
    const end = text.indexOf('\n=end', at)
    return markComment(marks, at, end < 0 ? text.length : end + 5, true)
  }
  if (text.startsWith('\n__END__', at)) {
    kinds.fill(STRING, at, text.length)
    return text.length
  }
  if (sign === "'") return markQuoted(marks, at, sign, true)
  if (sign === '"' || sign === '`') return interpolated(marks, at + 1, sign, sign)
  if (text.startsWith('<<', at)) return heredoc(marks, at)
  if (sign === '%' && (expectsValue(text, kinds, at) || isArgument(text, at))) return percent(marks, at)
  if (sign === '/' && expectsValue(text, kinds, at)) return expression(marks, at)
  return sign === '?' && /^\?["'#](?!\w)/.test(text.slice(at, at + 3)) && expectsValue(text, kinds, at) ? at + 2 : null
}

/** `puts %{…}`: a space before and none behind; or the first of its line. */
const isArgument = (text: string, at: number): boolean =>
  /^%\w?[([{<|!^]/.test(text.slice(at, at + 3)) &&
  (/\w $/.test(text.slice(at - 2, at)) || text.slice(text.lastIndexOf('\n', at) + 1, at).trim() === '')

function percent(marks: Marks, at: number): number | null {
  const opened = /^%([wWiIqQrxs](?=[^\w\s])|(?=[([{<|!/]))(.)/.exec(marks.text.slice(at, at + 4))
  if (!opened?.[2]) return null
  return interpolated(marks, at + opened[0].length, CLOSING[opened[2]] ?? opened[2], opened[2])
}

/** A string that holds code in `#{…}`, and brackets of its own kind; the code in it is taken for a part of the string. */
function interpolated({ text, kinds }: Marks, from: number, close: string, open: string): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    if (text[at] === '\\') at += 2
    else if (text.startsWith('#{', at)) at = embeddedEnd(text, at + 2)
    else if (text[at] === close && depth === 0) break
    else {
      if (open !== close && text[at] === open) depth++
      if (open !== close && text[at] === close) depth--
      at++
    }
  }
  kinds.fill(STRING, from, Math.min(at, text.length))
  return at + 1
}

function embeddedEnd(text: string, from: number): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    const sign = text[at]
    if (sign === '"' || sign === "'") at = quoteEnd(text, at)
    else if (sign === '}' && depth-- === 0) return at + 1
    else {
      if (sign === '{') depth++
      at++
    }
  }
  return at
}

function quoteEnd(text: string, from: number): number {
  const quote = text[from] ?? ''
  let at = from + 1
  while (at < text.length && text[at] !== quote) {
    if (quote === '"' && text.startsWith('#{', at)) at = embeddedEnd(text, at + 2)
    else at += text[at] === '\\' ? 2 : 1
  }
  return at + 1
}

/** One line, or several when it starts with a line break. */
function expression({ text, kinds }: Marks, from: number): number | null {
  const lines = /^\/[ \t]*\r?\n/.test(text.slice(from, from + 40))
  for (let at = from + 1; at < text.length && (lines || text[at] !== '\n'); at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith('#{', at)) at = embeddedEnd(text, at + 2) - 1
    else if (text[at] === '/') {
      kinds.fill(REGEX, from + 1, at)
      return at + 1
    }
  }
  return null
}

/** The lines up to the end word; the rest of the line with the opening word is still code. */
function heredoc(marks: Marks, at: number): number | null {
  const { text, kinds } = marks
  const opened = /^<<[~-]?(["'`]?)([A-Z_]\w*)\1/i.exec(text.slice(at, at + 60))
  if (!opened || text[at - 1] === '<' || (/[\w)\]]/.test(text[at - 1] ?? '') && !opened[0].includes('~'))) return null
  const from = lineEnd(text, at) + 1
  const closed = new RegExp(`^[ \\t]*${opened[2]}$`, 'm').exec(text.slice(from))
  if (!closed) return null
  kinds.fill(STRING, from, from + closed.index)
  return at + opened[0].length
}
