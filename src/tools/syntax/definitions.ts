import { declarationsOf } from './identifiers.ts'
import type { Syntax } from './syntax.ts'

/** The code of everything that a file defines under a name, without local variables and imports. */
export function definitionsOf(name: string, syntax: Syntax): string[] {
  const rows = syntax.spoken.split('\n')
  return definedAt(name, syntax).map(line => blockAt(rows, line - 1))
}

/** The lines on which they begin. */
export function definedAt(name: string, syntax: Syntax): number[] {
  const rows = syntax.spoken.split('\n')
  // A pattern may begin on a line before the name, at a type or at the end of other code.
  const named = (line: number): number =>
    Math.max(
      line - 1,
      rows.findIndex((row, at) => at >= line - 1 && row.includes(name)),
    ) + 1
  const declared = declarationsOf(name, syntax)
    .map(named)
    .filter(line => isDefinition(rows[line - 1] ?? '') || isInClass(rows, line - 1))
  return [...new Set([...declared, ...aliasesOf(name, syntax)])].sort((a, b) => a - b)
}

/** Lines that give something else this name: in a list of exports, or by a method that defines methods. */
function aliasesOf(name: string, { spoken, lineAt }: Syntax): number[] {
  const word = `${name.replace(/[$?]/g, '\\$&')}(?![\\w$?!])`
  const quoted = `["'\`:]${word}`
  const patterns = [
    `\\bexport\\s*(?:type\\s*)?\\{[^{}]*?\\bas\\s+(?:type\\s+)?["']?${word}`,
    `\\b(?:module\\.exports\\s*=|export\\s+default)\\s*\\{(?:[^{}]*[,\\s])?["']?${word}["']?\\s*:(?!:)`,
    `\\b(?:define_method|define_singleton_method|alias_method)\\b[\\s(,]*${quoted}`,
    `(?:^|[;{])[ \\t]*alias[ \\t]+:?${word}`,
    `\\bdef_(?:instance_)?delegator\\b[^\\n]*,\\s*${quoted}\\s*\\)?\\s*$`,
    `\\b(?:Object|Reflect)\\.defineProperty\\([^,()]*,\\s*${quoted}`,
    `\\bsetattr\\([^,()]*,\\s*${quoted}`,
    `(?:\\b(?:globals|vars)\\(\\)|\\b__dict__)\\s*(?:\\[\\s*${quoted}|\\.(?:update|setdefault)\\([^)\\n]*?(?<![\\w.])${word}\\s*=(?!=))`,
    `\\bclass_alias\\([^,()]*,\\s*${quoted}`,
    `^[ \\t]*using\\s+${word}\\s*=`,
    `\\btypealias\\s+${word}`,
  ]
  return patterns.flatMap(pattern =>
    [...spoken.matchAll(new RegExp(pattern, 'gm'))].map(({ 0: found, index }) => lineAt(index + found.length - 1)),
  )
}

/** `split = share` right below a class is a member, not a local variable. */
function isInClass(rows: readonly string[], at: number): boolean {
  const own = indentOf(rows[at] ?? '')
  const outer = rows.slice(0, at).findLast(row => row.trim() !== '' && indentOf(row) < own)
  return /^\s*(?:export\s+|default\s+|abstract\s+)*class\b/.test(outer ?? '') && !IMPORT.test((rows[at] ?? '').trim())
}

const VALUE = /^(?:[\w$.]+\s+)*[\w$.]+\s*(?::[^=]*)?=(?!=)/
const FUNCTION_VALUE = /=\s*(?:async\s*)?(?:function\b|\([^)]*\)|[\w$]+\s*=>|lambda\b|class\b)|=>/
const IMPORT = /^(?:import|from|use|using)\b|\brequire\(|\bexport\b[^=]*\bfrom\b|^export\s*\{/

function isDefinition(row: string): boolean {
  const text = row.trim()
  if (IMPORT.test(text)) return false
  return !/^\s/.test(row) || !VALUE.test(text) || FUNCTION_VALUE.test(text)
}

const LONGEST = 2_000

/** From the first line of a definition to its end: what is indented below it, and the lines that close it. */
function blockAt(rows: readonly string[], start: number): string {
  const own = indentOf(rows[start] ?? '')
  let end = start + 1
  for (; end < rows.length && end - start < LONGEST; end++) {
    const row = rows[end] ?? ''
    if (row.trim() !== '' && indentOf(row) <= own && !/^\s*(?:[)\]}{]|end\b)/.test(row)) break
  }
  // A function that became a method has the same code further to the right.
  return ' '.repeat(own) + rows.slice(start, end).join(' ').replace(/\s+/g, ' ').trim()
}

const indentOf = (row: string): number => row.length - row.trimStart().length
