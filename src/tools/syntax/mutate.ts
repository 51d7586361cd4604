import type { Language } from './language.ts'
import { parse, type Syntax } from './syntax.ts'

/** One small change of code that a good test notices. */
export interface Mutation {
  readonly line: number
  /** The code before and after, for people. */
  readonly from: string
  readonly to: string
  /** The whole file with it. */
  readonly text: string
}

interface Operator {
  /** Sought in the code of one line, in which comments and the content of strings are blank. */
  readonly seeks: RegExp
  readonly becomes: (found: string, language: Language) => string | null
}

const SWAPS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<=': '<',
  '>=': '>',
  '<': '<=',
  '>': '>=',
  '&&': '||',
  '||': '&&',
  and: 'or',
  or: 'and',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
  true: 'false',
  false: 'true',
  True: 'False',
  False: 'True',
}

const WORDS_FOR_LOGIC: readonly Language[] = ['python', 'ruby', 'elixir', 'php']
/** A value that is none, where the types allow it. */
const NOTHING: Readonly<Partial<Record<Language, string>>> = {
  javascript: 'null',
  typescript: 'null as never',
  jsx: 'null',
  tsx: 'null as never',
  python: 'None',
  ruby: 'nil',
  php: 'null',
}

/** In the order in which they are tried: those first that a test most likely should notice. */
const OPERATORS: readonly Operator[] = [
  // Spaces around tell an operator from a generic type, an arrow, or a sign.
  { seeks: /(?<=[\w)\]"'`] )(?:===|!==|==|!=|<=|>=|<|>)(?= [\w$("'`![{-])/, becomes: swapped },
  { seeks: /(?<= )(?:&&|\|\|)(?= )/, becomes: swapped },
  {
    seeks: /(?<=[\w)\]"'] )(?:and|or)(?= [\w("'[])/,
    becomes: (found, language) => (WORDS_FOR_LOGIC.includes(language) ? swapped(found) : null),
  },
  { seeks: /(?<=[\w)\]"'`] )(?:\+=|-=|[+\-*/%])(?= [\w$("'`[])/, becomes: swapped },
  { seeks: /(?<![\w$.])(?:true|false|True|False)(?![\w$:])/, becomes: swapped },
  { seeks: /(?<![\w$)\].])!(?=[\w$(])/, becomes: () => '' },
  { seeks: /\bnot (?=[\w(])/, becomes: (_, language) => (language === 'python' ? '' : null) },
  { seeks: /(?<=\bif \()[^(){}]+(?=\) ?\{?\s*$)/, becomes: condition => `!(${condition})` },
  {
    seeks: /(?<=^\s*(?:el)?if )[^:]+(?=:\s*$)/,
    becomes: (condition, language) => (language === 'python' ? `not (${condition})` : null),
  },
  {
    seeks: /(?<=^\s*(?:\} else )?if )(?!let\b)[^{}();=]+(?= \{\s*$)/,
    becomes: (condition, language) => (language === 'go' || language === 'rust' ? `!(${condition})` : null),
  },
  { seeks: /(?<![\w$.#-])\d+(?![\w$.])/, becomes: number => String(Number(number) + 1) },
  // The content is blank in code, so that a literal is quotes around spaces.
  { seeks: /(?<=[\w)([,=:?+ ]\s*)(["'`]) +\1/, becomes: literal => `${literal[0]}${literal[0]}` },
  {
    seeks: /(?<=^\s*return )[^;]+?(?=;?\s*$)/,
    becomes: (value, language) => (isWhole(value) ? (NOTHING[language] ?? null) : null),
  },
  { seeks: /(?<=^\s*)(?:await )?[\w$.]+\([^=]*\);?(?=\s*$)/, becomes: withoutCall },
]

function swapped(found: string): string | null {
  return SWAPS[found] ?? null
}

/** A statement that only calls something is left out. */
function withoutCall(call: string, language: Language): string | null {
  if (!isWhole(call) || /^(?:super|if|for|while|switch|catch|return|func|def|fn)\b/.test(call)) return null
  if (language === 'python') return 'pass'
  if (language === 'ruby' || language === 'elixir') return 'nil'
  return call.endsWith(';') || language === 'go' || /^(?:java|type)script$|^[jt]sx$/.test(language) ? ';' : null
}

/** Not part of an expression that continues on another line. */
const isWhole = (code: string): boolean =>
  ['()', '[]', '{}'].every(([open = '', close = '']) => code.split(open).length === code.split(close).length)

/** Lines that name other code, and no behavior. */
const NO_BEHAVIOR =
  /^\s*(?:import\b|from\b|export \*|export \{|use\b|require\b|#\s*include|package\b|mod \w+;|namespace\b|using\b|@|#\[|(?:export )?(?:interface|type) )/

/** One mutation for each of the lines, the first operator that fits; lines without one are left out. Pure. */
export function mutationsOf(language: Language, text: string, lines: ReadonlySet<number>): readonly Mutation[] {
  const syntax = parse(language, text)
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return [...lines].flatMap(line => {
    const start = starts[line - 1]
    return start === undefined ? [] : (mutationAt(syntax, line, start) ?? [])
  })
}

function mutationAt({ code, text, language }: Syntax, line: number, start: number): Mutation | null {
  const end = text.indexOf('\n', start)
  const codeLine = code.slice(start, end < 0 ? undefined : end)
  if (codeLine.trim() === '' || NO_BEHAVIOR.test(codeLine)) return null
  for (const { seeks, becomes } of OPERATORS) {
    const match = seeks.exec(codeLine)
    if (match === null) continue
    const from = start + match.index
    const original = text.slice(from, from + match[0].length)
    const to = becomes(original.trim() === match[0].trim() ? match[0] : original, language)
    if (to === null || to === original) continue
    return { line, from: original.trim(), to, text: text.slice(0, from) + to + text.slice(from + original.length) }
  }
  return null
}
