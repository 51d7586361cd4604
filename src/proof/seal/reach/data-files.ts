import { basename, dirname, join, normalize } from 'node:path/posix'
import { deployedFiles } from './deployed-files.ts'
import { importsOf } from './imports-of.ts'
import type { TreeFiles } from './reach.ts'

const DATA = /\.(?:json|jsonl|csv|tsv|txt|ya?ml|xml|golden|expected|out|snap|dat)$/i
const NAMES = /[\w@./-]+\.(?:json|jsonl|csv|tsv|txt|ya?ml|xml|golden|expected|out|snap|dat)\b/gi
const SOURCE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|ex|cs|swift|vue|svelte|html)$/
const MANIFEST = /(?:^|\/)(?:package|composer|tsconfig[\w.-]*|jsconfig|deno|biome)\.json$|lock|requirements/i
// Names of files or folders with expected results: their extension does not matter.
const COMPARED =
  /(?:^|[/._-])(?:expected|expectations?|want|wanted|goldens?|reference|baselines?|approved|oracles?|answers?|(?:test-?)?cases|(?:test-?)?vectors|conformance)(?:[/._-]|$)/i
/** Of these, the names that cannot be a product's. */
const EXPECTED = /(?:^|[/._-])(?:expected|expectations?|want|wanted|goldens?|baselines?|approved|oracles?)(?:[/._-]|$)/i
const FOR_PEOPLE = /\.(?:md|mdx|rst|adoc)$/i
const MOST_CHECKS = 500
const MOST_SOURCES = 3_000
const MOST_IN_FOLDER = 1_000

/**
 * Data files that checks name and the product does not: expected results, wherever they are. A file that the product reads too
 * belongs to the product, and the agent may change it.
 */
export function dataOfChecks(checks: readonly string[], tree: TreeFiles, isCheck: (path: string) => boolean): string[] {
  const named = new Set<string>()
  const folders = new Set<string>()
  const judged = new Set<string>()
  for (const path of checks.slice(0, MOST_CHECKS)) {
    const text = tree.read(path) ?? ''
    const before = [...named]
    for (const name of [...[...text.matchAll(NAMES)].map(([name]) => name), ...placesIn(text)]) {
      const places = [join(dirname(path), name), normalize(name)]
      const found = places.find(place => tree.has(place))
      if (found === undefined) for (const place of places.filter(isCompared)) folders.add(place)
      else if (isData(found) && !isCheck(found)) named.add(found)
    }
    const modules = [...new Set(importsOf(path, text, tree).map(({ path: module }) => module))]
    // A check that imports one module, and looks at nothing else, judges that module, unless its name says otherwise.
    const judgesModule =
      modules.length === 1 &&
      loadedBy(text).length === 1 &&
      !EXPECTED.test(modules[0] ?? '') &&
      (text.match(READS_ANY) ?? []).length === 0
    for (const module of judgesModule ? [] : modules)
      if (isCompared(module) && !isCheck(module) && isOnlyValues(tree.read(module) ?? '')) named.add(module)
    const fresh = [...named].filter(name => !before.includes(name))
    const [only = ''] = fresh
    if (fresh.length === 1 && judgesAlone(path, text, tree) && !isCompared(only) && !RULES.test(only)) judged.add(only)
  }
  for (const path of folders.size === 0 ? [] : inFolders(folders, tree)) if (!isCheck(path)) named.add(path)
  if (named.size === 0) return []
  const sources = tree.paths.filter(path => SOURCE.test(path) && !isCheck(path) && !named.has(path))
  const read = sources.slice(0, MOST_SOURCES).map(path => tree.read(path) ?? '')
  const isDeployed = deployedFiles(tree, isCheck)
  return [...named].filter(
    path =>
      !judged.has(path) &&
      !(isDeployed(path) && !isCompared(path)) &&
      !read.some(text => speaksOf(text, path, folders)),
  )
}

// Names of files that a check measures with.
const RULES =
  /(?:^|[/._-])(?:schemas?|rules?|specs?|limits?|thresholds?|budge\w+|quotas?|allow\w*|ignore\w*|skip\w*|exclu\w*|deny\w*|known\w*|config\w*|settings?|max\w*|min\w*|fixtures?|mocks?|samples?|inputs?|stats?|counts?|hash\w*|checksums?)(?:[/._-]|$)/i
