import { isFunctionWords } from '../../criteria/request/function-words.ts'
import { checksSpokenOf } from '../../criteria/task/check-words.ts'
import { mainClause } from '../../criteria/task/clauses.ts'
import { isCodeName } from '../../criteria/task/code-names.ts'
import { ONE_DECLARATION } from '../../criteria/task/phrase-names.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { declarationsOf } from '../../tools/syntax/identifiers.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { definitionsIn, escaped, type TreeCode } from '../task/tree-code.ts'

/** `certain`: the task surely means the code of these names, so work elsewhere is no work on the task. */
interface UnrelatedWork {
  readonly names: readonly string[]
  readonly certain: boolean
}

/** What a change is compared with besides declared names: nothing, the words of the task, or also its short words and asides. */
export type Compared = 'names' | 'words' | 'every-word'

/**
 * The names in the task that the tree declares, if the changed code has nothing to do with them: it neither is in their definitions, nor
 * mentions them, nor is used by them. Without such a name, words are compared if asked. Null where that cannot be told.
 */
export function unrelatedWork(task: string, code: TreeCode, compare: Compared = 'words'): UnrelatedWork | null {
  const found = namesIn(task).flatMap(name => definedIn(name, code))
  const sure = found.filter(({ certain }) => certain)
  const names = partsOfNames(sure.length > 0 ? sure : found)
  const product = [...code.changed].filter(path => kindOf(path) !== 'test' && !DOCUMENT.test(path))
  if (product.length === 0 || product.some(path => !isReadable(path, code))) return null
  const places = product.flatMap(path => changedPlaces(path, code))
  // Only comments: another rule looks at that.
  if (places.length === 0) return null
  const tests = [...code.changed].filter(path => kindOf(path) === 'test').flatMap(path => changedPlaces(path, code))
  if (names.length === 0) return compare === 'names' ? null : withoutWordOf(task, [...places, ...tests], compare)
  const isRelated = (to: readonly string[]): boolean =>
    places.some(({ text }) => mentionsOne(text, to)) || isUsedBy(to, declaredAt(places, code), code)
  if (isRelated(names)) {
    const isListed = ({ beside }: NameInTask): boolean => beside.some(word => found.some(({ name }) => name === word))
    const left = found.filter(one => isListed(one) && !isRelated(partsOfNames([one])))
    return left.length === 0 ? null : { names: left.map(({ name }) => name), certain: false }
  }
  // A registry connects code unseen, so a change of what was there before may belong to the task; code that is only added may not.
  const isOnlyAdded = places.every(({ isOld }) => !isOld)
  const isCertain = sure.length > 0 || withoutWordOf(task, [...places, ...tests]) !== null
  return { names, certain: isCertain && isOnlyAdded && !tests.some(({ text }) => mentionsOne(text, names)) }
}

