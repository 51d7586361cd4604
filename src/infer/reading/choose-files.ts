import { scopeTerms } from '../../criteria/task/scope-terms.ts'
import { MANIFEST } from '../../tools/manifests/manifest-files.ts'
import type { FolderEntries } from '../../tools/manifests/project.ts'

const DOCUMENTS =
  /^(CLAUDE|AGENTS|AIWG|GEMINI|AGENT|CONTRIBUTING|DEVELOPMENT|DEVELOPING|HACKING|DEVELOPERS?|TESTING|BUILDING|BUILD|INSTALL|README|COPILOT-INSTRUCTIONS)(\.(md|markdown|rst|adoc|asciidoc|txt))?$/i

const CI_FILES =
  /^(\.gitlab-ci\.ya?ml|\.travis\.yml|azure-pipelines\.ya?ml|\.cirrus\.yml|\.woodpecker\.ya?ml|\.drone\.yml|appveyor\.yml|\.appveyor\.yml|bitbucket-pipelines\.yml|\.buildkite\.yml|\.build\.yml)$/

const FOLDERS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^\.(github|gitea|forgejo)\/workflows$|^\.woodpecker$|^\.circleci$|^\.gitlab(\/ci|-ci)?$|^\.buildkite$|^\.builds$|^\.gitlab-ci$|^\.bazelci$/,
    /\.ya?ml$/,
  ],
  [/^\.(github|gitea|forgejo)\/actions(\/[^/]+)*$/, /^action\.ya?ml$/],
  [/^\.(github|gitlab)$|^\.claude$|^\.cursor$/, /\.(md|mdc|rst|adoc)$/i],
  [
    /^(docs?|doc|documentation)(\/[^/]+)?$/i,
    /^(\d+[-_.])?(contribut\w*|develop\w*|hacking|testing|building|get-started|install\w*|tests?)([-_.][\w.-]*)?\.(md|rst|adoc)$/i,
  ],
  [
    /^(scripts?|bin|tools?|ci|\.ci|test|tests|hack|build-tools|dev|etc\/ci)$/,
    /^[\w-]+(\.(sh|bash|py|js|mjs|ts|rb|ps1|pl))?$/,
  ],
  [/^(tests?|spec)$/, /^(README(\.\w+)?|runtests\.jl)$/],
  [/^(tasks|rakelib|lib\/tasks)$/, /\.rake$/],
  [/^\.cargo$/, /^config(\.toml)?$/],
  [/^\.aiwg\/(testing|architecture|security|quality|requirements|working)$|^\.aiwg$/, /\.(md|log)$/],
  [/^\.?mise(\/tasks)?$|^\.config\/mise$|^\.mise-tasks$/, /./],
]

const NEAR =
  /^(docs?|documentation|scripts?|bin|tools?|ci|tests?|hack|build-tools|dev|etc|spec|mise|tasks|rakelib|lib\/tasks)(\/|$)/i

const SCRIPT_AT_ROOT = /^(tests?|check|ci|lint|build|run[-_]?tests?|verify)(\.(sh|bash|ps1|py))?$/
const SCRIPT_LIMIT = 60
export const MEMBER_LIMIT = 200

const PRIMARY =
  /^(package\.json|deno\.jsonc?|Cargo\.toml|pyproject\.toml|setup\.py|go\.(mod|work)|Gemfile|pom\.xml|build\.gradle(\.kts)?|composer\.json|mix\.exs|[\w.-]+\.(csproj|sln|slnx|cabal)|CMakeLists\.txt|meson\.build|Makefile|Package\.swift|build\.(sbt|mill|zig)|pubspec\.yaml|dune-project|project\.clj|gleam\.toml|rebar\.config|Project\.toml|project\.json)$/

/** Which files of the tree are worth reading for this task. */
export function chooseFiles(tree: ReadonlyMap<string, FolderEntries>, task: string): string[] {
  const chosen = new Set<string>()
  const terms = scopeTerms(task)
  const rootless = !tree.get('')?.files.some(name => PRIMARY.test(name))
  const named = new Set([...tree.keys()].filter(path => path !== '' && isNamed(path, terms)))
  const searching = named.size === 0
  let members = 0
  for (const [path, { files }] of tree) {
    const looked = path !== '' && !path.startsWith('.') && ((rootless && path.split('/').length <= 2) || searching)
    const inside = looked && members < MEMBER_LIMIT && files.some(name => PRIMARY.test(name))
    if (inside) members++
    const special = patternFor(path, named)
    const wanted = inside ? [MANIFEST, ...(special ?? [])] : special
    if (wanted === null) continue
    let scripts = 0
    for (const name of files) {
      if (!wanted.some(pattern => pattern.test(name))) continue
      if (!path.startsWith('.') && /^(scripts?|bin|tools?|hack|tests?)$/.test(path) && ++scripts > SCRIPT_LIMIT) break
      chosen.add(path === '' ? name : `${path}/${name}`)
    }
  }
  return [...chosen].sort()
}

function patternFor(path: string, named: ReadonlySet<string>): readonly RegExp[] | null {
  if (path === '') return [MANIFEST, DOCUMENTS, CI_FILES, SCRIPT_AT_ROOT]
  // All special folders are near the root.
  const near = path.split('/').length <= 4 && (path.startsWith('.') || NEAR.test(path))
  const special = near ? FOLDERS.filter(([folder]) => folder.test(path)).map(([, file]) => file) : []
  const scoped = named.has(path) ? [MANIFEST, DOCUMENTS] : []
  const all = [...special, ...scoped]
  return all.length > 0 ? all : null
}

/** True when a word of the task is this folder's name, or all words of the name are in the task. */
export function isNamed(path: string, terms: readonly string[]): boolean {
  const lower = path.toLowerCase()
  // `@acme/web` is the package `web` of its owner.
  return [...terms, ...terms.map(term => term.replace(/^@[^/]+\//, ''))].some(
    term => lower === term || lower.endsWith(`/${term}`) || term.startsWith(`${lower}/`) || isAlmost(lower, term),
  )
}

function isAlmost(path: string, term: string): boolean {
  if (term.length < 3 || term.includes('/')) return false
  const last = path.slice(path.lastIndexOf('/') + 1)
  const parts = last.split(/[-_.]/)
  if (last.replace(/[-_.](unit)?tests?$/, '') === term) return true
  if (last.length > 2 && term !== last && term.split(/[-_.@]/).at(-1) === last) return true
  return parts.length > 1 && parts.includes(term)
    ? true
    : path.split('/').slice(-2).join('-') === term || last.replace(/[-_.]/g, '') === term.replace(/[-_.]/g, '')
}
