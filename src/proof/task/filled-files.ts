import { filledFiles } from '../../criteria/task/named-objects.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { GateOptions } from '../options.ts'
import { isNamed } from './named-path.ts'

/** A file that the task fills with code from elsewhere declares something, and the code was taken from a file that existed. */
export async function unfilledFiles({ task, tree, workspace, changes, readNow }: GateOptions): Promise<string[]> {
  const named = filledFiles(task)
  if (named.length === 0) return []
  const made = await changes()
  const isOne = (path: string): boolean => named.some(name => isNamed(path, name, { tree, workspace }))
  const empty: string[] = []
  for (const { path } of made.filter(({ path, status }) => status === 'added' && isOne(path)))
    if (isHollow(path, (await readNow(path)) ?? '')) empty.push(`\`${path}\` declares nothing`)
  const isTaken = made.some(({ path, status }) => status !== 'added' && languageOf(path) !== null && !isOne(path))
  const taking = filledFiles(task, true)
  const isMade = (name: string): boolean => made.some(({ path }) => isNamed(path, name, { tree, workspace }))
  return isTaken || taking.length === 0 || !taking.every(isMade)
    ? empty
    : [...empty, 'no code was taken from another file']
}

/** Only imports, exports of other files, the name of the package, and statements that do nothing. */
function isHollow(path: string, text: string): boolean {
  const code = syntaxOf(path, text)?.spoken ?? text
  const own = code
    .replace(
      /\b(?:import|export)\s*(?:type\s*)?(?:[\w$*]+(?:\s*,\s*|\s+|(?=[{"'])))*(?:\{[^{}]*\}\s*)?(?:from\s*)?["'][^"'\n]*["']|\bexport\s*(?:type\s*)?\{[^{}]*\}/g,
      '',
    )
    .replace(/^\s*import\s*\([^()]*\)/gm, '')
    .replace(
      /^\s*(?:(?:pub\s+)?(?:use|mod)\s[^;{]*(?:\{[^{}]*\})?;|(?:package|import|using|namespace|from)\s[^\n]*|#\s*(?:include|pragma)[^\n]*|#!\S*[^\n]*|require(?:_relative)?\b[^\n]*|["']use strict["'];?)/gm,
      '',
    )
    .replace(
      /^\s*(?:pass|void 0|null|undefined|true|false|:|\d+|["'`][^"'`]*["'`]|module\.exports\s*=\s*\{\s*\})\s*;?\s*$/gm,
      '',
    )
  return !/[\p{L}\p{N}]/u.test(own)
}
