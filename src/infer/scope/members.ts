import { isCommonWord, isTestKind, scopeTerms } from '../../criteria/task/scope-terms.ts'
import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import { at, exists, fileAt, folderAt, inFolder, type Project, string, textAt } from '../../tools/manifests/project.ts'

/** A part of the project with a manifest of its own. */
export interface Member {
  readonly folder: string
  readonly name: string
}

/** Which part of the project a task speaks of. */
export interface ProjectScope {
  /** A part with its own manifest; null when the task is about all of it. */
  readonly member: Member | null
  /** A folder that the task names and that is no such part. */
  readonly folder: string | null
  /** How surely the words mean this part: 3 is a path, 2 a name with "package" or the like, 1 a name alone. */
  readonly strength: number
}

const MANIFEST =
  /^(package\.json|project\.json|Cargo\.toml|pyproject\.toml|go\.mod|pom\.xml|[\w.-]+\.gradle(\.kts)?|deno\.jsonc?|pubspec\.yaml|mix\.exs|gleam\.toml|Package\.swift|composer\.json|[\w.-]+\.(csproj|fsproj|sln|slnx|cabal|gemspec)|CMakeLists\.txt|Makefile|rebar\.config|project\.clj|deps\.edn|build\.sbt|Chart\.yaml)$/

const NOUNS =
  '(?:package|crate|module|project|app|application|solution|library|lib|plugin|gem|component|service|site|website|chart|subproject|submodule|member|extension|addon|binding|sdk|playground|demo|workspace)s?'

export function scopeOf(task: string, project: Project): ProjectScope {
  const terms = scopeTerms(task)
  const found: Match[] = []
  for (const folder of foldersRead(project)) {
    // Secondary folders are meant only when they are named exactly.
    if (folder === '' || (ASIDE.test(folder) && !isNamedExactly(folder, terms))) continue
    const { files } = folderAt(project, folder)
    const manifest = files.find(name => MANIFEST.test(name))
    if (manifest === undefined || isMerePart(folder, files) || isInTree(folder, files, project)) continue
    const name = nameOf(project, folder, files)
    const match = matchOf(task, terms, folder, name, project.name.toLowerCase())
    if (match !== null) found.push({ member: { folder, name }, ...match })
  }
  const best = found.sort(
    (a, b) =>
      b.strength - a.strength ||
      b.quality - a.quality ||
      a.member.folder.length - b.member.folder.length ||
      (a.member.folder < b.member.folder ? -1 : 1),
  )[0]
  if (best && found.some(one => isAnother(one, best))) return { member: null, folder: null, strength: 0 }
  if (best) return { member: best.member, folder: best.member.folder, strength: best.strength }
  const path = terms.find(term => term.includes('/') && project.tree.has(casedPath(project, term)))
  return {
    member: null,
    folder: path === undefined ? null : casedPath(project, path),
    strength: path === undefined ? 0 : 3,
  }
}

/** All parts that were read, without secondary ones such as examples. */
export const membersOf = (project: Project): Member[] =>
  [...foldersRead(project)].flatMap(folder => {
    const { files } = folderAt(project, folder)
    return folder === '' ||
      ASIDE.test(folder) ||
      !files.some(name => MANIFEST.test(name)) ||
      isMerePart(folder, files) ||
      isInTree(folder, files, project)
      ? []
      : [{ folder, name: nameOf(project, folder, files) }]
  })

/** `examples/friends`, or "the friends app under examples/". */
const isNamedExactly = (folder: string, terms: readonly string[]): boolean =>
  terms.includes(folder) ||
  (folder.includes('/') && folder.split('/').every(part => terms.includes(part.toLowerCase())))

/** "in ark/schema and ark/type": neither of the two is where it happens. */
const isAnother = (a: Match, b: Match): boolean =>
  a.strength === 3 &&
  b.strength === 3 &&
  !`${a.member.folder}/`.startsWith(`${b.member.folder}/`) &&
  !`${b.member.folder}/`.startsWith(`${a.member.folder}/`)

interface Match {
  readonly member: Member
  readonly strength: number
  readonly quality: number
}

