import type { Candidate } from '../evidence.ts'
import type { Project } from '../project.ts'

/** Tools by the language of what they look at. Runners of scripts look at anything. */
const LANGUAGES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(npm|pnpm|yarn|bun|npx|bunx|jest|vitest|deno)\b/, /\.([cm]?[jt]sx?|vue|svelte)$/],
  [/^(mix)\b/, /\.exs?$/],
  [/^cargo\b/, /\.rs$/],
  [/^(go|gotestsum|golangci-lint)\b/, /\.go$/],
  [/^(pytest|tox|nox|uv|poetry|hatch|pdm|python3?|ruff|mypy|pyright)\b/, /\.pyi?$/],
  [/^(bundle|rake|rspec|bin\/rails)\b/, /\.rb$/],
  [/^(\.\/)?(mvnw?|gradlew?)\b/, /\.(java|kt|kts|scala|groovy)$/],
  [/^(composer|vendor\/bin|php)\b/, /\.php$/],
  [/^dotnet\b/, /\.(cs|fs|vb)$/],
]

const MUCH_MORE = 3
const FOREIGN = 45

/** In a project of one language, the commands of its minor ones say less about the whole. */
export function byLanguage(candidates: readonly Candidate[], project: Project): Candidate[] {
  const counts = LANGUAGES.map(() => 0)
  for (const { files } of project.tree.values()) {
    for (const name of files) {
      const at = LANGUAGES.findIndex(([, source]) => source.test(name))
      if (at >= 0) counts[at] = (counts[at] ?? 0) + 1
    }
  }
  const most = Math.max(...counts)
  return candidates.map(candidate => {
    const at = LANGUAGES.findIndex(([tool]) => tool.test(candidate.command))
    const foreign = at >= 0 && most > MUCH_MORE * Math.max(counts[at] ?? 0, 1)
    return foreign && candidate.folder === '' ? { ...candidate, weight: candidate.weight - FOREIGN } : candidate
  })
}
