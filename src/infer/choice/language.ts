import type { Candidate } from '../evidence.ts'
import type { Project } from '../project.ts'

/** Tools by the endings of the files they look at. Runners of scripts look at anything. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(npm|pnpm|yarn|bun|npx|bunx|jest|vitest|deno)\b/, 'js mjs cjs jsx ts mts cts tsx vue svelte'],
  [/^mix\b/, 'ex exs'],
  [/^cargo\b/, 'rs'],
  [/^(go|gotestsum|golangci-lint)\b/, 'go'],
  [/^(pytest|tox|nox|uv|poetry|hatch|pdm|uvx|python3?|ruff|mypy|pyright)\b/, 'py pyi'],
  [/^(bundle|rake|rspec|bin\/rails)\b/, 'rb'],
  [/^(\.\/)?(mvnw?|gradlew?)\b/, 'java kt scala groovy'],
  [/^(composer|vendor\/bin|php)\b/, 'php'],
  [/^dotnet\b/, 'cs fs vb'],
  [/^(lein|clojure|clj|bb|bin\/kaocha)\b/, 'clj cljs cljc'],
  [/^(\.\/)?rebar3\b/, 'erl hrl'],
  [/^(cabal|stack|hlint)\b/, 'hs'],
  [/^(dune|opam)\b/, 'ml mli'],
  [/^swift\b/, 'swift'],
  [/^(dart|flutter)\b/, 'dart'],
]

/** What people call the languages, by one of their endings. */
const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['elixir', 'ex'],
  ['rust', 'rs'],
  ['go', 'go'],
  ['golang', 'go'],
  ['python', 'py'],
  ['ruby', 'rb'],
  ['java', 'java'],
  ['kotlin', 'kt'],
  ['php', 'php'],
  ['clojure', 'clj'],
  ['erlang', 'erl'],
  ['haskell', 'hs'],
  ['ocaml', 'ml'],
  ['swift', 'swift'],
  ['dart', 'dart'],
])

/** Scripts of a shell stand beside every language; they are asked for by name and count for nothing else. */
const SHELL = /^(bats|shellcheck|shfmt|\S+\.(sh|bash))(\s|$)/

export const isLanguage = (word: string): boolean => SPOKEN.has(word) || /^(shell|bash)$/.test(word)

/** True for a tool of the language that the word names. */
export function speaks(command: string, word: string): boolean {
  if (/^(shell|bash)$/.test(word)) return SHELL.test(command)
  const ending = SPOKEN.get(word)
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
  return candidates.map(candidate => {
    const at = LANGUAGES.findIndex(([tool]) => tool.test(candidate.command))
    const foreign = at >= 0 && most > MUCH_MORE * Math.max(counts[at] ?? 0, 1)
    return foreign && candidate.folder === '' ? { ...candidate, weight: candidate.weight - FOREIGN } : candidate
  })
}

/** A tree of texts: there is no program whose behaviour a test could show. */
export function isProse(project: Project): boolean {
  let texts = 0
  for (const [folder, { files }] of project.tree)
    if (!folder.startsWith('.')) texts += files.filter(name => /\.(md|mdx|rst|adoc|markdown)$/i.test(name)).length
  const programs = countsOf(project).reduce((sum, count) => sum + count, 0)
  return texts > MUCH_MORE * programs
}

function countsOf({ tree }: Project): number[] {
  const counts = LANGUAGES.map(() => 0)
  let folders = 0
  for (const { files } of tree.values()) {
    if (++folders > FOLDERS) break
    for (const name of files) {
      const at = ENDINGS.get(name.slice(name.lastIndexOf('.') + 1))
      if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1
    }
  }
  return counts
}
