import { mainClause } from '../../criteria/task/clauses.ts'
import { isFileName } from '../../criteria/task/code-names.ts'
import { partsOf } from '../../criteria/task/parts.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { escaped, type TreeCode } from './tree-code.ts'

const NUMBER = /^v?(\d+(?:\.\d+)+(?:[-+.]?[a-z][\w.+-]*)?)$/i
const SETS = /^(?:bump|update|set|raise|change|increase|upgrade|put|move|make|pin|downgrade)$/i
const RELEASES = /^(?:release|publish|prepare|cut|tag|ship)$/i
/** Words that say nothing about what the version belongs to. */
const FILLER =
  /^(?:the|our|its|this|it|a|an|new|next|current|version|versions|number|field|string|release|package|project|crate|gem|app|application|library|module|npm|manifest|major|minor|patch|stable|final|to|of|as|at|in|from|with|be|is|now|everything|all|everywhere|should|must|we|need|needs|time)$/i
/** Some text files are no documents: `CMakeLists.txt`, `requirements-dev.txt`. */
const PROSE =
  /\.(?:mdx?|rst|adoc|lock)$|(?<!(?:^|\/)(?:CMakeLists|requirements[\w.-]*|constraints))\.txt$|(?:^|\/)(?:CHANGELOG|HISTORY|package-lock\.json)/i

interface AskedVersion {
  readonly version: string
  /** Other words of the order: whose version it is. */
  readonly of: readonly string[]
  readonly isSaid: boolean
  /** "release 2.0.0 of shop": only the project itself is released. */
  readonly isRelease?: boolean
}

/** The version that an order sets: "bump to 2.0.0", "release v2.0.0", "set the Node version in .nvmrc to 20.2". */
function askedVersion(task: string): AskedVersion | null {
  const clauses = partsOf(mainClause(task.replace(/\bversion\s*[:=]\s*/gi, 'version ')))
  return clauses.map(readClause).find(found => found !== null) ?? null
}

function readClause(clause: string): AskedVersion | null {
  const words = clause.split(/\s+/).map(word => word.replace(/^[`"'(]+|[`"'),.!]+$/g, ''))
  const at = words.findLastIndex(word => NUMBER.test(word))
  const version = NUMBER.exec(words[at] ?? '')?.[1] ?? ''
  const isSaid = words.some(word => /^(?:version|release)$/i.test(word))
  const [verb = ''] = words
  const others = words.filter(word => !FILLER.test(word) && !NUMBER.test(word) && !isFileName(word, false))
  const of = others.filter(word => !SETS.test(word) && !RELEASES.test(word))
  const isVersion = isSaid || /\d\.\d+\.\d/.test(version)
  if (version === '' || !isVersion || (others.length === of.length && !isSaid)) return null
  if (of.length === 0) return { version, of, isSaid }
  const isSet = SETS.test(verb) && /^(?:to|version)$/i.test(words[at - 1] ?? '') && (isSaid || of.length === 1)
  return isSet || RELEASES.test(verb) ? { version, of, isSaid, isRelease: !isSet } : null
}

interface MissingVersion {
  readonly says: string
  readonly refuses: boolean
}

/** "bump the version to 2.0.0": the version is new in a file that declared one; of a tool or a package, in any file but documents. */
export function missingVersion(task: string, { before, now, changed }: TreeCode): MissingVersion | null {
  const asked = askedVersion(task)
  if (asked === null) return null
  const { version, of, isSaid, isRelease = false } = asked
  const number = new RegExp(`(?<![\\d.])${escaped(version)}(?![\\d]|\\.\\d)`, 'g')
  const manifests = [...before].filter(([path, text]) => declaresVersion(path, text))
  const isOwn = of.every(word => manifests.some(([, text]) => isNameIn(text, word)))
  // The version of a package may change in a lock file alone, which is not compared.
  if (!isOwn && (isRelease || changed.size === 0)) return null
  const declaring = isOwn ? manifests.map(([path]) => path) : []
  const places = [...now].filter(
    ([path]) =>
      changed.has(path) &&
      kindOf(path) !== 'test' &&
      (declaring.length > 0 ? declaring.includes(path) || isNewManifest(path, before) : isOwn || !PROSE.test(path)),
  )
  const count = (path: string, text = ''): number => codeOf(path, text).match(number)?.length ?? 0
  return places.some(([path, text]) => count(path, text) > count(path, before.get(path)))
    ? null
    : { says: `no file declares the version \`${version}\``, refuses: isOwn || isSaid }
}

/** `"name": "shop"`, `name = "@acme/shop"`, `<artifactId>shop</artifactId>`. */
const isNameIn = (text: string, word: string): boolean =>
  new RegExp(`(?:name|artifactId)["']?\\s*[:=>]\\s*["']?(?:@[\\w.-]+/)?${escaped(word)}(?![\\w-])`, 'i').test(text)

const codeOf = (path: string, text: string): string => syntaxOf(path, text)?.spoken ?? text

const isNewManifest = (path: string, before: TreeCode['before']): boolean =>
  !before.has(path) && /(?:^|\/)[\w.-]*version[\w.-]*$/i.test(path)

const declaresVersion = (path: string, text: string): boolean =>
  !PROSE.test(path) &&
  kindOf(path) !== 'test' &&
  (/(?:^|\/)VERSION$/.test(path) || /version\b["'>]*\s*(?:[:=(]|\s)\s*["'>]*v?\d+\.\d+/i.test(codeOf(path, text)))