const partsOfNames = (names: readonly NameInTask[]): string[] => [
  ...new Set(names.flatMap(({ name }) => name.split(/\.|::|#/))),
]

/** Of `Cache.Delete`, which is new, the owner is there. */
function definedIn(one: NameInTask, code: TreeCode): NameInTask[] {
  if (isDefined(one.name, code)) return [one]
  const owner = one.name.replace(/(?:\.|::|#)[^.:#]*$/, '')
  return owner !== one.name && isDefined(owner, code) ? [{ ...one, name: owner }] : []
}

/** Changed code and tests that have no word of the task, in any form. */
function withoutWordOf(task: string, places: readonly Place[], compare: Compared = 'words'): UnrelatedWork | null {
  const isWhole = compare === 'every-word'
  const checks = isWhole ? checksSpokenOf(task).map(({ phrase }) => phrase) : []
  const said = checks.reduce((text, phrase) => text.replace(phrase, ' '), isWhole ? task : mainClause(task))
  const words = (said.match(isWhole ? /[\p{L}\d]{3,}/gu : /[\p{L}\d]{4,}/gu) ?? []).filter(
    word => !isFunctionWords(word) && !ORDER.test(word) && !GENERAL.test(word) && !(isWhole && OF_ANY_CHECK.test(word)),
  )
  const stems = words.map(word => word.toLowerCase().replace(/s$/, '').slice(0, 4))
  const text = places.map(({ path, text }) => `${path} ${text}`.toLowerCase()).join('\n')
  return words.length === 0 || places.length === 0 || stems.some(stem => text.includes(stem))
    ? null
    : { names: words.slice(0, 3), certain: false }
}

/** The same in tasks about a check. */
const OF_ANY_CHECK =
  /^(?:fail\w*|pass\w*|green|red|broken|clean|again|crate|project|package|repo\w*|library|app|module|build\w*|suite|run|runs|get|the|all|and)$/i

/** Words of tasks that say nothing about their subject. */
const GENERAL =
  /^(?:implement|support|feature|function|functions|method|methods|class|code|file|files|test|tests|should|must|when|that|which|wrong|correct|bugs?|issues?|errors?|problem|crash|work|works|handle|always|never|only|instead|after|before|while|every|each|please|returns?|gives?|there|their|then|than|more|less|with|without|export|import|class|return|async|static|public|private|const|type|void|null|throw|raise|want|need)$/i

const DOCUMENT = /\.(?:mdx?|rst|txt|adoc)$|(?:^|\/)(?:CHANGELOG|README|LICENSE|HISTORY)\b[^/]*$/i

const isReadable = (path: string, { before, now }: TreeCode): boolean =>
  syntaxOf(path, now.get(path) ?? before.get(path) ?? '') !== null

const ORDER =
  /^(?:fix|make|let|teach|extend|change|update|correct|repair|adjust|debug|rework|rewrite|simplify|refactor|optimi[sz]e|inline|memoi[sz]e|cache|speed|clean|tidy)$/i
/** "discount returns …", "Rotate panics …": the first word is what the complaint is about. */
const SUBJECT_OF =
  /^(?:returns|throws|panics|raises|accepts|rejects|ignores|fails|crashes|hangs|loses|drops|leaks|breaks|misses|skips|forgets|gives|produces|yields|prints|rounds|handles|treats|should|must|does|is|can|cannot|never|always)$/i
const TOKEN = /`[^`]+`|[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*|[.!?,;:]/g

interface NameInTask {
  readonly name: string
  readonly certain: boolean
  /** The words on the other side of "and" or a comma. */
  readonly beside: readonly string[]
}

/** Words that may be names, and whether they stand where only a name does: "fix discount so that …", "the discount function". */
function namesIn(task: string): NameInTask[] {
  const words: readonly string[] = mainClause(task).match(TOKEN) ?? []
  return words.flatMap((word, at) => {
    const name = word.replace(/^`|`$|\(\)`?$/g, '')
    if (!/^[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*$/.test(name) || name.length < 3) return []
    const [last = '', next = ''] = [words[at - 1], words[at + 1]]
    const isFirst = at === 0 || /^[.!?:]$/.test(last)
    // "add a function average", where the tree has a method `add`: the order itself is no name.
    if (isFirst && /^[a-z]+$/.test(word) && !SUBJECT_OF.test(next)) return []
    const certain =
      word.startsWith('`') ||
      isCodeName(name) ||
      (/^[A-Z][a-z]/.test(name) && !isFirst) ||
      ORDER.test(last) ||
      (/^up$/i.test(last) && ORDER.test(words[at - 2] ?? '')) ||
      ONE_DECLARATION.test(last) ||
      ONE_DECLARATION.test(next) ||
      (isFirst && SUBJECT_OF.test(next))
    const beside = [at - 2, at + 2].filter(one => /^(?:and|,)$/i.test(words[(one + at) / 2] ?? ''))
    return [{ name, certain, beside: beside.map(one => words[one] ?? '') }]
  })
}

/** Only the product's own definitions: a test may have a function of any name. */
const isDefined = (name: string, code: TreeCode): boolean =>
  definitionsIn({ kind: 'symbol', name, expect: 'present' }, code.before, code).some(
    place => kindOf(place.slice(0, place.indexOf(': '))) !== 'test',
  )

interface Place {
  readonly path: string
  readonly line: number
  readonly text: string
  /** In the tree before the first turn. */
  readonly isOld: boolean
}

/** Changed lines of code, and the lines above them that they are indented under. Imports and lists of exports are no work. */
function changedPlaces(path: string, { before, now }: TreeCode): Place[] {
  const [old, current] = [rowsOf(path, before.get(path) ?? ''), rowsOf(path, now.get(path) ?? '')]
  return [...placesIn(path, current, old, false), ...placesIn(path, old, current, true)]
}

const rowsOf = (path: string, text: string): string[] => (syntaxOf(path, text)?.spoken ?? text).split('\n')

const LINKING =
  /^\s*(?:import|from|use|using|require\w*|package|export\s*\{|export\s*\*|module\.exports\b|#\s*include|\.|source)\b|\brequire\(/

function placesIn(path: string, rows: readonly string[], others: readonly string[], isOld: boolean): Place[] {
  const left = new Map<string, number>()
  for (const row of others) left.set(row.trim(), (left.get(row.trim()) ?? 0) + 1)
  const places = new Map<number, Place>()
  for (const [at, row] of rows.entries()) {
    const count = left.get(row.trim()) ?? 0
    left.set(row.trim(), count - 1)
    const above = headsOf(rows, at)
    if (count > 0 || !/[\w$]/.test(row) || [at, ...above].some(one => LINKING.test(rows[one] ?? ''))) continue
    for (const one of [at, ...above]) places.set(one, { path, line: one + 1, text: rows[one] ?? '', isOld })
  }
  return [...places.values()]
}

/** The lines that a line is indented under. */
function headsOf(rows: readonly string[], at: number): number[] {
  const heads: number[] = []
  let indent = indentOf(rows[at] ?? '')
  for (let above = at - 1; above >= 0 && indent > 0; above--) {
    const row = rows[above] ?? ''
    if (!/[\w$]/.test(row) || indentOf(row) >= indent) continue
    heads.push(above)
    indent = indentOf(row)
  }
  return heads
}

const indentOf = (row: string): number => row.length - row.trimStart().length

const wordsIn = (text: string): string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? []

/** Also as a part of a longer name: `discountOf`, `apply_discount`. */
const mentionsOne = (text: string, names: readonly string[]): boolean =>
  names.some(name => wordsIn(text).some(word => word.toLowerCase().includes(name.toLowerCase())))

/** The names that these lines declare. */
function declaredAt(places: readonly Place[], { before, now }: TreeCode): string[] {
  const found = places.flatMap(({ path, line, text, isOld }) => {
    const syntax = syntaxOf(path, (isOld ? before : now).get(path) ?? '')
    return syntax === null ? [] : wordsIn(text).filter(word => declarationsOf(word, syntax).includes(line))
  })
  return [...new Set(found)]
}

const MOST_NAMES = 60

/** Whether one of the changed definitions uses the named code, or is used by it, directly or through other code. */
function isUsedBy(names: readonly string[], changed: readonly string[], code: TreeCode): boolean {
  const isCaller = (name: string): boolean =>
    definitionsIn({ kind: 'symbol', name, expect: 'present' }, code.now, code).some(place =>
      mentionsOne(place.slice(place.indexOf(': ')), names),
    )
  if (changed.some(isCaller)) return true
  const seen = new Set(changed)
  for (const name of seen) {
    const users = placesUsing(name, code)
    if (users.some(({ text }) => mentionsOne(text, names))) return true
    for (const user of declaredAt(users, code)) if (seen.size < MOST_NAMES) seen.add(user)
  }
  return false
}

function placesUsing(name: string, { now }: TreeCode): Place[] {
  const word = new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`)
  return [...now].flatMap(([path, text]) => {
    if (!text.includes(name) || kindOf(path) === 'test' || syntaxOf(path, '') === null) return []
    const rows = rowsOf(path, text)
    return rows.flatMap((row, at) =>
      word.test(row) && !LINKING.test(row)
        ? [at, ...headsOf(rows, at)].map(one => ({ path, line: one + 1, text: rows[one] ?? '', isOld: false }))
        : [],
    )
  })
}
