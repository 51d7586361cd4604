import { join } from 'node:path'
import type { LeafOf } from '../../criteria/criterion.ts'
import { findFiles } from '../../system/find-files.ts'
import { readRegular } from '../../system/read-regular.ts'
import { definedAt } from '../../tools/syntax/definitions.ts'
import { declarationsOf, isReached, reachedSyntax, usesOf } from '../../tools/syntax/identifiers.ts'
import { type FileFindings, shortened } from './file-rules.ts'

/** Whether the project's own code uses, or declares, an identifier. */
export async function checkSymbol({ name, glob, is }: LeafOf<'symbol'>, cwd: string): Promise<FileFindings> {
  const files = (await findFiles(cwd, glob)).filter(isReached)
  const modules = new Set(files.flatMap(file => file.replace(/\.\w+$/, '').split('/')))
  const identifier = { name: name.replace(/^\./, ''), member: name.startsWith('.') }
  const found: string[] = []
  for (const file of files) {
    const text = readRegular(join(cwd, file))?.toString() ?? ''
    const syntax = text.includes(identifier.name) ? reachedSyntax(file, text) : null
    if (syntax === null) continue
    const lines =
      is === 'declared'
        ? declarationsOf(identifier.name, syntax)
        : is === 'undeclared'
          ? definedAt(identifier.name, syntax) // A local variable may keep the name.
          : usesOf(identifier, syntax, module => modules.has(module))
    found.push(
      ...lines.slice(0, 1).map(line => `${file}:${line}: ${(text.split('\n')[line - 1] ?? '').trim().slice(0, 100)}`),
    )
  }
  const wanted = is === 'used' || is === 'declared'
  if (wanted)
    return {
      holds: found.length > 0,
      places: found.length > 0 ? [] : [`no code in ${glob} ${is === 'used' ? 'uses' : 'declares'} ${identifier.name}`],
    }
  return { holds: found.length === 0, places: shortened(found) }
}
