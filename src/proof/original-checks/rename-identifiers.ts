import type { Rename } from '../../criteria/task/renames.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'

/**
 * Original tests with the identifiers that the task renames, and nothing else changed. Comments and strings stay. A name that the present
 * text still uses is not renamed there: the original test must still pass with it.
 */
export function inNewNames(path: string, text: string, now: string, renames: readonly Rename[]): string {
  return renames.reduce(
    (renamed, { from, to }) => (usesName(path, now, from) ? renamed : replaced(path, renamed, { from, to })),
    text,
  )
}

/** Whether the code of a file has this name, outside of comments and strings. */
export const usesName = (path: string, text: string, name: string): boolean => occurrences(path, text, name).length > 0

function replaced(path: string, text: string, { from, to }: Rename): string {
  return occurrences(path, text, from).reduceRight(
    (rest, at) => rest.slice(0, at) + to + rest.slice(at + from.length),
    text,
  )
}

function occurrences(path: string, text: string, name: string): number[] {
  const syntax = syntaxOf(path, text)
  // A shell runs the commands in its strings: "$(add_tax 100)".
  const code = (syntax?.language === 'shell' ? syntax.spoken : syntax?.code) ?? ''
  const word = new RegExp(`(?<![\\w$])${name.replace(/[$]/g, '\\$&')}(?![\\w$])`, 'g')
  return [...code.matchAll(word)].map(({ index }) => index)
}
