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
  return [...new Set(declarationsOf(name, syntax))].filter(line => isDefinition(rows[line - 1] ?? ''))
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
