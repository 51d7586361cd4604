import { dirname, join, relative } from 'node:path/posix'

const IMPORTED = /((?:\bfrom|\bimport|\brequire(?:_relative)?)\s*\(?\s*)(['"])(\.{1,2}\/[^'"\n]*)\2/g

/**
 * The text of a test that went to another folder, with its relative imports leading where they led before. What moved too is
 * followed: `moved` knows old places by new ones. Nothing of the new text is used, so a test cannot be pointed elsewhere by moving it.
 */
export function relocated(text: string, from: string, to: string, moved: ReadonlyMap<string, string>): string {
  return text.replace(IMPORTED, (whole, words: string, quote: string, specifier: string) => {
    const target = join(dirname(from), specifier)
    const goal = [...moved].find(([old]) => old === target || withoutEnding(old) === target)
    const place = goal ? (goal[0] === target ? goal[1] : withoutEnding(goal[1])) : target
    const path = relative(dirname(to), place)
    return path === '' ? whole : `${words}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
  })
}

const withoutEnding = (path: string): string => path.replace(/\.[^./]+$/, '')
