import type { Language } from './language.ts'
import { type Syntax, syntaxOf } from './syntax.ts'

/** Languages in which line breaks and indentation mean nothing, except where this file says so. */
const BRACES: ReadonlySet<Language> = new Set<Language>([
  'javascript',
  'typescript',
  'jsx',
  'tsx',
  'rust',
  'java',
  'csharp',
  'c',
])

/**
 * Whether two texts differ at most in what a formatter changes: white space, line breaks, the order of imports, trailing commas, and the kind
 * of quotes. False where this is not known.
 */
export function differsInLayoutOnly(path: string, before: string, now: string): boolean {
  const [old, fresh] = [syntaxOf(path, before), syntaxOf(path, now)]
  if (old === null || fresh === null || old.language !== fresh.language) return false
  const tokens = tokensFor(old.language)
  return tokens !== null && tokens(old) === tokens(fresh)
}

function tokensFor(language: Language): ((syntax: Syntax) => string) | null {
  if (language === 'rust')
    return syntax => writtenWithUses(withoutTrailingCommas(tokensIn(syntax), language).map(({ text }) => text))
  if (BRACES.has(language)) return syntax => written(withoutTrailingCommas(tokensIn(syntax), language))
  if (language === 'go') return syntax => linesIn(syntax).map(written).join('\n')
  if (language === 'python') return pythonLines
  return null
}

const STARTS_ANEW = /^(?:\+\+|--)$/

interface Token {
  readonly text: string
  readonly line: number
  /** Columns in front of it, if it is the first of its line. */
  readonly indent: number | null
}

const written = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('\u0000')

/** In JavaScript, what follows these words in another line is another statement. */
const ENDS_WITH_LINE = /^(?:return|throw|break|continue|yield|async)$/

function tokensIn(syntax: Syntax): Token[] {
  const { text, code, spoken, language } = syntax
  const tokens: Token[] = []
  const comments = [...syntax.comments]
  let [at, isFirst, indent] = [0, true, 0]
  const push = (word: string, from: number): void => {
    const line = syntax.lineAt(from)
    const last = tokens.at(-1)
    const breaks = last !== undefined && line > last.line
    if (breaks && /script$|^[jt]sx$/.test(language) && (ENDS_WITH_LINE.test(last.text) || STARTS_ANEW.test(word)))
      tokens.push({ text: '\n', line, indent: null })
    // A directive of the preprocessor ends with its line.
    if (breaks && language === 'c' && isDirective(tokens)) tokens.push({ text: '\n', line, indent: null })
    tokens.push({ text: word, line, indent: isFirst ? indent : null })
    isFirst = false
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '\n') {
      ;[isFirst, indent] = [true, 0]
      at++
    } else if (/\s/.test(char)) {
      indent += 1
      at++
    } else if (spoken[at] === ' ') {
      const line = syntax.lineAt(at)
      const comment = comments.find(one => one.line >= line)
      if (comment === undefined || comment.line > line) return [...tokens, { text: '?', line, indent: null }]
      comments.splice(0, comments.indexOf(comment) + 1)
      push(`// ${comment.says.replace(/\s+/g, ' ').trim()}`, at)
      // Behind it: what is spoken again, or the next line.
      at = endOfComment(syntax, at, comment.lastLine)
    } else if (code[at] === ' ') {
      let to = at
      while (to < text.length && code[to] === ' ' && spoken[to] !== ' ') to++
      while (to < text.length && code[to] === ' ' && /\s/.test(text[to] ?? '') && text[to] !== '\n') to++
      push(unescaped(text.slice(at, to)), at)
      at = Math.max(to, at + 1)
    } else {
      const word = /^(?:[\p{L}\p{N}_$]+|\+\+|--)/u.exec(code.slice(at, at + 200))?.[0] ?? char
      push(/^['"]$/.test(word) ? '"' : word, at)
      at += word.length
    }
  }
  return tokens
}

/** `'it\'s'` and `"it's"` are the same text. */
const unescaped = (text: string): string => text.replace(/\\(['"])/g, '$1')

function endOfComment({ text, spoken, lineAt }: Syntax, from: number, lastLine: number): number {
  let at = from
  while (at < text.length && spoken[at] === ' ' && lineAt(at) <= lastLine) at++
  while (at < text.length && text[at] !== '\n' && spoken[at] === ' ') at++
  return at
}

function isDirective(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1)
  const first = tokens.findIndex(({ line }) => line === last?.line)
  return tokens[first]?.text === '#'
}

/** A word before a parenthesis that is no call: `(x,)` is a tuple there. */
const NO_CALL =
  /^(?:assert|return|yield|in|not|and|or|is|if|elif|while|for|await|lambda|print|del|raise|with|from|import|except|else|match|case)$/

function withoutTrailingCommas(tokens: readonly Token[], language: Language): Token[] {
  const openers: number[] = []
  const dropped = new Set<number>()
  for (const [at, { text }] of tokens.entries()) {
    if (/^[([{]$/.test(text)) openers.push(at)
    if (!/^[)\]}]$/.test(text)) continue
    const opener = openers.pop() ?? 0
    if (tokens[at - 1]?.text !== ',' || tokens[at - 2]?.text === ',') continue
    const before = tokens[opener - 1]?.text ?? ''
    const isCall = /^[\p{L}_$][\p{L}\p{N}_$]*$|^[)\]]$/u.test(before) && !NO_CALL.test(before)
    const isTuple = /^(?:python|rust)$/.test(language) && text === ')' && !isCall
    if (!isTuple) dropped.add(at - 1)
  }
  return tokens.filter((_, at) => !dropped.has(at))
}

/** `use` statements that follow each other, and the names in each, in one order. */
function writtenWithUses(tokens: readonly string[]): string {
  const rows: string[] = []
  let uses: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const end = tokens[at] === 'use' ? tokens.indexOf(';', at) : -1
    if (end > 0) {
      const names = tokens.slice(at, end).filter((text, index) => text !== ',' || index === 0)
      uses.push(names.sort().join(' '))
      at = end
    } else {
      rows.push(...uses.sort(), tokens[at] ?? '')
      uses = []
    }
  }
  return [...rows, ...uses.sort()].join('\u0000')
}

