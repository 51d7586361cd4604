import { basename } from 'node:path/posix'

/**
 * The original text with only its import sources changed. When a module moves, the imports of its tests follow, which does not weaken
 * them; every other line stays the same. A line is taken from the new text only if both lines are imports and the old one names a file
 * that no longer exists.
 */
export function rewired(before: string, now: string, goneFiles: readonly string[]): string {
  const stems = goneFiles.map(stemOf).filter(stem => stem.length > 0)
  const fresh = importLines(now)
  const used = new Set<string>()
  return before
    .split('\n')
    .map(line => {
      if (!isImport(line) || !stems.some(stem => mentions(line, stem)) || fresh.includes(line)) return line
      const match = fresh.find(candidate => !used.has(candidate) && takesTheSame(line, candidate))
      if (match === undefined) return line
      used.add(match)
      return match
    })
    .join('\n')
}

const IMPORT =
  /^\s*(?:import\b|export\b.*\bfrom\b|from\b.*\bimport\b|(?:const|let|var)\b.*=\s*(?:await\s+import|require)\s*\(|require(?:_relative)?\b|use\s|#\s*include\b|using\s|alias\s)/

const isImport = (line: string): boolean => IMPORT.test(line)

const importLines = (text: string): string[] => text.split('\n').filter(isImport)

/** Whether two import lines import the same names, from any source. */
function takesTheSame(before: string, now: string): boolean {
  const names = (line: string): string =>
    line
      .replace(/(['"<])[^'">]*['">]/g, '')
      .replace(/\bfrom\s+[\w.]+|\buse\s+[\w:]+::/g, '')
      .replace(/\s+/g, '')
  return names(before) === names(now)
}

const stemOf = (path: string): string => basename(path).replace(/\.[^.]+$/, '')

const mentions = (line: string, stem: string): boolean =>
  new RegExp(`(?<![\\w-])${stem.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`).test(line)
