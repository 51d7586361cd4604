import { appendedTo, type Plant, type PlantRequest } from './plant.ts'

/**
 * The kind of error that a tool must report. A linter may accept type errors, so it gets a file that cannot be
 * parsed; a type checker gets one that can be parsed and is wrong, because it might be configured to check nothing.
 */
export type ErrorKind = 'types' | 'syntax'

/** Null for files that no compiler or linter checks. */
export function plantError(
  { path, text, word }: Omit<PlantRequest, 'titles' | 'differed'>,
  kind: ErrorKind,
): Plant | null {
  const mark = word()
  const code = kind === 'types' ? wrongType(path, mark) : unreadable(path, mark)
  return code === null ? null : { path, marks: [{ shows: 'error', word: mark, code }], around: appendedTo(text) }
}

function wrongType(path: string, mark: string): string | null {
  if (/\.[cm]?tsx?$/.test(path)) return `export const ${mark}: '${mark}' = '${mark}2'`
  if (/\.pyi?$/.test(path)) return `${mark}: int = "${mark}"`
  return null
}

function unreadable(path: string, mark: string): string | null {
  if (/\.pyi?$/.test(path)) return `${mark} = = "${mark}"`
  if (/\.rb$/.test(path)) return `def ${mark}(`
  if (/\.(?:[cm]?[jt]sx?|vue|svelte|rs|go|java|kt|c|cc|cpp|cxx|cs|php|scala|swift|css|scss|json)$/.test(path))
    return `)]} ${mark} {[(`
  return null
}
