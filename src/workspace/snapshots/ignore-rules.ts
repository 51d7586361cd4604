import { type BytePath, parentOf } from './bytes-path.ts'
import { type IgnorePattern, readPatterns } from './ignore-pattern.ts'

/** Rules as they were at the baseline. Kept with the snapshots, so that a later edit of them hides nothing. */
export interface FrozenRules {
  /** Lowest rank first; of two with the same folder the later wins. */
  readonly sources: readonly RuleSource[]
  /** What the person's repository tracked although a rule ignores it: kept all the same. */
  readonly tracked: readonly BytePath[]
}

export interface RuleSource {
  readonly folder: BytePath
  readonly text: BytePath
}

export interface IgnoreRules {
  ignores(path: BytePath, isFolder: boolean): boolean
}

/** Installed packages are nobody's work. A project that thinks otherwise tracks them, or says `!node_modules`. */
export const INSTALLED: RuleSource = { folder: '', text: 'node_modules/\n.venv/\n__pycache__/' }

export function ignoreRules({ sources, tracked }: FrozenRules): IgnoreRules {
  const byRules = matcher(sources)
  const keptFiles = new Set(tracked)
  const keptFolders = new Set(tracked.flatMap(ancestors))
  // Folders that are entered for their tracked files alone.
  const hollow = new Set<BytePath>()
  for (const folder of [...keptFolders].sort((one, two) => one.length - two.length)) {
    if (hollow.has(parentOf(folder)) || byRules(folder, true)) hollow.add(folder)
  }
  return {
    ignores: (path, isFolder) =>
      isFolder
        ? !keptFolders.has(path) && (hollow.has(parentOf(path)) || byRules(path, true))
        : !keptFiles.has(path) && (hollow.has(parentOf(path)) || byRules(path, false)),
  }
}

/** Of all paths those that the rules would ignore, themselves or with a folder above them. */
export function ignoredAmong(sources: readonly RuleSource[], paths: readonly BytePath[]): BytePath[] {
  const byRules = matcher(sources)
  const folders = new Map<BytePath, boolean>()
  const folderIgnored = (folder: BytePath): boolean => {
    if (folder === '') return false
    const known = folders.get(folder)
    if (known !== undefined) return known
    const ignored = folderIgnored(parentOf(folder)) || byRules(folder, true)
    folders.set(folder, ignored)
    return ignored
  }
  return paths.filter(path => folderIgnored(parentOf(path)) || byRules(path, false))
}

type Matcher = (path: BytePath, isFolder: boolean) => boolean

/** The deepest rules that say anything decide, among them the last line. */
function matcher(sources: readonly RuleSource[]): Matcher {
  const inFolder = new Map<BytePath, IgnorePattern[]>()
  for (const { folder, text } of sources) {
    inFolder.set(folder, [...(inFolder.get(folder) ?? []), ...readPatterns(text)])
  }
  return (path, isFolder) => {
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
      const inside = folder === '' ? path : path.slice(folder.length + 1)
      const last = inFolder.get(folder)?.findLast(({ foldersOnly, fits }) => (isFolder || !foldersOnly) && fits(inside))
      if (last) return !last.keeps
      if (folder === '') return false
    }
  }
}

function ancestors(path: BytePath): BytePath[] {
  const found: BytePath[] = []
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) found.push(folder)
  return found
}
