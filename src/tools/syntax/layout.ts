import type { Language } from './language.ts'
import { REGEX, STRING } from './marks.ts'
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
  const form = formFor(old.language)
  return form !== null && form(tokensIn(old)) === form(tokensIn(fresh))
}

function formFor(language: Language): ((tokens: readonly Token[]) => string) | null {
  if (language === 'go') return tokens => written(goStatements(tokens))
  if (language === 'python') return pythonLines
  if (!BRACES.has(language)) return null
  return language === 'rust'
    ? tokens => writtenWithUses(withoutTrailingCommas(tokens, language).map(({ text }) => text))
    : tokens => written(withoutTrailingCommas(tokens, language))
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
  const { text, code, kinds, language } = syntax
  const endOf = (from: number, stops: (char: string) => boolean): number => {
    let to = from + 1
    while (to < text.length && kinds[to] === kinds[from] && !stops(text[to] ?? '')) to++
    return to
  }
  const tokens: Token[] = []
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
    const kind = kinds[at] ?? 0
    const char = text[at] ?? ''
    if (kind === STRING || kind === REGEX) {
      // White space in a string is part of what it says.
      const to = endOf(at, () => false)
      push(unescaped(text.slice(at, to)), at)
      at = to
    } else if (char === '\n') {
      ;[isFirst, indent] = [true, 0]
      at++
    } else if (/\s/.test(char)) {
      indent += 1
      at++
    } else if (kind !== 0) {
      // A comment, up to the end of its line.
      const to = endOf(at, next => next === '\n')
      push(`// ${text.slice(at, to).replace(/\s+/g, ' ').trim()}`, at)
      at = to
    } else {
      const word = /^(?:[\p{L}\p{N}_$]+|\+\+|--)/u.exec(code.slice(at, at + 200))?.[0] ?? char
      push(/^['"]$/.test(word) && EITHER_QUOTE.test(language) ? '"' : word, at)
      at += word.length
    }
  }
  return tokens
}

/** Elsewhere, a character and a string are not the same. */
const EITHER_QUOTE = /^(?:javascript|typescript|jsx|tsx|python)$/

/** `'it\'s'` and `"it's"` are the same text. */
const unescaped = (text: string): string => text.replace(/\\(['"])/g, '$1')

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
    // `[1,,]` and `[,]` have holes.
    if (tokens[at - 1]?.text !== ',' || tokens[at - 2]?.text === ',' || opener === at - 2) continue
    const before = tokens[opener - 1]?.text ?? ''
    const isCall = /^[\p{L}_$][\p{L}\p{N}_$]*$|^[)\]]$/u.test(before) && !NO_CALL.test(before)
    // `a[x,]` of Python has a tuple as its index.
    const isTuple =
      (/^(?:python|rust)$/.test(language) && text === ')' && !isCall) ||
      (language === 'python' && text === ']' && isCall)
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

/** A line ends a statement behind these. */
const ENDS_STATEMENT = /^(?:[\p{L}\p{N}_]+|["`)\]}]|\+\+|--)$/u
const GOES_ON =
  /^(?:case|chan|const|default|defer|else|for|func|go|goto|if|import|interface|map|package|range|select|struct|switch|type|var)$/

/** With the semicolons that Go puts at the ends of lines, without those that change nothing, and with imports in one order. */
function goStatements(tokens: readonly Token[]): Token[] {
  const found: Token[] = []
  for (const token of tokens) {
    const last = found.at(-1)
    const ends =
      last !== undefined && token.line > last.line && ENDS_STATEMENT.test(last.text) && !GOES_ON.test(last.text)
    if (ends || (last !== undefined && token.line > last.line && last.text.startsWith('//')))
      found.push({ ...last, text: ';' })
    if (/^[)}]$/.test(token.text)) while (found.at(-1)?.text === ';') found.pop()
    if (token.text !== ';' || found.at(-1)?.text !== ';') found.push(token)
  }
  const from = found.findIndex(({ text }, at) => text === '(' && found[at - 1]?.text === 'import')
  const to = found.findIndex(({ text }, at) => at > from && text === ')')
  const plain =
    from < 0 || to < 0
      ? found
      : [...found.slice(0, from + 1), ...sortedStatements(found.slice(from + 1, to)), ...found.slice(to)]
  return withoutTrailingCommas(plain, 'go')
}

function sortedStatements(tokens: readonly Token[]): Token[] {
  const rows: Token[][] = [[]]
  for (const token of tokens)
    if (token.text === ';') rows.push([])
    else rows.at(-1)?.push(token)
  return rows.sort((a, b) => (written(a) < written(b) ? -1 : 1)).flat()
}

/** Logical lines, each with the depth of its block. */
function pythonLines(all: readonly Token[]): string {
  const tokens = withoutTrailingCommas(all, 'python')
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
