import { mainClause } from '../../criteria/task/clauses.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { escaped, type TreeCode } from './tree-code.ts'

const SET_TO =
  /^(?:bump|update|set|raise|change|increase|upgrade|put|move)\b(?<between>[^,;]*?)\bversion(?: number)?(?<of>[^,;]*?) to v?(?<version>\d+(?:\.\d+)+[\w.+-]*)/i
const RELEASE =
  /^(?:release|publish|prepare|cut|tag)\b(?: (?:a|the|our|release|of|version|package))* v?(?<version>\d+(?:\.\d+)+[\w.+-]*)/i
const OWN = /^(?: (?:the|our|its|this|package|project|crate|gem|app|library|module|release|current|npm))*\s*$/i
const PROSE = /\.(?:mdx?|rst|txt|adoc|lock)$|(?:^|\/)(?:CHANGELOG|HISTORY|package-lock\.json)/i

/** "bump the version to 2.0.0": the version is new in a file that declared one; of a tool or a package, in any file but documents. */
export function missingVersion(task: string, { before, now, changed }: TreeCode): string | null {
  const clause = mainClause(task)
  const { between = '', of = '', version = '' } = (SET_TO.exec(clause) ?? RELEASE.exec(clause))?.groups ?? {}
  const wanted = version.replace(/[.+-]+$/, '')
  if (wanted === '') return null
  const number = new RegExp(`(?<![\\d.])${escaped(wanted)}(?![\\d]|\\.\\d)`, 'g')
  const isOwn = OWN.test(between) && !/^ of (?!the (?:package|project|crate|gem|app))/i.test(of)
  const declaring = isOwn ? [...before].filter(([path, text]) => declaresVersion(path, text)).map(([path]) => path) : []
  const places = [...now].filter(
    ([path]) =>
      changed.has(path) &&
      kindOf(path) !== 'test' &&
      (declaring.length > 0 ? declaring.includes(path) || isNewManifest(path, before) : isOwn || !PROSE.test(path)),
  )
  const count = (path: string, text = ''): number => codeOf(path, text).match(number)?.length ?? 0
  return places.some(([path, text]) => count(path, text) > count(path, before.get(path)))
    ? null
    : `no file declares the version \`${wanted}\``
}

const codeOf = (path: string, text: string): string => syntaxOf(path, text)?.spoken ?? text

const isNewManifest = (path: string, before: TreeCode['before']): boolean =>
  !before.has(path) && /(?:^|\/)[\w.-]*version[\w.-]*$/i.test(path)

const declaresVersion = (path: string, text: string): boolean =>
  !PROSE.test(path) &&
  kindOf(path) !== 'test' &&
  (/(?:^|\/)VERSION$/.test(path) || /version\b["'>]*\s*(?:[:=(]|\s)\s*["'>]*v?\d+\.\d+/i.test(codeOf(path, text)))
