import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of a home in which languages look for installed packages; `*` is any name. */
const FOLDERS = [
  '.local/lib/*/site-packages',
  '.local/lib/node_modules',
  '.node_modules',
  '.local/share/gem/ruby/*/gems',
  '.gem/ruby/*/gems',
  'perl5/lib/perl5',
  '.local/share/perl',
]

/** Whether packages were installed into the home since then: they may bring plugins that a test runner loads by itself. */
export const isLibraryNew = (home: string, sinceMs: number): boolean =>
  FOLDERS.flatMap(folder => expanded(home, folder.split('/'))).some(folder => changedAt(folder) >= sinceMs)

function expanded(base: string, [first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return [base]
  return (first === '*' ? namesIn(base) : [first]).flatMap(name => expanded(join(base, name), rest))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function changedAt(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.ctimeMs ?? 0
}
