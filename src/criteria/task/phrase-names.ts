import { isCodeName, isDistinctive, isFileName, isIdentifier } from './code-names.ts'

/** What a phrase names. An option is a flag or a command of a command line. */
export interface ObjectName {
  readonly kind: 'file' | 'symbol' | 'heading' | 'option'
  readonly name: string
}

/**
 * How sure a word must look like a name. `new`: it is created, and "add OpenTelemetry" creates no such symbol. `known`: written like
 * code. `moved`: also a capitalized word, or one beside "function". `plain`: any word that stands where a name does; it counts
 * only if the code declares it. `same`: any word.
 */
type Role = 'new' | 'known' | 'moved' | 'plain' | 'same'

export const MODIFIER =
  /^(?:a|an|the|this|that|these|those|our|its|all|every|each|both|old|new|deprecated|obsolete|unused|legacy|dead|stale|internal|private|public|exported|small|generic|pure|async|static|global|local|top-level|simple|empty|existing|current|whole|entire|now|everywhere|throughout|too|again|instead|completely|entirely|please|called|named|titled|of|rid|out|up|off|apart|away|own|one|single|common|separate)$/i
export const CODE_NOUN =
  /^(?:functions?|func|methods?|class(?:es)?|structs?|enums?|interfaces?|types?|traits?|constants?|const|variables?|helpers?|components?|hooks?|macros?|fields?|propert(?:y|ies)|attributes?|getters?|setters?|symbols?|identifiers?|decorators?|middleware|modules?|utility|alias|exports?)$/i
/** "the Cart class" is one declaration; "the date helpers" and "the auth module" are named after a subject. */
export const ONE_DECLARATION =
  /^(?:function|func|method|class|struct|enum|interface|type|trait|constant|const|macro|getter|setter|generator|component|hook|decorator)$/i
const FILE_NOUN = /^(?:files?|modules?|documents?|pages?|folders?|director(?:y|ies)|scripts?|paths?)$/i
const OPTION_NOUN = /^(?:flags?|options?|switch(?:es)?|commands?|subcommands?|arguments?)$/i

/** "rename the option fooBar": a name written like code, of something that is passed and not declared. */
const VALUE_NOUN = /^(?:options?|settings?|param(?:eter)?s?|arguments?|props?|keys?|flags?)$/i

/** "the function call", "the type annotations", "its tests": the word before or after belongs to them, and they are no names. */
export const PART_OF_CODE =
  /^(?:calls?|keywords?|body|bodies|signatures?|names?|arguments?|params?|parameters?|annotations?|hints?|typings|definitions?|declarations?|overloads?|pointers?|comments?|\w*docs?|docstrings?|headers?|licen[cs]es?|whitespace|semicolons?|newlines?|tests?|specs?|code|imports?|usages?|uses|everything|all|both|something|it|them|one|others?)$/i

/**
 * The one name that a phrase is about: its other words may only describe it. "the deprecated parseDate helper" is about
 * `parseDate`, "the parseDate tests" is not.
 */
