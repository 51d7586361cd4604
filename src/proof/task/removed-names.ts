import type { NamedObject } from '../../criteria/task/named-object.ts'
import { namedObjects } from '../../criteria/task/named-objects.ts'
import { MODIFIER } from '../../criteria/task/phrase-names.ts'
import { lastPart, renamesIn } from '../../criteria/task/renames.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { folded } from '../../tools/syntax/folded.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { GateOptions } from '../options.ts'
import { clausesOf, orderIn } from '../seal/free/clauses.ts'
import { definitionsIn, escaped, inCommit, isRemoved, isUsed, readTreeCode, type TreeCode } from './tree-code.ts'

/** The identifiers that the task removes, if the tree no longer has them. */
export async function removedNames(options: GateOptions): Promise<string[]> {
  const renamed = renamesIn(options.task).map(({ from }) => from)
  const named = namedObjects(options.task).filter(
    ({ kind, expect, name, doubtful }) =>
      (kind === 'symbol' || kind === 'option') && expect === 'absent' && !doubtful && !renamed.includes(lastPart(name)),
  )
  const phrases = named.length === 0 ? removedPhrases(options.task) : []
  if (named.length + phrases.length === 0) return []
  const code = inCommit(await readTreeCode(options))
  // From every place that the task names.
  const isGoneHere = ({ name }: NamedObject): boolean =>
    named.filter(other => other.name === name).every(object => isGoneFrom(object, code))
  return [
    ...new Set(named.filter(isGoneHere).map(({ name }) => lastPart(name).replace(/^-+/, ''))),
    ...namesOfPhrases(phrases, code),
  ]
}

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
