import ignore, { type Ignore } from 'ignore'
import { type BytePath, parentOf } from './byte-path.ts'

/** Rules as they were at the baseline. Kept with the snapshots, so that a later edit of them hides nothing. */
export interface FrozenRules {
  /** Lowest rank first; of two with the same folder the later wins. */
  readonly sources: readonly RuleSource[]
  /** Files that the user's repository tracks although a rule ignores them: kept all the same. */
  readonly tracked: readonly BytePath[]
}

export interface RuleSource {
  readonly folder: BytePath
  readonly text: BytePath
}

export interface IgnoreRules {
  ignores(path: BytePath, isFolder: boolean): boolean
}

/** Installed packages are ignored by default. A project that wants them tracks them, or says `!node_modules`. */
export const INSTALLED: RuleSource = { folder: '', text: 'node_modules/\n.venv/\n__pycache__/' }

export function ignoreRules({ sources, tracked }: FrozenRules): IgnoreRules {
  const byRules = matcher(sources)
  const kept = new Set(tracked.flatMap(path => [path, ...ancestors(path).map(folder => `${folder}/`)]))
  return {
    ignores: (path, isFolder) => !kept.has(isFolder ? `${path}/` : path) && byRules(path, isFolder),
  }
}

/** Of all paths those that the rules would ignore, themselves or with a folder above them. */
export function ignoredAmong(sources: readonly RuleSource[], paths: readonly BytePath[]): BytePath[] {
  const byRules = matcher(sources)
  return paths.filter(path => byRules(path, false))
}

/** A path is matched against the rules of its own folder and of those above, as git does it. */
function matcher(sources: readonly RuleSource[]): IgnoreRules['ignores'] {
  const lines = new Map<BytePath, string[]>()
  for (const { folder, text } of sources)
    lines.set(folder, [...(lines.get(folder) ?? []), ...text.replace(BYTE_ORDER_MARK, '').split('\n')])
  const known = new Map<BytePath, Ignore>()
  const rulesOf = (folder: BytePath): Ignore => {
    const rules = known.get(folder) ?? extended(folder === '' ? null : rulesOf(parentOf(folder)), folder, lines)
    known.set(folder, rules)
    return rules
  }
  return (path, isFolder) => rulesOf(parentOf(path)).ignores(isFolder ? `${path}/` : path)
}

const BYTE_ORDER_MARK = /^\xef\xbb\xbf/

function extended(above: Ignore | null, folder: BytePath, lines: ReadonlyMap<BytePath, readonly string[]>): Ignore {
  const own = lines.get(folder)
  if (above !== null && own === undefined) return above
  const rules = ignore({ ignoreCase: false })
  if (above !== null) rules.add(above)
  return rules.add((own ?? []).map(line => fromRoot(folder, line)))
}

/** A line of a nested .gitignore, written as it would stand in the one at the root. */
function fromRoot(folder: BytePath, line: string): string {
  const [, not = '', pattern = ''] = /^(!?)(.*?)\r?$/s.exec(line) ?? []
  if (folder === '' || line.startsWith('#') || /^\/? *$/.test(pattern)) return line
  const anchored = /\/(?! *$)/.test(pattern)
  return `${not}/${folder.replace(/[\\*?[]/g, '\\$&')}/${anchored ? '' : '**/'}${pattern.replace(/^\//, '')}`
}

function ancestors(path: BytePath): BytePath[] {
  const found: BytePath[] = []
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) found.push(folder)
  return found
}