const READS_ONE =
  /\b(?:open|readFile(?:Sync)?|load_file|read_text|read_bytes|ReadFile|file_get_contents|File\.read|IO\.read|require)\s*\(\s*[^)\n]*?\.(?:json|jsonl|csv|tsv|txt|ya?ml|xml|dat)\b|["']\)\.read_(?:text|bytes)\(/g
const READS_ANY =
  /\b(?:open|readFile(?:Sync)?|load_file|read_text|read_bytes|ReadFile|file_get_contents|File\.read|IO\.read|fetch|urlopen|r?glob|walk|readdir(?:Sync)?|listdir|iterdir|scandir|stat(?:Sync)?|exists(?:Sync)?|isfile|spawn\w*|exec\w*|system)\s*\(|\b(?:subprocess|Popen|argv|environ|env)\b/g

/** A check that reads one data file, and nothing else of the project, judges that file: there is no other work. */
function judgesAlone(path: string, text: string, tree: TreeFiles): boolean {
  if (importsOf(path, text, tree).length > 0) return false
  return (text.match(READS_ONE) ?? []).length === 1 && (text.match(READS_ANY) ?? []).length === 1
}

/** What a JavaScript file loads, without what Node brings along for reporting. */
const loadedBy = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\brequire\(|\bimport\(?)\s*["'`]([^"'`\n]+)["'`]/g)]
    .map(([, name = '']) => name)
    .filter(name => !/^(?:node:)?(?:assert(?:\/strict)?|test|process)$/.test(name))

/** Whether it is named like expected results. */
export const isCompared = (path: string): boolean => COMPARED.test(path) && !path.startsWith('..') && path !== '.'

const isData = (path: string): boolean =>
  !MANIFEST.test(path) &&
  (DATA.test(path) ||
    (isCompared(path) && !SOURCE.test(path) && !FOR_PEOPLE.test(path)) ||
    (/\.html$/.test(path) && isCompared(path)))

// Adjacent strings, as they are passed to a function that joins paths.
const PIECES = /(["'`])[\w@.-][\w@./-]*\1(?:\s*[,/]\s*(["'`])[\w@./-]+\2)+/g
const TEXTS = /["'`]((?:\.{1,2}\/)*[\w@.-]+(?:\/[\w@.-]+)+\/?)["'`]/g

/** As a script or a makefile goes through a folder: `for f in cases/*.in`. */
const GLOBS = /(?<![\w@./*-])((?:\.\/)?[\w@.-]+(?:\/[\w@.-]+)*)\/[\w.-]*\*[\w.*-]*/g

/** Paths that are written as one text or in pieces, and folders whose files are taken one by one. */
const placesIn = (text: string): string[] => [
  ...[...text.matchAll(GLOBS)].map(([, folder = '']) => folder),
  ...[...text.matchAll(TEXTS)].map(([, name = '']) => name.replace(/\/$/, '')),
  ...[...text.matchAll(PIECES)].map(([pieces]) =>
    [...pieces.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, piece]) => piece).join('/'),
  ),
]

/** Expected results that the recipes of a makefile compare one by one: `for f in cases/*.in; do … | diff - $${f%.in}.want`. */
export function answersInRecipes(makefiles: readonly string[], tree: TreeFiles): string[] {
  const lines = makefiles.flatMap(text => text.replaceAll('\\\n', ' ').split('\n'))
  const compared = lines.filter(line => /(?<![\w-])(?:diff|cmp)\s/.test(line))
  const folders = compared.flatMap(line => [...line.matchAll(GLOBS)].map(([, folder = '']) => normalize(folder)))
  return folders.length === 0 ? [] : inFolders(new Set(folders), tree).filter(isCompared)
}

const inFolders = (folders: ReadonlySet<string>, tree: TreeFiles): string[] =>
  tree.paths
    .filter(path => !SOURCE.test(path) && !MANIFEST.test(path) && !FOR_PEOPLE.test(path))
    .filter(path => [...folders].some(folder => path.startsWith(`${folder}/`)))
    .slice(0, MOST_IN_FOLDER)

/** A module without code is data in another form. */
const isOnlyValues = (text: string): boolean =>
  text !== '' && !/=>|\bfunction\b|\bclass\b|\bdef\b|\brequire\(|\bimport\b/.test(text)

/** By its own name; or, if a folder is listed, by the name of the folder. */
function speaksOf(text: string, path: string, folders: ReadonlySet<string>): boolean {
  if (text.includes(basename(path).replace(/\.[cm]?[jt]s$/, ''))) return true
  const folder = [...folders].find(one => path.startsWith(`${one}/`))
  return folder !== undefined && new RegExp(`["'\`/]${basename(folder)}["'\`/]`).test(text)
}
