import { guessedLanguage, type Language, languageOf } from './language.ts'
import { COMMENT, type Marks, marksFor, TEXT } from './marks.ts'
import { scanHash } from './scan-hash.ts'
import { scanMarkup } from './scan-markup.ts'
import { scanScript } from './scan-script.ts'
import { scanSlash } from './scan-slash.ts'

export interface Comment {
  /** Without the signs that make it a comment. */
  readonly says: string
  readonly line: number
  /** Where it ends. */
  readonly lastLine: number
  /** Only whitespace is before it on its line. */
  readonly alone: boolean
  readonly block: boolean
}

/** A text of which is known what is code. */
export interface Syntax {
  readonly language: Language
  readonly text: string
  /** The text with comments and the content of strings, regular expressions, and markup blanked; of the same length. */
  readonly code: string
  /** Only comments and markup are blank. */
  readonly spoken: string
  /** What each character is: 0 for code, else a kind of `marks.ts`. */
  readonly kinds: Uint8Array
  readonly comments: readonly Comment[]
  readonly lineAt: (offset: number) => number
}

/** Null for what is no code. */
export function syntaxOf(path: string, text: string): Syntax | null {
  const language = languageOf(path) ?? guessedLanguage(path, text)
  return language === null ? null : parse(language, text)
}

export function parse(language: Language, text: string): Syntax {
  const marks = marksFor(text)
  scan(language, marks)
  const starts = lineStarts(text)
  const lineAt = (offset: number): number => lineOf(starts, offset)
  return {
    language,
    text,
    kinds: marks.kinds,
    code: blanked(text, marks.kinds, kind => kind !== 0),
    spoken: blanked(text, marks.kinds, kind => kind === COMMENT || kind === TEXT),
    comments: marks.comments.map(({ from, to, block }) => ({
      says: bare(text.slice(from, to), block),
      line: lineAt(from),
      lastLine: lineAt(Math.max(from, to - 1)),
      alone: text.slice(text.lastIndexOf('\n', from - 1) + 1, from).trim() === '',
      block,
    })),
    lineAt,
  }
}

function scan(language: Language, marks: Marks): void {
  if (language === 'markup') scanMarkup(marks)
  else if (/^(?:javascript|typescript|jsx|tsx)$/.test(language))
    scanScript(marks, { from: 0, to: marks.text.length, markup: language === 'jsx' || language === 'tsx' })
  else if (/^(?:python|ruby|shell|yaml|elixir)$/.test(language)) scanHash(language, marks)
  else scanSlash(language, marks)
}

function blanked(text: string, kinds: Uint8Array, hidden: (kind: number) => boolean): string {
  let out = ''
  let from = 0
  while (from < text.length) {
    const hide = hidden(kinds[from] ?? 0)
    let to = from + 1
    while (to < text.length && hidden(kinds[to] ?? 0) === hide) to++
    out += hide ? text.slice(from, to).replace(/[^\n]/g, ' ') : text.slice(from, to)
    from = to
  }
  return out
}

function bare(comment: string, block: boolean): string {
  if (!block) return comment.replace(/^(?:\/\/+!?|#+|--)/, '')
  return comment.replace(/^(?:\/\*+!?|<!--|=begin)/, '').replace(/(?:\*+\/|-->|=end)$/, '')
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}
