import { dirname, join, relative } from 'node:path/posix'

const IMPORTED = /((?:\bfrom|\bimport|\brequire(?:_relative)?)\s*\(?\s*)(['"])(\.{1,2}\/[^'"\n]*)\2/g

/**
 * The text of a test that moved to another folder, with relative imports that still resolve to the same files. Imported files that moved
 * as well are followed (`moved` maps old paths to new ones). Nothing of the new text is used, so moving a test cannot redirect it.
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