/** `test/CMakeLists.txt` belongs to the build of the whole; it is no project of its own. */
const isMerePart = (folder: string, files: readonly string[]): boolean =>
  (/(^|\/)(tests?|specs?|t|src|lib|include)$/.test(folder) &&
    files.filter(name => MANIFEST.test(name)).every(name => /^(CMakeLists\.txt|Makefile)$/.test(name))) ||
  // Scripts of a build that are written as sources.
  (/(^|\/)src\/main\//.test(folder) && files.some(name => /\.gradle(\.kts)?$/.test(name)))

/** A folder that the CMake build of the root includes. What Go keeps as `testdata` is no module of the project. */
const isInTree = (folder: string, files: readonly string[], project: Project): boolean =>
  (exists(project, 'CMakeLists.txt') &&
    files.filter(name => MANIFEST.test(name)).every(name => name === 'CMakeLists.txt') &&
    !/^\s*project\s*\(/im.test(textAt(project, inFolder(folder, 'CMakeLists.txt')))) ||
  (exists(project, 'go.mod') && /(^|\/)testdata(\/|$)/.test(folder))

/** Everything that the task could name was read; the rest of a large tree is not searched again. */
const foldersRead = ({ files }: Project): Set<string> =>
  new Set([...files.keys()].map(path => path.slice(0, Math.max(path.lastIndexOf('/'), 0))))

/** Parts next to each other when the root itself is not one: backend/ and frontend/. */
export function partsOf(project: Project): Member[] {
  const parts = [...foldersRead(project)].flatMap(folder => {
    const { files } = folderAt(project, folder)
    if (folder === '' || folder.startsWith('.') || folder.split('/').length > 2 || ASIDE.test(folder)) return []
    return files.some(name => MANIFEST.test(name)) ? [{ folder, name: nameOf(project, folder, files) }] : []
  })
  const outer = parts.filter(({ folder }) => !parts.some(other => folder.startsWith(`${other.folder}/`)))
  return outer.length > PARTS_LIMIT ? [] : outer
}

const ASIDE =
  /(^|\/)(examples?|demos?|fixtures?|__fixtures__|samples?|test-?data|(?:tests?|testing|e2e|integration)[/_-](?:data|packages?|crates?|projects?|apps?|cases?|resources?|fixtures?|repos?|workspaces?)|templates?|docs?|vendor|third_party|\.[\w-]+)(\/|$)/
const PARTS_LIMIT = 4

const casedPath = (project: Project, term: string): string =>
  [...project.tree.keys()].find(path => path.toLowerCase() === term) ?? term

function matchOf(
  task: string,
  terms: readonly string[],
  folder: string,
  name: string,
  whole: string,
): { strength: number; quality: number } | null {
  const lower = folder.toLowerCase()
  const path = terms.find(term => term === lower || term.startsWith(`${lower}/`))
  if (path !== undefined && (path.includes('/') || lower.includes('/'))) return { strength: 3, quality: lower.length }
  const aliases = aliasesOf(lower, name.toLowerCase())
  const exact = terms.find(term => aliases.includes(term))
  if (exact !== undefined && (isTestKind(exact) || isToolName(exact)) && !nounStandsBy(task, exact)) return null
  if (exact !== undefined) return { strength: nounStandsBy(task, exact) ? 2 : 1, quality: 10 + exact.length }
  const tokens = lower
    .slice(lower.lastIndexOf('/') + 1)
    .split(/[-_.]/)
    .filter(token => !isCommonWord(token))
  // The name of the whole is in the names of many parts.
  const shared = terms.filter(term => tokens.includes(term) && !whole.split(/[-_.]/).includes(term))
  if (shared.length === 0 || tokens.length < 2) return null
  const first = shared[0] ?? ''
  if (shared.length < 2 && (first.length < 5 || !nounStandsBy(task, first))) return null
  return { strength: nounStandsBy(task, shared.at(-1) ?? '') ? 2 : 1, quality: (5 * shared.length) / tokens.length }
}

/** "clear all eslint errors" in a project with a package `eslint`: the tool is meant. */
const isToolName = (term: string): boolean =>
  SPOKEN_NAMES.some(([pattern, purpose]) => purpose !== 'docs' && pattern.exec(term)?.[0].length === term.length)

/** Names by which people call a part: its folder, its manifest's name with and without the owner. */
function aliasesOf(folder: string, name: string): string[] {
  const parts = folder.split('/')
  const last = parts.at(-1) ?? ''
  return [
    last,
    parts.slice(-2).join('-'),
    name,
    name.replace(/^@[^/]+\//, ''),
    name.replace(/\.(unit)?tests?$/, ''),
    last.replaceAll('_', '-'),
    last.replaceAll('-', '_'),
  ]
}

function nounStandsBy(task: string, term: string): boolean {
  const word = term === 'docs' ? '(?:docs|documentation)' : term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`${word}['"\`]?\\s+(?:\\w+\\s+)?${NOUNS}\\b|${NOUNS}\\s+['"\`]?${word}`, 'i').test(task)
}

function nameOf(project: Project, folder: string, files: readonly string[]): string {
  const data = (name: string): unknown => fileAt(project, inFolder(folder, name))?.data
  const named =
    string(at(data('project.json'), 'name')) ||
    string(at(data('package.json'), 'name')) ||
    string(at(data('Cargo.toml'), 'package', 'name')) ||
    string(at(data('pyproject.toml'), 'project', 'name')) ||
    string(at(data('deno.json'), 'name')) ||
    string(at(data('pubspec.yaml'), 'name'))
  if (named !== '') return named
  const csproj = files.find(name => /\.(cs|fs)proj$|\.slnx?$/.test(name))
  if (csproj !== undefined) return csproj.replace(/\.\w+$/, '')
  return (
    /<artifactId>([^<]+)</.exec(
      textAt(project, inFolder(folder, 'pom.xml')).replace(/<parent>[\s\S]*?<\/parent>/, ''),
    )?.[1] ?? folder.slice(folder.lastIndexOf('/') + 1)
  )
}

/** The test project that belongs to a .NET project: Polly.Core → Polly.Core.Tests. */
export function testProjectOf(project: Project, member: Member): string | null {
  const wanted = member.name.toLowerCase()
  for (const [folder, { files }] of project.tree) {
    const found = files.find(name =>
      new RegExp(`^${wanted.replace(/[.]/g, '\\.')}\\.?(unit)?tests?\\.(cs|fs)proj$`, 'i').test(name),
    )
    if (found !== undefined) return inFolder(folder, found)
  }
  const own = folderAt(project, member.folder).files.find(name => /tests?\.(cs|fs)proj$/i.test(name))
  return own === undefined ? null : inFolder(member.folder, own)
}

export const hasFile = (project: Project, folder: string, name: string): boolean =>
  exists(project, inFolder(folder, name))