export function readName(words: readonly string[], role: Role): ObjectName | null {
  const word =
    role === 'plain'
      ? (nameAfterNoun(words) ?? onlyName(without(OPTION_NOUN, words)))
      : onlyName(role === 'known' ? without(VALUE_NOUN, words) : words)
  if (word === null || /^(?:something|it|them|one)$/i.test(word)) return null
  const quoted = /^[`"']/.test(word)
  const name = bareName(word)
  if (isFileName(name, quoted)) return { kind: 'file', name: name.replace(/^\.\//, '') }
  if (role === 'plain' && isOption(name, words)) return { kind: 'option', name }
  if (words.some(other => FILE_NOUN.test(other) && !CODE_NOUN.test(other)) || !isIdentifier(name)) return null
  if (role === 'new' && !quoted) return namedNew(name, words)
  return isSure(word, name, { words, role }) ? { kind: 'symbol', name } : null
}

/** Stands behind a name that the task writes as a call: `average(items)`. */
export const CALLED = '\u2061'

/** Without quotation marks. */
const bareName = (word: string): string => word.replace(/^[`"']|[`"']$/g, '').replace(CALLED, '')

function onlyName(words: readonly string[]): string | null {
  const rest = words.filter(word => !MODIFIER.test(word) && !CODE_NOUN.test(word) && !FILE_NOUN.test(word))
  return rest.length === 1 ? (rest[0] ?? null) : null
}

const without = (noun: RegExp, words: readonly string[]): readonly string[] =>
  words.length === 1 ? words : words.filter(word => !noun.test(word))

/** "the function empty": a word that usually describes another one is a name at the end. */
function nameAfterNoun(words: readonly string[]): string | null {
  const last = words.at(-1) ?? ''
  const describes = words.slice(0, -2).every(word => MODIFIER.test(word))
  return describes && ONE_DECLARATION.test(words.at(-2) ?? '') && !ONE_DECLARATION.test(last) ? last : null
}

/** `--json`, "the command sync". */
const isOption = (name: string, words: readonly string[]): boolean =>
  /^--?[a-z][\w-]*$/i.test(name) || (words.some(word => OPTION_NOUN.test(word)) && /^[a-z][\w-]*$/i.test(name))

function isSure(
  word: string,
  name: string,
  { words, role }: { readonly words: readonly string[]; readonly role: Role },
): boolean {
  if (/^[`"']/.test(word)) return word.startsWith('`') || isDistinctive(name)
  if (role === 'same' || isCodeName(name)) return true
  const isCapitalized = /^[A-Z][a-z]/.test(name)
  if (role === 'moved') return isCapitalized || words.some(other => ONE_DECLARATION.test(other))
  if (role !== 'plain' || PART_OF_CODE.test(name)) return false
  return isCapitalized || isBare(words) || isBesideNoun(word, words)
}

/** "remove slug": nothing but the word. */
const isBare = (words: readonly string[]): boolean => isOneName(words)

/** "the slug function", "the functions slug and trim"; "the slug functions" are named after a subject. */
const isBesideNoun = (word: string, words: readonly string[]): boolean =>
  words.some((other, at) => CODE_NOUN.test(other) && (at < words.indexOf(word) || !/(?:[^s]s|ies)$/i.test(other)))

export const isOneName = (words: readonly string[]): boolean =>
  words.filter(
    word =>
      !/^(?:everywhere|throughout|too|instead|please|now|completely|entirely|again|out|up|off|apart|away)$/i.test(word),
  ).length === 1

function namedNew(name: string, words: readonly string[]): ObjectName | null {
  const said = words.some(other => CODE_NOUN.test(other))
  if (!said && !/^[a-z_]/.test(name) && !isMember(name)) return null
  const isNamed = said && (words.some(word => /^(?:called|named)$/i.test(word)) || /^[A-Z][a-z]/.test(name))
  return isCodeName(name) || isNamed ? { kind: 'symbol', name } : null
}

/** `Cache.Delete`, `Shelf#remove`, and no product: `Vue.js`, `Socket.IO`. */
export const isMember = (name: string): boolean =>
  /^[A-Za-z_]\w*(?:\.|::|#)[A-Za-z_]\w{2,}$/.test(name) && !/\.(?:net|com|org|dev|app)$/i.test(name)

export function readPlace(words: readonly string[]): string | null {
  const named = readName(words, 'known')
  return named?.kind === 'file' ? named.name : null
}

/** Words that follow a preposition; the first phrase of an order has none. */
export interface Phrase {
  readonly preposition: string
  readonly words: readonly string[]
}

const PREPOSITION =
  /^(?:to|into|in|from|for|of|with|by|as|at|under|inside|within|across|on|onto|using|via|instead|per|between|about|->|=>|→)$/i

export function phrasesOf(words: readonly string[]): Phrase[] {
  const phrases: { preposition: string; words: string[] }[] = [{ preposition: '', words: [] }]
  for (const word of words)
    if (PREPOSITION.test(word)) phrases.push({ preposition: word, words: [] })
    else phrases.at(-1)?.words.push(word)
  return phrases
}

export const isDocument = (name: string): boolean =>
  /^(?:README|CHANGELOG|CONTRIBUTING)$|\.(?:mdx?|rst|txt|adoc)$/i.test(name)
const HEADING_NOUN = /^(?:sections?|headings?|chapters?)$/i

/** "an Installation section", "a section `Known issues`": only in a document, because pages and forms have sections too. */
export function readHeading(phrases: readonly Phrase[], near: string | null): ObjectName | null {
  const words = phrases[0]?.words ?? []
  const at = words.findIndex(word => HEADING_NOUN.test(word))
  if (at < 0 || near === null || !isDocument(near)) return null
  const about = phrases.find(({ preposition }) => /^(?:about|on|for)$/i.test(preposition))?.words ?? []
  const own = [...words.slice(0, at), ...words.slice(at + 1)].filter(word => !MODIFIER.test(word))
  const name = (own.length > 0 ? own : about.filter(word => !MODIFIER.test(word)))
    .map(word => word.replace(/^[`"'#\s]+|[`"']$/g, ''))
    .join(' ')
  return name === '' ? null : { kind: 'heading', name }
}
