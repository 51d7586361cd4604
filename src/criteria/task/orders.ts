import { mainClause } from './clauses.ts'
import { CALLED, isMember, type ObjectName, phrasesOf, readName } from './phrase-names.ts'

export type Action =
  | 'create'
  | 'remove'
  | 'discard'
  | 'rename'
  | 'convert'
  | 'move'
  | 'extract'
  | 'put'
  | 'take'
  | 'copy'
  | 'merge'
  | 'inline'
  | 'deprecate'
  | 'update'

/** One order of a task: what to do, and the words after the verb. */
export interface Order {
  readonly action: Action
  readonly words: readonly string[]
  readonly verb?: string
  /** The words have no verb of their own: they continue the list of the part before. */
  readonly isContinued?: boolean
  /** The verb is unknown: "shove slug into src/text.js". */
  readonly isUnknown?: boolean
  /** The code is divided, so no place gets all of it: "split parse into src/lexer.js and src/parser.js". */
  readonly isSplit?: boolean
  /** What "it" means, and whether the task says that nothing needs it. */
  readonly topic?: Topic | null
}

export interface Topic {
  readonly named: ObjectName
  readonly isUnneeded: boolean
}

const VERBS: readonly (readonly [Action, RegExp])[] = [
  ['create', /^(?:add|create|write|introduce|implement|define|generate|provide|export|expose|declare|restore)$/],
  ['remove', /^(?:remove|delete|drop|erase|eliminate|rid)$/],
  // These verbs are also about data: "purge the cache". They are about code only beside a word such as "function".
  ['discard', /^(?:discard|kill|purge|scrap|nuke|strip|axe)$/],
  ['rename', /^(?:rename|replace)$/],
  ['convert', /^(?:convert|port|migrate|turn)$/],
  ['move', /^(?:move|relocate|transfer)$/],
  ['extract', /^(?:extract|split|factor)$/],
  // These verbs have many other uses. They are about code only if their destination is a file of code.
  ['put', /^(?:put|place|bring|store)$/],
  ['take', /^(?:break|divide|separate|pull|carve|cut|isolate|decompose|take|lift|hoist|pick|peel|tear|spin)$/],
  ['copy', /^copy$/],
  ['merge', /^(?:merge|combine|join|unify|consolidate|fuse)$/],
  ['inline', /^inline$/],
  ['deprecate', /^deprecate$/],
  // About a file only: any other object may need no change at a known place.
  ['update', /^(?:update|edit|amend|revise|refresh)$/],
]
const PARTICIPLES: readonly (readonly [Action, RegExp])[] = [
  ['create', /^(?:added|created|written|introduced|implemented|defined|generated|provided|exported|exposed|declared)$/],
  ['remove', /^(?:removed|deleted|dropped|erased|eliminated|gone)$/],
  ['rename', /^(?:renamed|replaced)$/],
  ['convert', /^(?:converted|ported|migrated|turned)$/],
  ['move', /^(?:moved|relocated|transferred)$/],
  ['extract', /^(?:extracted|split|factored)$/],
  ['put', /^(?:put|placed|brought|stored)$/],
  ['take', /^(?:broken|divided|separated|pulled|carved|cut|isolated|decomposed|taken|lifted|hoisted)$/],
  ['copy', /^copied$/],
  ['merge', /^(?:merged|combined|joined|unified|consolidated)$/],
  ['inline', /^inlined$/],
  ['deprecate', /^deprecated$/],
  ['update', /^(?:updated|edited|amended|revised|refreshed)$/],
]

/** Only from its first character on: to try every later one too would take quadratic time. */
const NAME = '(?<![\\w$.\\x60/-])[\\w$.\\x60/-]+'
const MUST = '(?:should|must|has to|needs to|ought to|can)'

const OWN_FILE = '(?:its|their|an?) own (?:\\w+ )?(?:file|module)'

