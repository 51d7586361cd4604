import { mainClause } from './clauses.ts'

/**
 * Something that a task names, and what should be true of it when the task is done. The tree can confirm or contradict it.
 * - file: a path from the root, or a bare file name (`README` also means `Readme.md`); a folder ends with `/`.
 * - symbol: an identifier as written; of `Foo.bar`, `Foo::bar`, or `Foo#bar`, sources may contain only the last part.
 * - heading: the words of a heading, in any case, in the document `near`.
 */
export interface NamedObject {
  readonly kind: 'file' | 'symbol' | 'heading'
  readonly name: string
  readonly expect: 'present' | 'absent'
  /** The file or folder that the task names as its place. */
  readonly near?: string
}

type Named = Pick<NamedObject, 'kind' | 'name'>
type Action = 'create' | 'remove' | 'rename' | 'convert' | 'move' | 'extract' | 'copy'

const VERBS: readonly (readonly [Action, RegExp])[] = [
  ['create', /^(?:add|create|write|introduce|implement|define|generate|provide|export|expose|declare|restore)$/],
  ['remove', /^(?:remove|delete|drop|erase|eliminate|rid)$/],
  ['rename', /^(?:rename|replace)$/],
  ['convert', /^(?:convert|port)$/],
  ['move', /^(?:move|relocate)$/],
  ['extract', /^(?:extract|split)$/],
  ['copy', /^copy$/],
]
const PARTICIPLES: readonly (readonly [Action, RegExp])[] = [
  ['create', /^(?:added|created|written|introduced|implemented|defined|generated|provided|exported|exposed|declared)$/],
  ['remove', /^(?:removed|deleted|dropped|erased|eliminated|gone)$/],
  ['rename', /^(?:renamed|replaced)$/],
  ['convert', /^(?:converted|ported)$/],
  ['move', /^(?:moved|relocated)$/],
  ['extract', /^(?:extracted|split)$/],
  ['copy', /^copied$/],
]

/** What the words of a task say about files, symbols, and headings that they name. A name in another role is not reported. */
export const namedObjects = (task: string): NamedObject[] => unique(ordersIn(task).flatMap(({ read }) => read.objects))

/** The files of code that a task fills with code from elsewhere: "split a.js into b.js and c.js", "move parseDate to date.ts". */
export const filledFiles = (task: string): string[] =>
  ordersIn(task)
    .filter(({ order: { action }, read }) => action === 'extract' || (action === 'move' && !read.objects.some(isGone)))
    .flatMap(({ read }) => read.objects)
    .filter(({ kind, expect, name }) => kind === 'file' && expect === 'present' && CODE.test(name))
    .map(({ name }) => name)

const isGone = ({ kind, expect }: NamedObject): boolean => kind === 'file' && expect === 'absent'

function ordersIn(task: string): { readonly order: Order; readonly read: Read }[] {
  const plain = IN_PLAIN_WORDS.reduce((text, [pattern, words]) => text.replace(pattern, words), task)
  const spoken = mainClause(plain.replace(/`?\b([A-Za-z_$][\w$.:#]*)\(\)`?/g, '`$1`')).replace(SUBORDINATE, ' ')
  const found: { order: Order; read: Read }[] = []
  let order: Order | null = null
  for (const part of partsOf(spoken)) {
    order = isSentenceEnd(part) ? null : (orderIn(part) ?? continued(order, part))
    if (order === null) continue
    const read = objectsOf(order)
    found.push({ order, read })
    order = { ...order, waiting: read.waiting, isFilled: read.objects.length > 0 }
  }
  return found
}

