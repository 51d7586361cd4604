import type { NamedObject } from '../../criteria/task/named-object.ts'
import { namedObjects } from '../../criteria/task/named-objects.ts'
import { MODIFIER, PART_OF_CODE } from '../../criteria/task/phrase-names.ts'
import { lastPart, renamesIn } from '../../criteria/task/renames.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { definitionsOf } from '../../tools/syntax/definitions.ts'
import { folded } from '../../tools/syntax/folded.ts'
import { declaredNames, reachedSyntax } from '../../tools/syntax/identifiers.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { GateOptions } from '../options.ts'
import { clausesOf, isNegated, orderIn } from '../seal/free/clauses.ts'
import { importsOf } from '../seal/reach/imports-of.ts'
import { definitionsIn, escaped, inCommit, isRemoved, isUsed, readTreeCode, type TreeCode } from './tree-code.ts'

/** The identifiers that the task removes, if the tree no longer has them. */
export async function removedNames(options: GateOptions): Promise<string[]> {
  const renamed = renamesIn(options.task).map(({ from }) => from)
  const named = namedObjects(options.task).filter(
    ({ kind, expect, name }) =>
      (kind === 'symbol' || kind === 'option') && expect === 'absent' && !renamed.includes(lastPart(name)),
  )
  const phrases = named.length === 0 ? removedPhrases(options.task) : []
  const declared = named.length === 0 ? wordsOfRemovals(options.task) : []
  const words = describedIn(options.task).filter(word => !renamed.includes(word))
  if (named.length + phrases.length + words.length + declared.length === 0 && !isRemoval(options.task)) return []
  const code = inCommit(await readTreeCode(options))
  const described = namesOfPhrases(phrases, code)
  // From every place that the task names.
  const isGoneHere = ({ name }: NamedObject): boolean =>
    named.filter(other => other.name === name).every(object => isGoneFrom(object, code))
  return [
    ...new Set([
      ...named.filter(isGoneHere).map(({ name }) => lastPart(name).replace(/^-+/, '')),
      ...(described.length > 0 ? described : declared.filter(name => isDeclaredAndGone(name, code))),
      ...words.filter(word => isOptionRemoved(word, code)),
      ...(isRemoval(options.task) ? namesOfModules(options.task, code) : []),
    ]),
  ]
}

const isRemoval = (task: string): boolean =>
  clausesOf(task).some(clause => !isNegated(clause) && /^(?:remove|delete|drop)$/.test(orderIn(clause)?.verb ?? ''))

/** "Remove the dset/merge mode": the names that deleted modules declared, if the task refers to the modules by file name. */
function namesOfModules(task: string, code: TreeCode): string[] {
  const modules = code.deleted.filter(path => {
    const name = path.replace(/^.*\//, '').replace(/(?:\.d)?\.\w+$/, '')
    return (
      kindOf(path) === null && name.length >= 3 && new RegExp(`(?<![\\w.-])${escaped(name)}(?![\\w-])`, 'i').test(task)
    )
  })
  return modules.flatMap(path => {
    const syntax = reachedSyntax(path, code.before.get(path) ?? '')
    const names = syntax === null ? [] : declaredNames(syntax)
    return names.filter(name => isDeclaredAndGone(name, code))
  })
}

/** Deleted modules that declared one of these names. Everything that tests import from them is gone too. */
export async function goneModules(
  removed: readonly string[],
  { changes, readBefore }: Pick<GateOptions, 'changes' | 'readBefore'>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { path, status } of removed.length === 0 ? [] : await changes()) {
    const text = status === 'deleted' && kindOf(path) === null ? await readBefore(path) : null
    const syntax = text === null ? null : reachedSyntax(path, text)
    if (syntax !== null && removed.some(name => definitionsOf(name, syntax).length > 0)) found.add(path)
  }
  return found
}

/** Whether all product code that a test file imports is in deleted modules. */
export function importsOnlyGone(path: string, text: string, modules: ReadonlySet<string>): boolean {
  if (modules.size === 0) return false
  const places = new Set<string>()
  const has = (place: string): boolean => {
    places.add(place)
    return modules.has(place)
  }
  const isGone = importsOf(path, text, { has }).length > 0
  const gone = [...modules].map(path => path.replace(/(?:\/index)?\.\w+$/, ''))
  const isOfGone = (place: string): boolean =>
    gone.some(module => place === module || (/^[./]/.test(place.slice(module.length)) && place.startsWith(module)))
  return isGone && [...places].every(place => kindOf(place) !== null || isOfGone(place))
}

/** The removed names, and the other names that this file imported from deleted modules. */
export const removedIn = (
  path: string,
  text: string,
  removed: readonly string[],
  modules: ReadonlySet<string>,
): readonly string[] =>
  modules.size === 0
    ? removed
    : [...new Set([...removed, ...importsOf(path, text, modules).flatMap(({ names }) => names.map(([here]) => here))])]

/** Words of "drop Const from the library": one of them may name what the source declared, whatever else it means. */
const wordsOfRemovals = (task: string): string[] => [
  ...new Set(
    clausesOf(task)
      .flatMap(clause => (isNegated(clause) ? [] : (orderIn(clause) ?? [])))
      .filter(({ verb }) => /^(?:remove|delete|drop)$/.test(verb))
      .flatMap(
        ({ object }) =>
          object.split(/\s(?:from|in|of|with|for|by|at)\s/i)[0]?.match(/(?<![\w.-])[A-Za-z_]\w{2,}(?![\w-])/g) ?? [],
      ),
  ),
]

