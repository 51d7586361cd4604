import { isCodeFile, isDistinctive } from './code-names.ts'
import type { NamedObject } from './named-object.ts'
import { bareNewName, isNoun, isPlural, type NewName, plainNewName } from './new-names.ts'
import { type Before, DOUBTFUL, nearIf, placeIn, type Read } from './order-reading.ts'
import type { Order } from './orders.ts'
import { CALLED, isDocument, isMember, type ObjectName, type Phrase, readHeading, readName } from './phrase-names.ts'

/** What an order to add something demands. */
export function created({ verb = '' }: Order, phrases: readonly Phrase[], before: Before): Read {
  const words = phrases[0]?.words ?? []
  const near = placeIn(phrases)
  const written = words.length === 0 ? [] : writtenFiles(words, near)
  const heading = readHeading(phrases, near)
  if (heading)
    return { objects: [{ ...heading, expect: 'present', ...(near === null ? {} : { near }) }, ...written], waiting: [] }
  const head = readName(words, 'new')
  if (head) return { objects: [...namedObjectsFor(head, words, near), ...written], waiting: [] }
  const code = words.filter(word => WRITTEN_LIKE_CODE.test(word))
  if (code.length === 1 && code[0] !== undefined && !words.some(word => ABOUT_KNOWN.test(word)))
    return { objects: [{ kind: 'symbol', name: code[0], expect: 'present' }, ...written], waiting: [] }
  const beside = plainNewName(words)
  const bare = beside === null ? bareNewName(words, verb) : null
  const isNamed = beside !== null || isCodeFile(near ?? '') || before.isList === true || isImplemented(verb, phrases)
  const found = beside ?? bare
  const waiting = [
    ...before.waiting,
    ...(found === null || isNamed ? [] : [{ kind: 'symbol', name: found.name } as const]),
  ]
  if (found === null || !isNamed) return { objects: written, waiting }
  const isListed = isPlural(words) || isCodeFile(near ?? '')
  const listed = (isListed ? waiting : []).flatMap(({ name }) => bareNewName([name], verb) ?? [])
  return {
    objects: [...[...listed, found].map(one => added(one, near)), ...written],
    waiting: [],
    isList: isPlural(words) || before.isList === true,
  }
}

/** "a to_dot_case conversion". Names of products are not written like this. */
const WRITTEN_LIKE_CODE = /^(?:[a-z][a-z\d]*(?:_[a-z\d]+)+|[a-z]{2}[a-z\d]*(?:[A-Z][a-z\d]+)+)$/

/** "parseDate tests" are for something that is there. */
const ABOUT_KNOWN =
  /^(?:tests?|specs?|docs?|documentation|docstrings?|comments?|examples?|coverage|benchmarks?|calls?|usages?)$/i

/** The file that gets something. Of a document, "a CHANGELOG entry" is one too. */
function writtenFiles(words: readonly string[], near: string | null): NamedObject[] {
  const named = words.find((word, at) => isDocument(word) && ENTRY.test(words[at + 1] ?? ''))
  const name = near ?? named ?? null
  if (name === null || !(isDocument(name) || /\.\w+$/.test(name))) return []
  // Some projects collect entries in files of other names.
  const file = { kind: 'file', name, ...(/^changelog$/i.test(name) ? DOUBTFUL : {}) } as const
  return [{ ...file, expect: 'present' }, ...(isDocument(name) ? [{ ...file, expect: 'changed' } as const] : [])]
}

const ENTRY = /^(?:entry|entries|notes?|lines?|items?|paragraphs?|sections?|tables?|examples?)$/i

/** "implement average": the word alone, with nothing behind it. */
const isImplemented = (verb: string, phrases: readonly Phrase[]): boolean =>
  verb === 'implement' && phrases.length === 1

function added({ name, sureness }: NewName, near: string | null): NamedObject {
  const symbol = { kind: 'symbol', name } as const
  const how = sureness === 'guess' ? DOUBTFUL : sureness === 'word' ? ({ isWord: true } as const) : {}
  return { ...symbol, expect: 'added', ...nearIf(near, symbol), ...how }
}

/** A name that may be an ordinary word may be there already, so the changed code must have it. */
function namedObjectsFor(head: ObjectName, words: readonly string[], near: string | null): NamedObject[] {
  const present: NamedObject = { ...head, expect: 'present', ...nearIf(near, head) }
  if (head.kind !== 'symbol' || isDistinctive(head.name) || !(near === null || isCodeFile(near))) return [present]
  const isSure = words.some(word => isNoun(word) || word.includes(CALLED)) || isMember(head.name)
  if (!isSure && near === null) return [present]
  return [present, added({ name: head.name, sureness: isSure ? 'name' : 'word' }, near)]
}
