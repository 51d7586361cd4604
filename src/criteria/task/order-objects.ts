import { isCodeFile, isCodeName, isDistinctive, isFileName } from './code-names.ts'
import { created } from './created-objects.ts'
import type { NamedObject } from './named-object.ts'
import { plainNewName } from './new-names.ts'
import { type Before, DOUBTFUL, demanding, nearIf, PLACE, placeIn, type Read } from './order-reading.ts'
import type { Action, Order } from './orders.ts'
import {
  CODE_NOUN,
  isDocument,
  isOneName,
  MODIFIER,
  type ObjectName,
  ONE_DECLARATION,
  PART_OF_CODE,
  type Phrase,
  phrasesOf,
  readHeading,
  readName,
  readPlace,
} from './phrase-names.ts'

const IN = /^(?:in|inside|within|across)$/i
const DESTINATION = /^(?:to|into|as|with|by|->|=>|→)$/i

export function objectsOf(order: Order, before: Before): Read {
  const { action, words } = order
  const phrases = phrasesOf(action === 'rename' ? withoutOccurrences(words) : words)
  switch (action) {
    case 'create':
      return created(order, phrases, before)
    case 'remove':
      return removedAlso(phrases, before) ?? removed(order, phrases)
    case 'discard':
      return removedAlso(phrases, before) ?? (isOfCode(phrases[0]) ? removed(order, phrases) : demanding())
    case 'inline':
      return inlined(order, phrases)
    case 'deprecate':
      return demanding(...named(headOf(order, phrases, 'plain'), 'deprecated'))
    case 'update':
      return updated(phrases)
    case 'merge':
      return merged(order, phrases, before)
    default:
      return relocated(order, phrases, before)
  }
}

/** "remove slug from src/a.js, src/b.js, and src/c.js": each further path is one more place, and stays. Null for anything else. */
function removedAlso([head, ...rest]: readonly Phrase[], { place, waiting, isInSymbol, isFrom }: Before): Read | null {
  if (isInSymbol && rest.length === 0 && head !== undefined && isSymbol(head.words)) return { objects: [], waiting }
  const near = place === null || rest.length > 0 || head?.words.length !== 1 ? null : readPlace(head.words)
  if (near !== null) return { objects: waiting.flatMap(one => removedFrom(one, near)), waiting }
  // "remove 3.10 from the classifiers, tox.ini, and the workflow": the file stays.
  const isFile = head?.words.some(word => /^files?$/i.test(word)) === true
  return isFrom === true && rest.length === 0 && !isFile ? { objects: [], waiting } : null
}

/** "remove 3.10 from the classifiers": what follows in the list is one more place. */
export function endsWithPlace({ action, words, isContinued }: Order, before: Before): boolean {
  const last = phrasesOf(words).slice(1).at(-1)
  return last === undefined
    ? isContinued === true && before.isFrom === true
    : /^(?:remove|discard)$/.test(action) && /^from$/i.test(last.preposition)
}

const removedFrom = (one: ObjectName, near: string): NamedObject[] =>
  one.kind === 'symbol' || one.kind === 'heading' ? [{ ...one, expect: 'absent', near }] : []

/** The place at the end of a part, or of the part that it continues. */
export function placeOf({ words, isContinued }: Order, before: Before): string | null {
  const last = phrasesOf(words).slice(1).at(-1)
  if (last !== undefined) return PLACE.test(last.preposition) ? readPlace(last.words) : null
  return isContinued ? before.place : null
}

/** "remove the strict option from parse and format": a further name alone is one more place. */
export function isInSymbol({ words, isContinued }: Order, before: Before): boolean {
  const [head, ...rest] = phrasesOf(words)
  const last = rest.at(-1)
  if (last !== undefined) return /^(?:from|in|of|inside|within|across)$/i.test(last.preposition) && isSymbol(last.words)
  return isContinued === true && before.isInSymbol === true && head !== undefined && isSymbol(head.words)
}

const isSymbol = (words: readonly string[]): boolean =>
  isOneName(words.filter(word => !/^(?:the|both)$/i.test(word) && !ONE_DECLARATION.test(word))) &&
  readName(words, 'plain')?.kind === 'symbol'

/** The name after the verb. "It" is what the statement before is about. */
function headOf({ action, topic }: Order, phrases: readonly Phrase[], role: Parameters<typeof readName>[1]) {
  const words = phrases[0]?.words ?? []
  const isPronoun = action !== 'create' && words.length > 0 && /^(?:it|them|that|this)$/i.test(words[0] ?? '')
  // The object is left out: "reads like a getter, rename to addAll".
  const isLeftOut = action === 'rename' && words.length === 0
  return (isPronoun && words.length === 1) || isLeftOut ? (topic?.named ?? null) : readName(words, role)
}