/** Other words for an order, in the words that are read below. */
const IN_PLAIN_WORDS: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  // "add int is_empty(const Array *array)", "add a function Half(d time.Duration) string that …": the name, without its types.
  [
    /\b(add|implement|write|introduce|create|provide) (?:an? |the )?(?:new )?(?:function |method |helper )?(?:[\w:<>]+[ *&]+){0,2}([A-Za-z_]\w*)\([^()]*[\w*&] [^()]*\)(?: (?:-> ?)?[\w[\].<>*&]+(?= (?:that|which|with|to|for|returning)\b|[,.:;]|$))?/gi,
    '$1 function $2()',
  ],
  [
    /\b(?:update|edit|amend|revise)\s+[^,;]*?\b(?:if|where|when|as)\s+(?:needed|necessary|required|appropriate|applicable)\b/gi,
    '',
  ],
  [
    /\b(?:throughout|(?:all )?across)(?: (?:the|our|this|all(?: of)?)){0,2}(?: (?:whole|entire|complete))? (?:librar(?:y|ies)|code ?base|code|projects?|repo(?:sitor(?:y|ies))?|packages?|sources?|crates?|modules?|files|tree)\b/gi,
    'everywhere',
  ],
  [/\b(?:together|along) with\b|\bas well as\b|,?\s\bincl(?:\.|uding\b)/gi, ' and'],
  // "move the date helpers (parseDate and formatDate) out of a.js": the names are what moves.
  [
    /\b(move|extract|remove|delete|drop) (?:the |all )?(?:[\w-]+ ){1,4}?\(([^().;]{3,120})\)/gi,
    (said: string, verb: string, list: string) => (isListOfNames(list) ? `${verb} ${list}` : said),
  ],
  [/\b(?:change|alter|switch|update) the (?:file ?)?names? of\b/gi, 'rename'],
  [/\b(?:change|alter|switch|update) ([\w$.\x60/-]+)['’]s name\b/gi, 'rename $1'],
  // "rename Cart's total method": the owner is a name of the code.
  [/\b([Rr]ename) (?:the )?(?:class |struct |type )?[`"]?[A-Z][\w$.]*[`"]?['’]s /g, '$1 '],
  // "rename the Help property x to y": so is the owner before the kind of a member.
  [
    /\b([Rr]ename) (?:the )?[`"]?[A-Z][\w$.]*[`"]? (property|method|field|attribute|option|getter|setter|member) (?!(?:of|in|on|from|to|for|as)\b)(?=[\w`"$])/g,
    '$1 the $2 ',
  ],
  [/\b(?:change|alter|set|update) the (package|crate|gem)(?:['’]s)? name\b/gi, 'rename the $1'],
  [/\bgive ([\w$.\x60/-]+) the (?:new )?name\b/gi, 'rename $1 to'],
  [new RegExp(`(${NAME}) ${MUST} be (?:called|named)\\b`, 'gi'), 'rename $1 to'],
  [/^\s*(?=[\w$.\x60/-]+\s*(?:->|=>|→)\s*[\w$.\x60/-]+)/, 'rename '],
  [/\b(rename|move|remove|delete|drop|split|extract|replace|convert|create|add)s?:\s+/gi, '$1 '],
  [/\b(into|to) (?:\w+ ){0,3}(?:files|modules)\s*(?::\s*|\(([^()]*)\))/gi, '$1 $2 '],
  [new RegExp(`\\b(${MUST}) (?:live|go|reside) (?:in(?:to|side)?|to)\\b`, 'gi'), '$1 be moved to'],
  [/\bbelongs? (?:in(?:to|side)?|to)(?= \S*[\w-]\.\w)/gi, 'should be moved to'],
  [new RegExp(`\\b(${MUST}) (?:go(?: away)?|disappear|vanish)\\b`, 'gi'), '$1 be removed'],
  // "make clean should also remove build/": what the program does, not what is asked of the code.
  [
    new RegExp(
      `\\b(?!(?:you|we|i|they|it|this|that)\\b)([\\w-]+) ${MUST} (?:also )?(?:remove|delete|drop|erase)\\b`,
      'gi',
    ),
    '$1 cleans',
  ],
  [/\b(?:take|strip|rip|throw|cut|clear) out\b(?![^,.;]*\b(?:in)?to\b)/gi, 'discard'],
  [new RegExp(`(${NAME}[?!]?\`?) (?:goes|is going) away\\b`, 'gi'), 'remove $1'],
  [/(^|[\n.;:,]\s{0,4})\d{1,2}\)\s+/g, '$1; '],
  [/(^|[.;:]\s+)(?:this|that|it) (?:also )?includes\s+/gi, '$1'],
  [/(^|[.,;:]\s+|\b(?:also|and)\s+)(?=[\w./-]*\/[\w./-]+\s*(?:->|=>|→)\s*[\w./-]*\/[\w./-]+)/gi, '$1rename '],
  [/\b(?:take|strip|rip|throw|cut|kick|pull) (it|them|this|that) (?:back )?out\b(?: again\b)?/gi, 'remove $1'],
  [/\b(remove|delete|drop) (?:that|this) (?:function|method|class|helper|option|constant|type)\b/gi, '$1 it'],
  [/\b(?:it['’]?s |it is )?(?:high )?time to (?=remove|delete|drop|get rid)/gi, ''],
  [/,?\s+so,?\s+(?=(?:please |just |let's )*(?:remove|delete|drop|erase|eliminate|get rid|discard)\b)/gi, '; '],
  [/\bmake (\S+) (?=an? )/gi, 'turn $1 into '],
  [
    new RegExp(
      `\\b(?:give|get) (${NAME}) (?=${OWN_FILE})|(${NAME}) (?:needs|deserves|${MUST} (?:have|get)) (?=${OWN_FILE})`,
      'gi',
    ),
    'move $1$2 into ',
  ],
  [
    new RegExp(
      `\\b(?:extend|equip|augment|provide|enrich) (?:the )?(?:class |type |struct )?(${NAME}) with (an? [^,.;]+)`,
      'gi',
    ),
    'add $2 to $1',
  ],
  [/\b(an? [^,.;]*\b(?:method|function|helper)) is (?:missing|needed|required)\b/gi, 'add $1'],
  // A wish: "it would be handy to have a Contains method", "I'd like a hideHelp() method".
  [
    /\b(?:it )?(?:would|['’]d) (?:also |really )?be (?:\w+ )?(?:nice|handy|great|good|useful|helpful|cool|lovely|convenient|neat|awesome|practical) (?:to (?:have|get)|if (?:there (?:was|were|is)|we had|i had|you added|it had)|having) /gi,
    'add ',
  ],
  [/\b(?:i|we)(?:['’]d| would) (?:also |really )?(?:like|love)(?: to (?:have|get|see))? (?=an? )/gi, 'add '],
  [/\badd support for (?=an? [^,.;]*\b(?:method|function)\b)/gi, 'add '],
  [
    new RegExp(
      `(?:\\bgive (?:the )?(?:class |type |struct )?(${NAME})|(${NAME}) (?:needs|lacks|is missing|has no|${MUST} (?:have|get|offer))) (an? [^,.;]*?\\b(?:method|function|property|field|getter|setter|helper)\\b[^,.;]*)`,
      'gi',
    ),
    '; add $3 to $1$2',
  ],
  [
    new RegExp(
      `\\bmark (?:the )?(?:function |method |class |flag )?(${NAME}) (?:as )?(?:deprecated|obsolete)\\b`,
      'gi',
    ),
    'deprecate $1',
  ],
  [/\b(?:drop|remove|end|stop|discontinue) (?:all |the )?support (?:for|of)\b/gi, 'remove support-for'],
]

/** "the ALIASES constant and alias_color", "`a`, `b`": one name each, beside a noun. */
const isListOfNames = (list: string): boolean =>
  list.split(/,|\band\b/).every(part => {
    const words = part.trim().split(/\s+/)
    const names = words.filter(
      word => !/^(?:the|constants?|functions?|class(?:es)?|methods?|types?|helpers?)$/i.test(word),
    )
    return names.length === 1 && /^`?[A-Za-z_$][\w$]*[?!]?`?$/.test(names[0] ?? '')
  })

/** What a task says that nothing needs: only such a statement tells what "it" means in "delete it". */
const UNNEEDED =
  /\b(?:obsolete|deprecated|dead|unused|unneeded|unnecessary|redundant|superfluous|outdated|superseded|useless|no longer|(?:not|never|n't) (?:\w+ )?(?:used|need(?:ed)?|want(?:ed)?|called|required|released|shipped)|decided against|no (?:more )?(?:callers?|users?|uses|usages?|references)|nobody|no ?one|nothing (?:uses|calls|needs)|any ?more)\b/i

/** Conditions and explanations say when or why, not what to do. */
const SUBORDINATE =
  /\b(?:when(?:ever)?|if|where|that|which|who|whose|because|since|after|before|once|until|unless|although|why|how|so)\b[^,.;]*(?=[,;]|\.(?:\s|$)|$)/gi

/** `average(items)`, and not "file(s)". */
const CALL = /`?\b([A-Za-z_$][\w$.:#]*)\((?!e?s\))[^()]*\)`?/g

/** The orders of a task, one per verb and one for each further part of a list. */
export function ordersIn(task: string): Order[] {
  const plain = IN_PLAIN_WORDS.reduce((text, [pattern, words]) => text.replace(pattern, words as string), task)
  const stated = plain.replace(/(^|[.;]\s+)(?:since|because|as)\s+([^,.;]+)/gi, (all, start: string, reason: string) =>
    UNNEEDED.test(reason) ? `${start}${reason}` : all,
  )
  const spoken = mainClause(stated.replace(CALL, `\`$1${CALLED}\``)).replace(SUBORDINATE, ' ')
  const found: Order[] = []
  let order: Order | null = null
  let topic: Topic | null = null
  const parts = partsOf(spoken)
  for (const [at, part] of parts.entries()) {
    if (isSentenceEnd(part)) {
      order = null
      continue
    }
    const own = orderIn(part)
    if (own === null) topic = topicIn(part, parts[at - 1]?.length === 1 && !isSentenceEnd(parts[at - 1] ?? [])) ?? topic
    order = own ?? continued(order, part) ?? unknownIn(part)
    if (order !== null) found.push({ ...order, topic })
  }
  return found
}

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

const continued = (order: Order | null, words: readonly string[]): Order | null =>
  order && { ...order, words, isContinued: true }

const isSentenceEnd = (part: readonly string[]): boolean => part[0] === '.'

const LEADING =
  /^(?:please|just|then|also|now|finally|first|next|i|we|you|want|wants|need|needs|would|like|should|must|could|can|have|to|let's|let|us|get|there|be)$/i

function orderIn(part: readonly string[]): Order | null {
  const start = part.findIndex(word => !LEADING.test(word))
  const action = actionOf(part[start], VERBS)
  // "we need a clamp function", "there should be a clamp function".
  if (
    action === null &&
    /^(?:need|want|like|get|be)$/i.test(part[start - 1] ?? '') &&
    /^(?:an?|another)$/i.test(part[start] ?? '')
  )
    return { action: 'create', verb: 'add', words: part.slice(start) }
  const isSplit = /^(?:split|break|divide|separate|decompose)$/i.test(part[start] ?? '')
  const verb = (part[start] ?? '').toLowerCase()
  if (action !== null) return { action, verb, words: withoutOf(part.slice(start + 1)), ...(isSplit ? { isSplit } : {}) }
  const at = part.findIndex(
    (word, index) => index > 1 && actionOf(word, PARTICIPLES) !== null && isPassive(part, index),
  )
  const done = actionOf(part[at], PARTICIPLES)
  if (done === null) return null
  const subject = part
    .slice(0, at)
    .filter(word => !/^(?:should|must|shall|has|have|needs?|ought|to|be|is|get|gets|can|will|want|i|we)$/i.test(word))
  return { action: done, words: [...subject, ...part.slice(at + 1)] }
}

const unknownIn = (part: readonly string[]): Order | null =>
  part.includes('into') ? { action: 'put', words: part.slice(1), isUnknown: true } : null

/** "get rid of src/old.js". */
const withoutOf = (words: readonly string[]): readonly string[] => (words[0] === 'of' ? words.slice(1) : words)

const isPassive = (part: readonly string[], at: number): boolean =>
  /^(?:be|get|is|are)$/i.test(part[at - 1] ?? '') &&
  part.slice(0, at).some(word => /^(?:should|must|shall|has|have|needs?|ought|can|will|want)$/i.test(word))

function actionOf(word: string | undefined, table: readonly (readonly [Action, RegExp])[]): Action | null {
  return table.find(([, pattern]) => pattern.test((word ?? '').toLowerCase()))?.[0] ?? null
}

const VERB_OF_STATE = /^(?:is|isn't|was|has|hasn't|does|doesn't|can|should|looks|seems|became|got)$/i
const USED =
  /\b(?:nobody|no ?one|nothing|none|we|i)\b.*\b(?:uses?|calls?|needs?|references|wants?|decided against) ((?:\S+ ){0,3}?\S+)(?: (?:any ?more|anywhere|now|today|here))*$/i

/** "old_kelvin is obsolete", "nobody uses the function slug any more", "Cart#total reads like a getter": the name that a statement is about. */
function topicIn(part: readonly string[], isListed: boolean): Topic | null {
  const text = part.join(' ')
  const verb = part.findIndex(word => VERB_OF_STATE.test(word))
  const words = USED.exec(text)?.[1]?.split(' ') ?? part.slice(0, Math.max(0, verb))
  const named = readName(phrasesOf(words)[0]?.words ?? [], 'plain') ?? (isListed ? null : subjectIn(part))
  return named && { named, isUnneeded: UNNEEDED.test(text) }
}

/** The subject of a statement, if it is written like code and no other word is. */
function subjectIn(part: readonly string[]): ObjectName | null {
  const isNamed = (word: string): boolean => isMember(word) || readName([word], 'known')?.kind === 'symbol'
  const names = part.filter(isNamed)
  const at = part.findIndex(isNamed)
  const isFirst =
    at < MOST_BEFORE_SUBJECT && part.length > 1 && part.slice(0, at).every(word => BEFORE_SUBJECT.test(word))
  const [name = ''] = names
  return names.length !== 1 || !isFirst ? null : readName([isMember(name) ? `\`${name}\`` : name], 'known')
}

const MOST_BEFORE_SUBJECT = 5
const BEFORE_SUBJECT =
  /^(?:the|our|this|that|public|private|internal|method|function|class|field|property|option|constant|type|names?|called|i|we|think|find|of)$/i
