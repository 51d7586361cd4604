import { BUILD_SYSTEMS, LANGUAGES, SHELL_LINE, SPOKEN_LANGUAGES } from '../../tools/commands/languages.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { type Project, textAt } from '../../tools/manifests/project.ts'
import type { Candidate } from '../evidence.ts'

export const isLanguage = (word: string): boolean => SPOKEN_LANGUAGES.has(word) || /^(shell|bash)$/.test(word)

/** The language that people mean by files with that ending; null for texts and data. */
export function languageOfEnding(ending: string): string | null {
  const at = ENDINGS.get(ending)
  return (
    [...SPOKEN_LANGUAGES].find(([, own]) => own === ending || (at !== undefined && ENDINGS.get(own) === at))?.[0] ??
    null
  )
}

/** True for a tool of the language that the word names. */
export function speaks(command: string, word: string): boolean {
  if (/^(shell|bash)$/.test(word)) return SHELL_LINE.test(command)
  const ending = SPOKEN_LANGUAGES.get(word)
  const own = ending === undefined ? undefined : LANGUAGES[ENDINGS.get(ending) ?? -1]
  return own?.[0].test(command) ?? false
}

const ENDINGS = new Map(LANGUAGES.flatMap(([, endings], at) => endings.split(' ').map(ending => [ending, at] as const)))
const MUCH_MORE = 3
export const FOREIGN = 180
// A sample of folders tells the main language as well as all of them.
const FOLDERS = 2_000

/** In a project of one language, the commands of its minor ones say less about the whole. */
export function byLanguage(candidates: readonly Candidate[], project: Project): Candidate[] {
  const counts = countsOf(project)
  const most = Math.max(...counts)
  const pinned = pinnedLanguages(project)
  const mostPinned = Math.max(...[...pinned].map(at => counts[at] ?? 0), 0)
  return candidates.map(candidate => {
    const at = languageOf(candidate)
    const own = counts[at] ?? 0
    const foreign =
      at >= 0 &&
      (most > MUCH_MORE * Math.max(own, 1) || (mostPinned > 0 && MUCH_MORE * mostPinned >= own && !pinned.has(at)))
    return foreign && candidate.folder === '' ? { ...candidate, weight: candidate.weight - FOREIGN } : candidate
  })
}

/** The languages whose versions the project fixes: they decide between two of about the same size. */
function pinnedLanguages(project: Project): ReadonlySet<number> {
  const pins = ['.tool-versions', 'mise.toml', '.mise.toml'].map(name => textAt(project, name)).join('\n')
  const names = [...pins.matchAll(/^\s*["']?([a-z][\w-]*)["']?\s*[=\s]\s*\S/gm)].map(([, name = '']) => name)
  return new Set(names.flatMap(name => ENDINGS.get(SPOKEN_LANGUAGES.get(PINNED_AS.get(name) ?? name) ?? '') ?? []))
}

/** Names of version managers for what people call otherwise. */
const PINNED_AS = new Map([
  ['node', 'javascript'],
  ['nodejs', 'javascript'],
  ['bun', 'javascript'],
  ['deno', 'javascript'],
])

/** Where documents and CI use one build system at least twice as often as another, the other is kept for somebody else. */
export function byBuildSystem(candidates: readonly Candidate[], mentioned: readonly Candidate[]): Candidate[] {
  const uses = BUILD_SYSTEMS.map(
    system => mentioned.filter(({ layer, command }) => layer !== 3 && system.test(bare(command))).length,
  )
  const most = Math.max(...uses)
  return candidates.map(candidate => {
    const at = BUILD_SYSTEMS.findIndex(system => system.test(bare(candidate.command)))
    const minor = at >= 0 && most > 1 && most >= 2 * (uses[at] ?? 0)
    return minor ? { ...candidate, weight: candidate.weight - FOREIGN } : candidate
  })
}

const bare = (command: string): string => command.replace(/^cd \S+ && /, '')

/** Of the command itself, or of all that a script of the project calls; -1 for none or several. */
function languageOf({ command, includes }: Candidate): number {
  const own = LANGUAGES.findIndex(([tool]) => tool.test(command))
  if (own >= 0 && includes.length === 0) return own
  const inner = new Set(includes.map(line => LANGUAGES.findIndex(([tool]) => tool.test(unwrap(line)))))
  const [only = -1] = inner
  return inner.size === 1 && only >= 0 ? only : own
}

/** A tree of texts: there is no program whose behaviour a test could show. */
export function isProse(project: Project): boolean {
  let texts = 0
  for (const [folder, { files }] of project.tree)
    if (!folder.startsWith('.')) texts += files.filter(name => /\.(md|mdx|rst|adoc|markdown)$/i.test(name)).length
  const programs = countsOf(project).reduce((sum, count) => sum + count, 0)
  return texts > MUCH_MORE * programs
}

/** Below such a folder come packages, deeper than names are read. */
const DEEP = /(?:^|\/)src\/\w+\/(java|scala|groovy|kotlin)$/
const SOURCES = 20

function countsOf({ tree }: Project): number[] {
  const counts = LANGUAGES.map(() => 0)
  let folders = 0
  for (const [path, { files }] of tree) {
    if (++folders > FOLDERS) break
    const deep = ENDINGS.get(DEEP.test(path) ? 'java' : '')
    if (deep !== undefined) counts[deep] = (counts[deep] ?? 0) + SOURCES
    for (const name of files) {
      if (name.includes('.min.')) continue
      const at = ENDINGS.get(name.slice(name.lastIndexOf('.') + 1))
      if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1
    }
  }
  return counts
}