/** Other words for an order, in the words that are read below. */
const IN_PLAIN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:together|along) with\b|\bas well as\b|,?\s\bincl(?:\.|uding\b)/gi, ' and'],
  [/\b(?:change|alter|switch|update) the (?:file ?)?names? of\b/gi, 'rename'],
  [/\b(?:change|alter|switch|update) ([\w$.\x60/-]+)['’]s name\b/gi, 'rename $1'],
  [/\bgive ([\w$.\x60/-]+) the (?:new )?name\b/gi, 'rename $1 to'],
  [/([\w$.\x60/-]+) (?:should|must|has to|needs to) be (?:called|named)\b/gi, 'rename $1 to'],
  [/^\s*(?=[\w$.\x60/-]+\s*(?:->|=>|→)\s*[\w$.\x60/-]+)/, 'rename '],
  [/\b(rename|move|remove|delete|drop|split|extract|replace|convert|create|add)s?:\s+/gi, '$1 '],
  [/\b(into|to) (?:\w+ ){0,3}(?:files|modules)\s*(?::\s*|\(([^()]*)\))/gi, '$1 $2 '],
]

/** A name that only code uses, so that every occurrence of it is a use: `parseDate`, `MAX_SIZE`, `UserService`. */
export const isDistinctive = (name: string): boolean =>
  name.split(/\.|::|#/).some(part => /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]|[A-Z]{2}[a-z]/.test(part))

/** Conditions and explanations say when or why, not what to do. */
const SUBORDINATE =
  /\b(?:when(?:ever)?|if|where|that|which|who|whose|because|since|after|before|once|until|unless|although|why|how|so)\b[^,.;]*(?=[,;]|\.(?:\s|$)|$)/gi

/** Words, names in quotation marks as one word, and the marks between them. */
const TOKEN = /`[^`]+`|"[^"]+"|(?<=\s|^)'[^']+'|->|=>|→|[^\s,;`"]+|[,;]/g

const BREAK = /^(?:[,;]|and|then|also|plus|&|\+)$/i

function partsOf(text: string): string[][] {
  const parts: string[][] = [[]]
  for (const raw of text.match(TOKEN) ?? []) {
    const ends = /^[^`"']*[.:!?]$/.test(raw)
    const word = ends ? raw.replace(/[.:!?]+$/, '') : raw
    if (BREAK.test(word)) parts.push([])
    else if (word !== '') parts.at(-1)?.push(word)
    if (ends) parts.push(['.'], [])
  }
  return parts.filter(part => part.length > 0)
}

const continued = (order: Order | null, words: readonly string[]): Order | null => order && { ...order, words }

const isSentenceEnd = (part: readonly string[]): boolean => part[0] === '.'

interface Order {
  readonly action: Action
  readonly words: readonly string[]
  /** Sources whose destination follows later in the list. */
  readonly waiting: readonly Named[]
  /** The part before named a destination, so that another name alone is one more. */
  readonly isFilled?: boolean
}

interface Read {
  readonly objects: readonly NamedObject[]
  readonly waiting: readonly Named[]
}

const LEADING =
  /^(?:please|just|then|also|now|finally|first|next|i|we|you|want|wants|need|needs|would|like|should|must|could|can|have|to|let's|get)$/i

function orderIn(part: readonly string[]): Order | null {
  const start = part.findIndex(word => !LEADING.test(word))
  const action = actionOf(part[start], VERBS)
  if (action !== null) return { action, words: withoutOf(part.slice(start + 1)), waiting: [] }
  const at = part.findIndex(
    (word, index) => index > 1 && actionOf(word, PARTICIPLES) !== null && isPassive(part, index),
  )
  const done = actionOf(part[at], PARTICIPLES)
  if (done === null) return null
  const subject = part
    .slice(0, at)
    .filter(word => !/^(?:should|must|shall|has|have|needs?|to|be|is|get|gets|can|will|want|i|we)$/i.test(word))
  return { action: done, words: [...subject, ...part.slice(at + 1)], waiting: [] }
}

/** "get rid of src/old.js". */
const withoutOf = (words: readonly string[]): readonly string[] => (words[0] === 'of' ? words.slice(1) : words)

const isPassive = (part: readonly string[], at: number): boolean =>
  /^(?:be|get|is|are)$/i.test(part[at - 1] ?? '') &&
  part.slice(0, at).some(word => /^(?:should|must|shall|has|have|needs?|can|will|want)$/i.test(word))

function actionOf(word: string | undefined, table: readonly (readonly [Action, RegExp])[]): Action | null {
  return table.find(([, pattern]) => pattern.test((word ?? '').toLowerCase()))?.[0] ?? null
}

const PREPOSITION =
  /^(?:to|into|in|from|for|of|with|by|as|at|under|inside|within|across|on|onto|using|via|instead|per|between|about|->|=>|→)$/i
const DESTINATION = /^(?:to|into|as|with|by|->|=>|→)$/i
const PLACE = /^(?:in|to|into|from|of|inside|within|under|at|across)$/i

function objectsOf({ action, words, waiting, isFilled }: Order): Read {
  const phrases = phrasesOf(action === 'rename' ? withoutOccurrences(words) : words)
  const head = readName(
    phrases[0]?.words ?? [],
    action === 'create' ? 'new' : isPlainRename(action, phrases) ? 'same' : isMoving(action) ? 'moved' : 'known',
  )
  const place = phrases.slice(1).find(({ preposition }) => PLACE.test(preposition))
  const near = readPlace(place?.words ?? [])
  const at = near === null ? {} : { near }
  if (action === 'create' || action === 'remove') {
    const heading = readHeading(phrases, near)
    const expect = action === 'create' ? 'present' : 'absent'
    const made: NamedObject[] = heading
      ? [{ ...heading, expect, ...at }]
      : head
        ? [{ ...head, expect, ...(head.kind === 'symbol' ? at : {}) }]
        : []
    const written = action === 'create' && phrases[0]?.words.length && near !== null && /\.\w+$/.test(near)
    return { objects: written ? [...made, { kind: 'file', name: near, expect: 'present' }] : made, waiting: [] }
  }
  const sources = head === null ? waiting : [...waiting, head]
  const goal = phrases.slice(1).find(({ preposition }) => DESTINATION.test(preposition))
  if (goal === undefined && isFilled && (action === 'extract' || action === 'copy') && head?.kind === 'file')
    return { objects: [{ ...head, expect: 'present' }], waiting: [] }
  if (goal === undefined) return { objects: [], waiting: sources }
  const target = readName(goal.words, action === 'rename' && sources.length > 0 ? 'same' : 'known')
  const within = phrases.slice(1).find(({ preposition }) => /^(?:in|inside|within|across)$/i.test(preposition))
  // "convert src/a.js to TypeScript": what the new file is called is not said.
  if (action === 'convert' && target?.kind !== 'file' && LANGUAGE.test(goal.words.join(' ')))
    return { objects: sources.filter(isForeignScript).map(source => ({ ...source, expect: 'absent' })), waiting: [] }
  const objects =
    action === 'rename' || action === 'convert'
      ? renamed(sources, target, readPlace(within?.words ?? []))
      : moved(sources, target, action === 'move')
  // "convert UserList to hooks" renames nothing; "convert src/a.js to src/a.ts" does.
  return { objects: action === 'convert' ? objects.filter(({ kind }) => kind === 'file') : objects, waiting: [] }
}

const isMoving = (action: Action): boolean => ['move', 'extract', 'copy'].includes(action)

const LANGUAGE = /^(?:a )?(?:typescript|ts)(?: files?)?$/i
const isForeignScript = ({ kind, name }: Named): boolean => kind === 'file' && /\.[cm]?jsx?$/.test(name)

/** "rename foo to bar", "rename the function foo to bar": a common word is meant as a name. */
function isPlainRename(action: Action, phrases: readonly Phrase[]): boolean {
  const [source, goal] = phrases
  if (action !== 'rename' || source === undefined || !DESTINATION.test(goal?.preposition ?? '')) return false
  const isNamed = source.words.some(word => CODE_NOUN.test(word))
  return (isNamed || source.words.length === 1) && isOneName(goal?.words ?? [])
}

const isOneName = (words: readonly string[]): boolean =>
  words.filter(word => !/^(?:everywhere|throughout|too|instead|please|now)$/i.test(word)).length === 1

function renamed(sources: readonly Named[], target: Named | null, near: string | null): NamedObject[] {
  const at = near === null ? {} : { near }
  const gone = sources.map(
    (source): NamedObject => ({ ...source, expect: 'absent', ...(source.kind === 'symbol' ? at : {}) }),
  )
  if (target === null) return []
  const [source] = sources
  if (source === undefined) return isDistinctive(target.name) ? [{ ...target, expect: 'present' }] : []
  // "replace foo.js with NewClient", "convert src/a.js to TypeScript": the successor is no file.
  if (source.kind !== target.kind) return []
  if (source.kind === 'file')
    return [...gone, { kind: 'file', name: beside(source.name, target.name), expect: 'present' }]
  return [...gone, { kind: 'symbol', name: target.name, expect: 'present', ...at }]
}

function moved(sources: readonly Named[], target: Named | null, leaves: boolean): NamedObject[] {
  if (target?.kind !== 'file') return target === null ? [] : [{ ...target, expect: 'present' }]
  const isFolder = target.name.endsWith('/') || !/\.\w+$/.test(target.name)
  const files = sources.filter(({ kind }) => kind === 'file')
  // A word that is no name by itself moves into code: "move Installation to docs/setup.md" is about something else.
  const symbols = sources.filter(
    ({ kind, name }) => kind === 'symbol' && (isFolder || isCodeName(name) || CODE.test(target.name)),
  )
  return [
    ...(leaves ? files : []).map(({ name }): NamedObject => ({ kind: 'file', name, expect: 'absent' })),
    ...(isFolder
      ? files.map(
          ({ name }): NamedObject => ({
            kind: 'file',
            name: `${target.name.replace(/\/$/, '')}/${baseOf(name)}`,
            expect: 'present',
          }),
        )
      : [{ ...target, expect: 'present' } as const]),
    ...symbols.map((symbol): NamedObject => ({ ...symbol, expect: 'present', near: target.name })),
  ]
}

const baseOf = (path: string): string => path.replace(/\/$/, '').replace(/^.*\//, '')

/** "rename lib/request.js to req.js" leaves the file in its folder. */
const beside = (source: string, target: string): string =>
  target.includes('/') || !source.includes('/') ? target : source.replace(/[^/]*\/?$/, target)

interface Phrase {
  readonly preposition: string
  readonly words: readonly string[]
}

function phrasesOf(words: readonly string[]): Phrase[] {
  const phrases: { preposition: string; words: string[] }[] = [{ preposition: '', words: [] }]
  for (const word of words)
    if (PREPOSITION.test(word)) phrases.push({ preposition: word, words: [] })
    else phrases.at(-1)?.words.push(word)
  return phrases
}

/** "rename all uses of a_b to c_d" is about a_b. */
function withoutOccurrences(words: readonly string[]): readonly string[] {
  const at = words.findIndex(word => /^(?:occurrences?|uses|usages?|references|mentions|instances|calls)$/i.test(word))
  return at >= 0 && at < 3 && /^(?:of|to)$/i.test(words[at + 1] ?? '') ? words.slice(at + 2) : words
}

const MODIFIER =
  /^(?:a|an|the|this|that|these|those|our|its|all|every|each|both|old|new|deprecated|obsolete|unused|legacy|dead|stale|internal|private|public|exported|small|generic|pure|async|static|global|local|top-level|simple|empty|existing|current|whole|entire|now|everywhere|throughout|too|again|instead|completely|entirely|please|called|named|titled|of|rid|out)$/i
const CODE_NOUN =
  /^(?:functions?|func|methods?|class(?:es)?|structs?|enums?|interfaces?|types?|traits?|constants?|const|variables?|helpers?|components?|hooks?|macros?|fields?|propert(?:y|ies)|attributes?|getters?|setters?|symbols?|identifiers?|decorators?|middleware|modules?|utility|alias|exports?)$/i
/** "the Cart class" is one declaration; "the date helpers" and "the auth module" are named after a subject. */
const ONE_DECLARATION = /^(?:function|func|class|struct|enum|interface|type|trait|constant|const)$/i
const FILE_NOUN = /^(?:files?|modules?|documents?|pages?|folders?|director(?:y|ies)|scripts?|paths?)$/i
const HEADING_NOUN = /^(?:sections?|headings?|chapters?)$/i

/**
 * The one name that a phrase is about: its other words may only describe it. "the deprecated parseDate helper" is about
 * `parseDate`, "the parseDate tests" is not. A new thing needs a clearer sign, because "add OpenTelemetry" creates no such symbol.
 */
function readName(words: readonly string[], role: 'new' | 'known' | 'same' | 'moved'): Named | null {
  const rest = words.filter(word => !MODIFIER.test(word) && !CODE_NOUN.test(word) && !FILE_NOUN.test(word))
  const [word] = rest
  if (word === undefined || rest.length > 1 || /^(?:something|it|them|one)$/i.test(word)) return null
  const quoted = /^[`"']/.test(word)
  const name = word.replace(/^[`"']|[`"']$/g, '')
  if (isFileName(name, quoted)) return { kind: 'file', name: name.replace(/^\.\//, '') }
  if (words.some(other => FILE_NOUN.test(other) && !CODE_NOUN.test(other)) || !isIdentifier(name)) return null
  const moved = role === 'moved' && (/^[A-Z][a-z]/.test(name) || words.some(other => ONE_DECLARATION.test(other)))
  const sure = quoted ? word.startsWith('`') || isDistinctive(name) : role === 'same' || moved || isCodeName(name)
  const said = words.some(other => CODE_NOUN.test(other))
  if (role === 'new' && !quoted) return said || /^[a-z_]/.test(name) ? namedNew(name, words, said) : null
  return sure ? { kind: 'symbol', name } : null
}

const namedNew = (name: string, words: readonly string[], said: boolean): Named | null =>
  isCodeName(name) || (said && (words.some(word => /^(?:called|named)$/i.test(word)) || /^[A-Z][a-z]/.test(name)))
    ? { kind: 'symbol', name }
    : null

const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*$/.test(name)

/** Written like code, not like a word or a product: `iOS`, `macOS`, `gRPC`, and `jQuery` are no symbols. */
const isCodeName = (name: string): boolean =>
  !/^(?:[a-z][A-Z]|\w*OS$)|\.(?:com|org|io|net|dev)$/.test(name) &&
  (isDistinctive(name) || /^[A-Za-z_$]\w+(?:\.|::|#)\w{2,}/.test(name))

const EXTENSION =
  /\.(?:[cm]?[jt]sx?|pyi?|rb|go|rs|java|kts?|[ch](?:c|pp|xx)?|cs|php|swift|scala|exs?|erl|hs|ml|lua|pl|z?sh|bash|ps1|sql|mdx?|rst|txt|adoc|json[c5]?|ya?ml|toml|ini|cfg|conf|env|lock|xml|html?|s?css|sass|less|svg|png|[ct]sv|proto|graphql|gql|vue|svelte|astro|dart|zig|nim|tf|gradle|properties|ipynb|mk|cmake|bat)$/i
const CODE =
  /\.(?:[cm]?[jt]sx?|pyi?|rb|go|rs|java|kts?|[ch](?:c|pp|xx)?|cs|php|swift|scala|exs?|dart|vue|svelte|z?sh|bash)$/i
const KNOWN_FILE =
  /^(?:README|LICENSE|CHANGELOG|CONTRIBUTING|AUTHORS|CODEOWNERS|Makefile|Dockerfile|Jenkinsfile|Procfile|Gemfile|Rakefile|Justfile|\.[a-z][\w-]*(?:rc|ignore|attributes|config|version|env|npmrc|editorconfig)(?:\.\w+)?)$/
const PRODUCT =
  /^(?:node|vue|next|nuxt|express|react|three|d3|backbone|ember|moment|chart|socket|solid|alpine|discord)\.(?:js|io)$/i
const SOURCE_FOLDER =
  /^(?:\.{1,2}|src|lib|libs|tests?|spec|specs|docs?|app|apps|packages|cmd|internal|pkg|scripts|bin|examples?|crates|include|config|public|assets|tools|server|client|\.github|__tests__)\//

function isFileName(name: string, quoted: boolean): boolean {
  if (/\s|[*?:<>|]|^https?|^@|^[\w-]+\.(?:com|org|io|dev|net)\//.test(name) || name.startsWith('/')) return false
  if (!name.includes('/')) return KNOWN_FILE.test(name) || (EXTENSION.test(name) && (quoted || !PRODUCT.test(name)))
  // "read/write" is no path.
  return quoted || /\.\w+$/.test(name) || name.endsWith('/') || SOURCE_FOLDER.test(name)
}

function readPlace(words: readonly string[]): string | null {
  const named = readName(words, 'known')
  return named?.kind === 'file' ? named.name : null
}

const DOCUMENT = /^(?:README|CHANGELOG|CONTRIBUTING)$|\.(?:mdx?|rst|txt|adoc)$/i

/** "an Installation section", "a section `Known issues`": only in a document, because pages and forms have sections too. */
function readHeading(phrases: readonly Phrase[], near: string | null): Named | null {
  const words = phrases[0]?.words ?? []
  const at = words.findIndex(word => HEADING_NOUN.test(word))
  if (at < 0 || near === null || !DOCUMENT.test(near)) return null
  const about = phrases.find(({ preposition }) => /^(?:about|on|for)$/i.test(preposition))?.words ?? []
  const own = [...words.slice(0, at), ...words.slice(at + 1)].filter(word => !MODIFIER.test(word))
  const name = (own.length > 0 ? own : about.filter(word => !MODIFIER.test(word)))
    .map(word => word.replace(/^[`"'#\s]+|[`"']$/g, ''))
    .join(' ')
  return name === '' ? null : { kind: 'heading', name }
}

function unique(objects: readonly NamedObject[]): NamedObject[] {
  const keys = objects.map(object => JSON.stringify(object))
  return objects.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}
