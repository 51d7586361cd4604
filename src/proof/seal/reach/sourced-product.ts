import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash'
import { readShell } from '../../../tools/shell/shell-line.ts'
import { type Use, usesIn } from './shell-uses.ts'

/**
 * Whether a file that shell checks source contains the code that they check: they compare what its functions print, or look at their
 * status. A file with a function that judges for them (that is given the output of other code, reports a failure, or decides about the
 * end) belongs to the checks. So does a file that cannot be read, or whose functions no check uses.
 */
export function isSubject(text: string, checks: readonly string[]): boolean {
  const file = readShell(text)
  if (file === null || endsItsCaller(file)) return false
  const library = { bodies: functionsIn(file, text), kept: keptIn(file) }
  const uses = checks.flatMap(check => {
    const script = readShell(check)
    return script === null ? [] : usesIn(script)
  })
  const isUsed = uses.some(
    ({ name, words }) => library.bodies.has(name) || words.some(word => library.bodies.has(word)),
  )
  return isUsed && !uses.some(use => judges(use, library))
}

interface Library {
  /** The text of each function. */
  readonly bodies: ReadonlyMap<string, string>
  /** Variables that outlive its functions: counters and expected values. */
  readonly kept: readonly string[]
}

const COMPARES = /(?<![\w-])(?:\[\[?|test|case|e?grep|diff|cmp|expr)(?![\w-])|(?<!\$)\(\(/
const ENDS = /(?<![\w-])(?:exit|return|false|kill)(?![\w-])/

function judges(use: Use, { bodies, kept }: Library): boolean {
  const { name, words, place, isGivenOutput } = use
  const isKept = (text: string, pattern: (name: string) => string): boolean =>
    kept.some(one => new RegExp(pattern(one)).test(text))
  if (/^(?:trap|eval)$/.test(name)) return [...bodies.keys()].some(own => words.some(word => hasWord(word, own)))
  // An expected value, held against what other code printed.
  if (/^(?:\[\[?|test|diff|cmp|e?grep)$/.test(name))
    return isGivenOutput && isKept(words.join(' '), one => `\\$\\{?${one}(?!\\w)`)
  if (!bodies.has(name) || place === 'heard') return false
  const body = withCalled(name, bodies)
  if (isGivenOutput) return COMPARES.test(body) || ENDS.test(body)
  if (place === 'reaction') return ENDS.test(body) || isKept(body, one => `(?<![\\w$])${one}(?:[+-]?=|\\+\\+)`)
  return (
    place === 'plain' &&
    (hasWord(body, 'exit') ||
      isKept(body, one => `(?:\\[|\\btest|\\breturn|(?<!\\$)\\(\\()[^\\n;]*(?<!\\w)${one}(?!\\w)`))
  )
}

const hasWord = (text: string, word: string): boolean => new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w-])`).test(text)
const escaped = (word: string): string => word.replace(/[^\w]/g, '\\$&')

/** A function, with the functions of the same file that it calls. */
function withCalled(name: string, bodies: ReadonlyMap<string, string>): string {
  const seen = new Set([name])
  for (const one of seen) for (const other of bodies.keys()) if (hasWord(bodies.get(one) ?? '', other)) seen.add(other)
  return [...seen].map(one => bodies.get(one) ?? '').join('\n')
}

function functionsIn(file: ParsedScript, text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  visit(file, node => {
    if (node.type === 'Function') found.set(node.name.value, text.slice(node.body.pos, node.body.end))
    return true
  })
  return found
}

/** Variables that are set outside of functions, or in one without `local`. */
function keptIn(file: ParsedScript): readonly string[] {
  const [set, local] = [new Set<string>(), new Set<string>()]
  visit(file, node => {
    if (node.type === 'Assignment') set.add(node.name)
    if (node.type === 'ArithmeticCommand') for (const name of node.body.match(/[A-Za-z_]\w*/g) ?? []) set.add(name)
    if (node.type === 'Command' && /^(?:local|declare|typeset)$/.test(node.name?.value ?? ''))
      for (const arg of node.args) local.add(/^\w*/.exec(arg.text)?.[0] ?? '')
    return true
  })
  return [...set].filter(name => !local.has(name))
}

/** Whether a command outside of functions ends whatever sources the file, or decides about its end. */
function endsItsCaller(file: ParsedScript): boolean {
  let found = false
  visit(file, node => {
    if (node.type === 'Command') found ||= /^(?:exit|trap|exec)$/.test(node.name?.value ?? '')
    return node.type !== 'Function'
  })
  return found
}

function visit(node: SyntaxNode, enter: (node: SyntaxNode) => boolean): void {
  if (enter(node)) forEachChild(node, child => visit(child, enter))
}
