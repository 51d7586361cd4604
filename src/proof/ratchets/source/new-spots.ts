import { folded } from '../../../tools/syntax/folded.ts'
import { type Syntax, syntaxOf } from '../../../tools/syntax/syntax.ts'
import type { ChangedText } from '../changed-text.ts'

/** A place in the code of a file. */
export interface Spot {
  readonly path: string
  readonly line: number
  /** Spots with the same key offset each other, so that code may move. */
  readonly key: string
  readonly syntax: Syntax
  readonly index: number
}

export type Find = (path: string, syntax: Syntax) => readonly Omit<Spot, 'path' | 'syntax'>[]

/** Spots that are found more often than before, over all these files. */
export function newSpots(files: readonly ChangedText[], find: Find): Spot[] {
  const spots = (path: string, text: string | null): Spot[] => {
    const read = text === null ? null : syntaxOf(path, text)
    const syntax = read && folded(read)
    return syntax === null ? [] : find(path, syntax).map(spot => ({ ...spot, path, syntax }))
  }
  const before = files.flatMap(({ path, before }) => spots(path, before))
  const take = (fits: (old: Spot) => boolean): boolean => {
    const at = before.findIndex(fits)
    if (at >= 0) before.splice(at, 1)
    return at >= 0
  }
  return files
    .flatMap(({ path, now }) => spots(path, now))
    .filter(spot => !take(old => old.path === spot.path && old.key === spot.key))
    .filter(spot => !take(old => old.key === spot.key))
}

/** Matches in code with visible strings, kept only if the group `code`, or the match, starts in code. */
export function inCode(pattern: RegExp, { code, spoken }: Syntax): { readonly index: number; readonly text: string }[] {
  return [...spoken.matchAll(pattern)].flatMap(found => {
    const anchor = found.groups?.['code']
    const index = found.index + (anchor === undefined ? 0 : found[0].indexOf(anchor))
    return code[index] === spoken[index] && /\S/.test(code[index] ?? '') ? [{ index, text: found[0] }] : []
  })
}