const named = (one: ObjectName | null, expect: NamedObject['expect']): NamedObject[] =>
  one ? [{ ...one, expect }] : []

/** "update CHANGELOG.md", "edit the README": the file changes. Some projects collect changelog entries in files of other names. */
function updated([head]: readonly Phrase[]): Read {
  const words = (head?.words ?? []).filter(word => !MODIFIER.test(word)).map(word => word.replace(/^[`"']|[`"']$/g, ''))
  const files = words.filter(word => isDocument(word) || isFileName(word, false))
  if (files.length !== 1 || words.length > 2) return demanding()
  return demanding(
    ...files.map(
      name => ({ kind: 'file', name, expect: 'changed', ...(/^changelog$/i.test(name) ? DOUBTFUL : {}) }) as const,
    ),
  )
}

function removed(order: Order, phrases: readonly Phrase[]): Read {
  const near = placeIn(phrases)
  const heading = readHeading(phrases, near)
  if (heading)
    return { objects: [{ ...heading, expect: 'absent', ...(near === null ? {} : { near }) }], waiting: [heading] }
  const words = phrases[0]?.words ?? []
  // "drop support for Node" is about no symbol, even if the code declares one.
  if (words[0] === 'support-for') return demanding(...named(readName(words.slice(1), 'known'), 'absent'))
  const head = headOf(order, phrases, isPlaced(phrases) ? 'plain' : 'known')
  if (head === null) return demanding()
  const doubtful = isDoubtful(order, head, words)
  return {
    objects: [{ ...head, expect: 'absent', ...nearIf(near, head), ...(doubtful ? DOUBTFUL : {}) }],
    waiting: doubtful ? [] : [head],
  }
}

/** "remove color from the output": a word alone is a name only if the place is one too. */
const isPlaced = ([head, ...places]: readonly Phrase[]): boolean =>
  isOfCode(head) ||
  places.every(({ words }) => GENERAL_PLACE.test(words.at(-1) ?? '') || readName(words, 'plain') !== null)

const GENERAL_PLACE =
  /^(?:packages?|modules?|codebase|project|repo(?:sitory)?|library|crate|api|code|sources?|tree|cli)$/i

const isOfCode = (phrase: Phrase | undefined): boolean =>
  phrase?.words.some(word => CODE_NOUN.test(word) || /^-|^(?:flag|option|command|subcommand)$/i.test(word)) === true

/** "it" may mean something else in the statement; a further word may be a verb: "remove slug and commit". */
const isDoubtful = ({ topic, isContinued }: Order, head: ObjectName, words: readonly string[]): boolean =>
  head === topic?.named
    ? !topic.isUnneeded
    : isContinued === true && head.kind === 'symbol' && /^[a-z]+$/.test(head.name) && isOneName(words)

/** Code that goes into another function changes it; without a destination, it goes to every place that used it. */
function inlined(order: Order, phrases: readonly Phrase[]): Read {
  const head = headOf(order, phrases, 'plain')
  if (head?.kind !== 'symbol') return demanding()
  const goals = phrases.slice(1).filter(({ preposition }) => /^(?:in|into|to|at)$/i.test(preposition))
  if (goals.length === 0) return demanding(...named(head, 'absent'))
  const target = readName(goals[0]?.words ?? [], 'plain')
  return demanding(
    { ...head, expect: 'absent', ...DOUBTFUL },
    ...(target?.kind === 'symbol' ? named(target, 'changed') : []),
  )
}

/** "merge a and b into c": c is new or changed. Functions may stay beside the one that calls them; of files, code was taken. */
function merged(order: Order, phrases: readonly Phrase[], { waiting }: Before): Read {
  const head = headOf(order, phrases, 'plain')
  const sources = head === null ? waiting : [...waiting, head]
  const goal = phrases.slice(1).find(({ preposition }) => /^(?:to|into|in|as|->|=>|→)$/i.test(preposition))
  if (goal === undefined) return { objects: [], waiting: sources }
  const target = readName(goal.words, 'plain')
  if (sources.length === 0 || target === null) return demanding()
  const isCode = ({ kind, name }: ObjectName): boolean => kind === 'symbol' || (kind === 'file' && isCodeFile(name))
  if (![target, ...sources].every(isCode)) return demanding()
  return demanding(
    ...sources.map(
      (source): NamedObject => ({ ...source, expect: 'changed', ...(source.kind === 'symbol' ? DOUBTFUL : {}) }),
    ),
    ...named(target, target.kind === 'file' ? 'present' : 'made'),
  )
}

/** Renames, conversions, and everything that takes code from one place to another. */
function relocated(order: Order, phrases: readonly Phrase[], { waiting, isFilled }: Before): Read {
  const { action } = order
  const goal = phrases.slice(1).find(({ preposition }) => isDestination(preposition, action))
  const head = headOf(order, phrases, roleOf(action, phrases, goal))
  const sources = head === null ? waiting : [...waiting, head]
  if (goal === undefined && isFilled && FILLS.includes(action) && head?.kind === 'file')
    return demanding({ ...head, expect: 'present' })
  if (goal === undefined) return { objects: [], waiting: sources }
  if (isOwnFile(goal.words) && action !== 'rename' && action !== 'convert')
    return demanding(...movedOut(sources, order))
  const target = readName(goal.words, action === 'rename' && sources.length > 0 ? 'same' : 'known')
  if (action === 'convert') return demanding(...converted(sources, target, goal.words))
  if (action === 'rename') {
    const within = phrases.slice(1).find(({ preposition }) => IN.test(preposition))
    return demanding(
      ...(isOfPackage(phrases[0]) ? packageName(goal.words) : renamed(sources, target, readPlace(within?.words ?? []))),
    )
  }
  if (
    (action === 'put' || action === 'take') &&
    (target?.kind !== 'file' || !(isCodeFile(target.name) || target.name.endsWith('/')))
  )
    return demanding()
  const file = action === 'move' && target?.kind === 'symbol' ? fileOf(phrases.slice(phrases.indexOf(goal) + 1)) : null
  const objects =
    file === null ? moved(sources, target, order) : [...named(target, 'present'), ...moved(sources, file, order)]
  return demanding(...(order.isUnknown ? objects.map(object => ({ ...object, ...DOUBTFUL })) : objects))
}

/** "into a module Registry in lib/registry.rb": the code goes to that file. */
function fileOf(phrases: readonly Phrase[]): ObjectName | null {
  const place = readPlace(phrases.find(({ preposition }) => IN.test(preposition))?.words ?? [])
  return place !== null && isCodeFile(place) ? { kind: 'file', name: place } : null
}

const FILLS: readonly Action[] = ['extract', 'put', 'take', 'copy']

const roleOf = (
  action: Action,
  phrases: readonly Phrase[],
  goal: Phrase | undefined,
): Parameters<typeof readName>[1] => {
  if (isPlainRename(action, phrases)) return 'same'
  // "move discount and total to src/price.js": the destination follows.
  if (goal === undefined && action === 'move' && isOneName(phrases[0]?.words ?? [])) return 'plain'
  const isIntoCode =
    action !== 'rename' && (isOwnFile(goal?.words ?? []) || isCodeFile(readPlace(goal?.words ?? []) ?? ''))
  if (action === 'convert' || (isIntoCode && isOneName(phrases[0]?.words ?? []))) return 'plain'
  return action === 'rename' ? 'known' : 'moved'
}

const isDestination = (preposition: string, action: Action): boolean =>
  DESTINATION.test(preposition) || (action === 'put' && /^(?:in|inside|under)$/i.test(preposition))

/** "convert src/a.js to src/a.ts" renames a file, "turn depth into a method" changes a declaration, "convert UserList to hooks" neither. */
function converted(
  sources: readonly ObjectName[],
  target: ObjectName | null,
  words: readonly string[],
): readonly NamedObject[] {
  const files = sources.filter(({ kind }) => kind === 'file')
  // What the new file is called is not said.
  if (target?.kind !== 'file' && LANGUAGE.test(words.join(' ')))
    return files.filter(({ name }) => /\.[cm]?jsx?$/.test(name)).map(source => ({ ...source, expect: 'absent' }))
  if (ONE_DECLARATION.test(words.at(-1) ?? '') && /^an?$/i.test(words[0] ?? ''))
    return sources.filter(({ kind }) => kind === 'symbol').flatMap(source => named(source, 'changed'))
  return files.length === sources.length ? renamed(files, target, null).filter(({ kind }) => kind === 'file') : []
}

const LANGUAGE = /^(?:a )?(?:typescript|ts)(?: files?)?$/i

/** "rename foo to bar", "rename the function foo to bar": a common word is meant as a name. */
function isPlainRename(action: Action, phrases: readonly Phrase[]): boolean {
  const [source, ...rest] = phrases
  if (action !== 'rename' || source === undefined) return false
  const isNamed = source.words.some(word => CODE_NOUN.test(word))
  // "rename foo in src/a.js to bar", "rename the method total of Cart to sum": a place or an owner may stand between them.
  const goal = rest.find(
    phrase => !(IN.test(phrase.preposition) && readPlace(phrase.words) !== null) && !isOwner(phrase, source, isNamed),
  )
  if (!DESTINATION.test(goal?.preposition ?? '')) return false
  return (isNamed || source.words.length === 1) && (isOneName(goal?.words ?? []) || isNewName(goal?.words ?? []))
}

/** "the method total of Cart", "total in the class Cart": beside a word alone, only what is surely a name is an owner. */
const isOwner = ({ preposition, words }: Phrase, source: Phrase, isNamed: boolean): boolean =>
  OWNED_BY.test(preposition) &&
  !source.words.some(word => PART_OF_CODE.test(word)) &&
  readName(words, isNamed ? 'plain' : 'moved')?.kind === 'symbol'

const OWNED_BY = /^(?:of|in|on|from|inside|within)$/i

/** "replace discount with a function rebate". */
const isNewName = (words: readonly string[]): boolean => plainNewName(words)?.sureness === 'name'

function renamed(sources: readonly ObjectName[], target: ObjectName | null, near: string | null): NamedObject[] {
  const at = near === null ? {} : { near }
  const gone = sources.map((source): NamedObject => ({ ...source, expect: 'absent', ...nearIf(near, source) }))
  if (target === null) return []
  const [source] = sources
  if (source === undefined) return isDistinctive(target.name) ? named(target, 'present') : []
  // "replace foo.js with NewClient", "convert src/a.js to TypeScript": the successor is no file.
  if (source.kind !== target.kind) return []
  if (source.kind === 'file')
    return [...gone, { kind: 'file', name: beside(source.name, target.name), expect: 'present' }]
  return [...gone, { kind: 'symbol', name: target.name, expect: 'present', ...at }]
}

/** "rename the package to warehouse": its manifest, its folder, or its sources have the new name. */
const isOfPackage = (phrase: Phrase | undefined): boolean =>
  /^(?:the |our |this )?(?:npm |python |go )?(?:package|crate|gem)$/i.test(phrase?.words.join(' ') ?? '')

function packageName(words: readonly string[]): NamedObject[] {
  const name = (words[0] ?? '').replace(/^[`"']|[`"']$/g, '')
  return isOneName(words) && /^@?[\w./-]+$/.test(name) ? [{ kind: 'symbol', name, expect: 'added' }] : []
}

function moved(
  sources: readonly ObjectName[],
  target: ObjectName | null,
  { action, isSplit }: Pick<Order, 'action' | 'isSplit'>,
): NamedObject[] {
  if (target?.kind !== 'file') return named(target, 'present')
  const isFolder = target.name.endsWith('/') || !/\.\w+$/.test(target.name)
  const files = sources.filter(({ kind }) => kind === 'file')
  // A word that is no name by itself moves into code: "move Installation to docs/setup.md" is about something else.
  const symbols = sources.filter(
    ({ kind, name }) => kind === 'symbol' && (isFolder || isCodeName(name) || isCodeFile(target.name)),
  )
  return [
    ...(action === 'move' ? files : []).flatMap(file => named(file, 'absent')),
    ...(isFolder
      ? files.map(({ name }): NamedObject => ({ kind: 'file', name: inFolder(target.name, name), expect: 'present' }))
      : named(target, 'present')),
    ...(isSplit ? [] : symbols).map(
      (symbol): NamedObject => ({
        ...symbol,
        expect: 'present',
        near: target.name,
        ...(/^[a-z]+$/.test(symbol.name) ? { ifDeclared: true } : {}),
      }),
    ),
    // A copy leaves the code where it was, and a file that moves goes as a whole.
    ...(action === 'copy' ? [] : symbols).flatMap(symbol => named(symbol, 'changed')),
    ...(action === 'copy' || action === 'move' || isFolder ? [] : files).flatMap(file => named(file, 'changed')),
  ]
}

/** "into its own file", "to a separate module". */
const isOwnFile = (words: readonly string[]): boolean =>
  /^(?:file|module)$/i.test(words.at(-1) ?? '') &&
  words
    .slice(0, -1)
    .every(word => MODIFIER.test(word) || /^(?:their|different|dedicated|another|other|code|source)$/i.test(word))

const movedOut = (sources: readonly ObjectName[], { action, isSplit }: Order): NamedObject[] =>
  sources
    .filter(({ kind }) => kind === 'symbol')
    .flatMap((symbol): NamedObject[] => [
      ...named(symbol, 'moved'),
      ...(action === 'copy' || isSplit ? [] : named(symbol, 'changed')),
    ])

const inFolder = (folder: string, path: string): string =>
  `${folder.replace(/\/$/, '')}/${path.replace(/\/$/, '').replace(/^.*\//, '')}`

/** "rename lib/request.js to req.js" leaves the file in its folder. */
const beside = (source: string, target: string): string =>
  target.includes('/') || !source.includes('/') ? target : source.replace(/[^/]*\/?$/, target)

/** "rename all uses of a_b to c_d" is about a_b. */
function withoutOccurrences(words: readonly string[]): readonly string[] {
  const at = words.findIndex(word => /^(?:occurrences?|uses|usages?|references|mentions|instances|calls)$/i.test(word))
  return at >= 0 && at < 3 && /^(?:of|to)$/i.test(words[at + 1] ?? '') ? words.slice(at + 2) : words
}