function isDeclaredAndGone(name: string, code: TreeCode): boolean {
  const object: NamedObject = { kind: 'symbol', name, expect: 'absent' }
  const sources = new Map([...code.before].filter(([path]) => code.changed.has(path) && kindOf(path) !== 'test'))
  return definitionsIn(object, sources, code).length > 0 && !isUsed(object, code)
}

/** Words of the task that name a value and no declaration: code may keep what they stand for under another name. */
export const describedIn = (task: string): string[] => removedPhrases(task).flatMap(describedWords)

const VALUE_NOUN =
  '(?:type|format|mode|specifier|directive|code|keyword|operator|field|key|value|extension|scheme|protocol|locale|language|unit|filter|tag|attribute|setting|column|event|endpoint|route|dialect|backend|driver|provider|algorithm|codec|encoding|preset|theme|level|variant|command|flag|option)s?'
const DESCRIBED = new RegExp(
  `^(?:the |all |any )?(?:support (?:for|of) )?(?:the |an? )?(?:["'\`]?(?<word>[\\w%][\\w%-]*)["'\`]? ${VALUE_NOUN}|${VALUE_NOUN} ["'\`]?(?<after>[\\w%][\\w%-]*)["'\`]?)(?= |$)`,
  'i',
)

/** "the support for the ts type": a word of which the code has no declaration, only a value. */
function describedWords(phrase: string): string[] {
  const { word, after } = DESCRIBED.exec(phrase)?.groups ?? {}
  const name = word ?? after ?? ''
  return name === '' || MODIFIER.test(name) || PART_OF_CODE.test(name) || IS_LINK.test(name) ? [] : [name]
}

const IS_LINK = /^(?:from|in|of|for|and|with|to|that|which|support)$/i

/** What a task removes together with its tests, in its own words. Null when it removes only tests, or code that does nothing. */
export function removedWithTests(task: string): string | null {
  if (!WITH_TESTS.test(task)) return null
  const phrase = removedPhrases(task)[0]?.split(/\s(?:with|along|including)\s/i)[0]
  return phrase === undefined || ABOUT_TESTS.test(phrase) || WITHOUT_EFFECT.test(phrase) ? null : phrase
}

const WITH_TESTS =
  /\b(?:(?:its|their)\s+(?:\w+\s+){0,2}|(?:with|and|including)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:its\s+|their\s+)?(?:\w+\s+)?)(?:tests?|specs?)\b/i
const ABOUT_TESTS =
  /\b(?:tests?|specs?|assert\w*|expectations?|fixtures?|snapshots?|mocks?|suites?|docs?|documentation|comments?|readme|changelog)\b/i
const WITHOUT_EFFECT =
  /\b(?:redundant|duplicated?|unused|dead|unreachable|obsolete|superfluous|ignored|no-?op|needless|unnecessary|dependenc(?:y|ies)|packages?|workarounds?|polyfills?|shims?)\b/i

const isGoneFrom = (object: NamedObject, code: TreeCode): boolean =>
  object.kind === 'option' ? isOptionRemoved(object.name, code) : isRemoved(object, code)

/** An option may be a key or a word of the command line, so strings count, too. */
function isOptionRemoved(name: string, { before, now, changed }: TreeCode): boolean {
  const word = new RegExp(`(?<![\\w$])${escaped(name.replace(/^-+/, ''))}(?![\\w$])`)
  const isThere = (files: TreeCode['now']): boolean =>
    [...files].some(([path, text]) => {
      if (kindOf(path) === 'test' || (BESIDE.test(path) && !changed.has(path))) return false
      const syntax = syntaxOf(path, text)
      return syntax !== null && word.test(folded(syntax).spoken)
    })
  return isThere(before) && !isThere(now)
}

/** Demos and benchmarks use the product. One that did not change may still pass an option, which is then ignored. */
const BESIDE =
  /(?:^|\/)(?:bench(?:marks?)?|demos?|examples?|samples?|playground|website|docs?)\/|[._-]bench\.\w+$|\.stories\.\w+$/i

/** "Remove the Train-Case conversion and its tests": what goes is described, not named, and the tests go along. */
function removedPhrases(task: string): string[] {
  if (!/\b(?:its|their|the|all|with)\s+(?:\w+\s+)?(?:tests?|specs?)\b/i.test(task)) return []
  return clausesOf(task)
    .map(orderIn)
    .flatMap(order => (order !== null && /^(?:remove|delete|drop)$/.test(order.verb) ? [order.rest] : []))
}

const partsOf = (name: string): string =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter(part => part !== '')
    .join(' ')
    .toLowerCase()} `

/** Two words of a description that follow each other in a name, as in `ToTrainCase`. All names that have them must be gone. */
function namesOfPhrases(phrases: readonly string[], code: TreeCode): string[] {
  return phrases.flatMap(phrase => {
    const words = partsOf(phrase)
      .trim()
      .split(' ')
      .filter(word => !MODIFIER.test(word))
    const pairs = words.slice(1).map((word, at) => ` ${words[at]} ${word} `)
    const names = declaredWith(pairs, code)
    return names.some(name => isUsed({ kind: 'symbol', name, expect: 'absent' }, code)) ? [] : names
  })
}

/** Names with one of these pairs of words that changed sources declared. */
function declaredWith(pairs: readonly string[], code: TreeCode): string[] {
  const sources = new Map([...code.before].filter(([path]) => code.changed.has(path) && kindOf(path) !== 'test'))
  const names = new Set(
    [...sources].flatMap(([path, text]) => (syntaxOf(path, text)?.code ?? '').match(/[A-Za-z_]\w+/g) ?? []),
  )
  return [...names].filter(
    name =>
      pairs.some(pair => partsOf(name).includes(pair)) &&
      definitionsIn({ kind: 'symbol', name, expect: 'absent' }, sources, code).length > 0,
  )
}