/** One row of tokens for each line that has any; a block of imports in order. */
function linesIn(syntax: Syntax): Token[][] {
  const lines: Token[][] = []
  for (const token of tokensIn(syntax))
    if (token.line === lines.at(-1)?.[0]?.line) lines.at(-1)?.push(token)
    else lines.push([token])
  for (const line of lines) if (line.at(-1)?.text === ';') line.pop()
  const from = lines.findIndex(line => /^import\u0000\($/.test(written(line)))
  const to = lines.findIndex((line, at) => at > from && written(line) === ')')
  if (from < 0 || to < 0) return lines
  const block = lines.slice(from + 1, to).sort((a, b) => (written(a) < written(b) ? -1 : 1))
  return [...lines.slice(0, from + 1), ...block, ...lines.slice(to)]
}

/** Logical lines, each with the depth of its block. */
function pythonLines(syntax: Syntax): string {
  const tokens = withoutTrailingCommas(tokensIn(syntax), 'python')
  const [rows, levels]: [string[], number[]] = [[], [0]]
  let [depth, row]: [number, Token[]] = [0, []]
  const end = (): void => {
    if (row.length === 0) return
    const indent = row[0]?.indent ?? 0
    while ((levels.at(-1) ?? 0) > indent) levels.pop()
    if ((levels.at(-1) ?? 0) < indent) levels.push(indent)
    rows.push(`${levels.length} ${written(row)}`)
    row = []
  }
  for (const token of tokens) {
    const continues = row.at(-1)?.text === '\\'
    if (token.indent !== null && depth === 0 && !continues) end()
    if (continues) row.pop()
    if (/^[([{]$/.test(token.text)) depth++
    if (/^[)\]}]$/.test(token.text)) depth--
    row.push(token)
  }
  end()
  return rows.join('\n')
}
