import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { ChangedText } from '../changed-text.ts'

const MACRO = /^[ \t]*#[ \t]*define[ \t]+(?<name>[A-Za-z_]\w*)(?<parameters>\([^)\n]*\))?(?<body>(?:\\\r?\n|[^\n])*)/gm
/** The entry point of a test program, what its tests compare with, and what they are made of. */
const OF_THE_LANGUAGE =
  /^(?:main|int|char|long|float|double|void|do|case|goto|break|continue|sizeof|f?abs[fl]?|labs|strn?casecmp|wcscmp|printf|puts|fprintf)$/
const STATEMENTS = /;|^\s*(?:do|if|for|while|switch|return|static|extern|inline|typedef|struct|enum|case)\b|[{}#]/

/**
 * C macros that take part in the code around their use: `#define clamp(v) 1 || (v)` makes `assert(clamp(5) == 3)` true, and `#define main`
 * replaces the entry point of the tests. A macro that is one closed expression is no more than a function.
 */
export function openMacros(syntax: Syntax, files: readonly ChangedText[]): number[] {
  if (syntax.language !== 'c') return []
  return [...syntax.code.matchAll(MACRO)].flatMap(({ index, groups }) => {
    const [name = '', body = ''] = [groups?.['name'], groups?.['body']?.replace(/\\\r?\n/g, ' ')]
    return isOpen(name, body, files) ? [index] : []
  })
}

function isOpen(name: string, body: string, files: readonly ChangedText[]): boolean {
  if (OF_THE_LANGUAGE.test(name))
    return !/^\s*$|^\s*\(*\s*[A-Za-z_]\w*\s*(?:\([^()]*\))?\s*\)*\s*$/.test(body) || name === 'main'
  const isFunction = files.some(({ before, now }) => [before, now].some(text => declares(text ?? '', name)))
  const isCalledLikeOne = isFunction || /[a-z]/.test(name)
  const outer = outside(body)
  if (outer === null) return isCalledLikeOne
  if (!isFunction && STATEMENTS.test(body)) return false
  if (/(?:^|[^\w.])\d+\s*(?:\|\||&&)|(?:\|\||&&)\s*!?\d+\b/.test(outer)) return true
  return isFunction ? /\|\||&&|\?|,|;|[=!]=|[{}]/.test(outer) : isCalledLikeOne && /\|\|/.test(outer)
}

/** The text outside of all parentheses, or null if they do not match. */
function outside(body: string): string | null {
  let [depth, text] = [0, '']
  for (const sign of body) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (depth < 0) return null
    text += depth > 0 || sign === ')' ? ' ' : sign
  }
  return depth === 0 ? text : null
}

/** `int clamp(int v);`, `int (clamp)(int v) {`: no call, because a type stands in front. */
const declares = (text: string, name: string): boolean =>
  new RegExp(
    `^[ \\t]*(?!return\\b|else\\b|#)(?:[A-Za-z_]\\w*[ \\t*]+)+\\(?[ \\t]*${name}[ \\t]*\\)?[ \\t]*\\([^;{}#]*\\)\\s*[;{]`,
    'm',
  ).test(text)
