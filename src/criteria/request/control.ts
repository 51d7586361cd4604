import { isFunctionWords } from './function-words.ts'
import { type Sentence, sentenceOf, sentencesOf } from './sentences.ts'

export type ControlAction = 'abort' | 'status' | 'resume' | 'attach' | 'pause'

/** Control of a loop. "latest" is the loop that was mentioned last; "all" is only for status. */
export interface ControlRequest {
  readonly action: ControlAction
  readonly loop_id: string
}

/** A loop that the person could mean. */
export interface KnownLoop {
  readonly loop_id: string
  readonly task: string
}

interface FoundControl {
  readonly control: ControlRequest | null
  /** The action, when it is not clear for which loop. */
  readonly unclear: ControlAction | null
  /** The other words: "…and just fix the login bug". */
  readonly rest: string
}

const ID = String.raw`ralph-[a-z0-9-]*[a-f0-9]{8}\b`
const KIND = String.raw`(?:external|background|detached|ralph|agent|agent-loop|al|daemon|running|current|paused|last|latest|active|old|previous|stuck|interrupted|stopped|aborted|crashed|failed|overnight|unattended)`
const NOUN = String.raw`(?:loops?|ralph(?: loops?| daemon)?|agent-loop)`
const TARGET = String.raw`(?:(?:(?:(?:the|that|this|my|our) )?(?:${KIND} )*loop |(?:it|that|this)[:,]\s*)?(?<id>${ID})|(?<many>(?:all|both|every|each|any)(?: of)?(?: the| my| our)?(?: ${KIND})* loops?)|(?<some>(?:one|some|another|either|the (?:first|second|third|other)|a)(?: one)?(?: of)?(?: the| my| our| these)?(?: ${KIND})* loops?)|(?<one>(?:(?:the|that|this|my|our|your) )?(?:${KIND} )*${NOUN}(?: loop)?)|(?:the |that |my )(?<word>[\w-]+) loop|(?<pronoun>that|it|this))(?![\w-])`
const SMALL = '(?: (?:me|us|to|into|onto|on|in|with|up|off|down|back|about|from|where))*'

const order = (verbs: string): RegExp =>
  new RegExp(String.raw`^(?:${verbs})${SMALL} ${TARGET}(?: (?:up|down|off|back|on (?:hold|ice)|left))*(?![\w-])`, 'i')
const ORDERS: readonly (readonly [ControlAction, RegExp])[] = [
  [
    'abort',
    order('abort|stop|cancel|kill|end|terminate|halt|quit|shut|drop|call|turn|tear|scrap|ditch|forget|never ?mind'),
  ],
  ['abort', /^(?:stop|quit|end) (?<one>(?:the )?(?:loop|iterat|ralph)ing)\b/i],
  ['resume', order('resume|continue|unpause|restart|pick|carry|go on|proceed|wake|revive|unfreeze|get back')],
  ['attach', order('(?:re-?)?attach|(?:re-?)?connect|hook|hop|jump|tune|tap')],
  ['pause', order('pause|suspend|hold|freeze|put')],
]

/** A question about a loop is short and in any order: one of these words, and otherwise only function words. */
const STATE =
  /\b(?:far|long|along|going|doing|progress\w*|updates?|status|state|news|running|active|open|paused|alive|stuck|done|finish\w*|complete[ds]?|succeed(?:ed)?|pass(?:ed)?|fail(?:ed)?|stop(?:ped)?|crash(?:ed)?|iterations?|turns?|rounds?|eta|working|up|coming|getting|looking|ready|through|over(?:view)?|summary|list)\b/gi
const LOOK = /\b(?:check|hows|look|quick|short|brief|current(?:ly)?|latest|take|number|left|overnight|moment)\b/gi
const MENTIONED = new RegExp(String.raw`(?<![\w-])${TARGET}`, 'i')
const ASKS =
  /^(?:how|what|where|which|when|is|are|has|have|did|tell|give|show|let|can|could|any|do|take|check|list|look|i|ok|hey|so)\b|\b(?:status|progress|update|overview|summary)\b/i
const LOOPS = /^(?:(?:show|list|my|running|active|all|open|me|the) )*loops$/i

const LEGACY = new RegExp(
  String.raw`^(?:(?:aiwg|agent-loop|al)\s+)?\/?(?:ralph-|(?:agent-loop|al|ralph|aiwg)\s+(?:ralph-)?)(status|abort|resume|attach|pause)\b(?:\s+(${ID}))?(\s+--all)?\s*$`,
  'i',
)

const found = (action: ControlAction, target: string, rest = ''): FoundControl =>
  target === 'unclear'
    ? { control: null, unclear: action, rest }
    : { control: { action, loop_id: target }, unclear: null, rest }

/** Removes the words that control an existing loop from the utterance. */
export function takeControl(text: string, loops: readonly KnownLoop[], spokenOf: boolean): FoundControl {
  if (/^\/(?:cancel|stop|abort|kill)-(?:ralph|loop|agent-loop)\s*$/i.test(text.trim())) return found('abort', 'latest')
  const legacy = LEGACY.exec(text.trim())
  if (legacy) return found(legacy[1]?.toLowerCase() as ControlAction, legacy[2] ?? (legacy[3] ? 'all' : 'latest'))
  const isNamed = spokenOf || /\b(?:the|this|that) loop (?:is|has|isn't|hasn't|seems|looks|went|got)\b/i.test(text)
  const sentences = sentencesOf(text)
  return (
    firstOf(sentences.flatMap(withToldBehind), sentence => ordered(sentence, text, loops, isNamed)) ??
    firstOf(sentences, sentence => lookedAt(sentence)) ?? { control: null, unclear: null, rest: text }
  )
}

function firstOf(
  sentences: readonly Sentence[],
  read: (sentence: Sentence) => FoundControl | null,
): FoundControl | null {
  for (const sentence of sentences) {
    const control = read(sentence)
    if (control !== null) return control
  }
  return null
}

function ordered(
  sentence: Sentence,
  text: string,
  loops: readonly KnownLoop[],
  spokenOf: boolean,
): FoundControl | null {
  if (sentence.mood === 'question') return null
  for (const [action, pattern] of ORDERS) {
    const match = pattern.exec(sentence.core)
    const after = match === null ? '' : sentence.core.slice(match[0].length)
    const isAbort = /^abort\b/i.test(sentence.core)
    const target = match === null || !isEnd(after) ? null : targetOf(match.groups ?? {}, loops, spokenOf || isAbort)
    if (target === null) continue
    const at = text.indexOf(sentence.text)
    const beside = [text.slice(0, at), restOf(after), text.slice(at + sentence.text.length)].join(' ').trim()
    return found(action, target, /\p{L}/u.test(beside) ? beside : '')
  }
  return null
}

function targetOf(
  { id, many, some, one, word, pronoun }: Readonly<Record<string, string | undefined>>,
  loops: readonly KnownLoop[],
  spokenOf: boolean,
): string | null {
  if (id !== undefined) return id
  if (many !== undefined) return loops.length === 1 ? 'latest' : 'unclear'
  if (some !== undefined) return 'unclear'
  if (pronoun !== undefined) return spokenOf ? 'latest' : null
  if (one !== undefined) return loops.length > 1 && !/\b(?:that|this|last|latest)\b/i.test(one) ? 'unclear' : 'latest'
  const meant = loops.filter(loop => `${loop.loop_id} ${loop.task}`.toLowerCase().includes(word?.toLowerCase() ?? ' '))
  return meant.length > 1 ? 'unclear' : (meant[0]?.loop_id ?? null)
}

function lookedAt({ text, core }: Sentence): FoundControl | null {
  if (LOOPS.test(core)) return found('status', 'all')
  const said = text.replace(/\b(?:it|that|this)\b(?! loop)/gi, ' ')
  const mentioned = said.length > 120 ? null : MENTIONED.exec(said)
  const { id, many, one = '' } = mentioned?.groups ?? {}
  if (mentioned === null || (id ?? many ?? one) === '' || !ASKS.test(text)) return null
  const around = said.replace(mentioned[0], ' ')
  const other = around.replace(STATE, '')
  const isLook = other !== around || /^(?:check|show|how|where)/i.test(core)
  if (!isLook || !isFunctionWords(other.replace(LOOK, ''))) return null
  return found('status', id ?? (many !== undefined || /loops$/i.test(one) ? 'all' : 'latest'))
}

const SO = /(?:,|;|\s-)\s*(?:(?:so|and|please|now|just|then)\s+)*(?=\S)/gi
/** Few words, the speaker, or the loop itself: not about a program. */
const isSaidToUs = (before: string): boolean =>
  /\b(?:i|we|my|our|ralph|(?:the|that|my|this) loop)\b|^\s*(?:this|that|it)\b/i.test(before) ||
  before.trim().split(/\s+/).length < 3

/** "The demo is in five minutes, please pause the loop"; an order that depends on a condition is about a program. */
function withToldBehind(sentence: Sentence): readonly Sentence[] {
  const isShort = sentence.mood === 'order' && /^\S+(?:\s\S+)?,/.test(sentence.text)
  if ((sentence.mood !== 'statement' && !isShort) || sentence.text.length > 1_500) return [sentence]
  if (/^(?:if|when|whenever|once|unless|while|after|as|should)\b/i.test(sentence.core)) return [sentence]
  const behind = [...sentence.text.matchAll(SO)]
    .filter(joint => /\b(?:please|so|now)\b/i.test(joint[0]) || isSaidToUs(sentence.text.slice(0, joint.index)))
    .map(joint => sentenceOf(sentence.text.slice(joint.index + joint[0].length)))
  return [sentence, ...behind.filter(({ mood }) => mood === 'order')]
}

/** Why, until when, and which one: what may follow the loop without making it part of something else. */
const MORE = String.raw`(?:until|till|for (?:a|an|the|me|now|today|\d+)|from|where|because|since|or|that|which|i|we|you|it|with \d+)\b`
const ADVERB = String.raw`(?:now|please|for now|immediately|right (?:now|away)|at once|again|here|then|yet|already)\b`
/** "the loop in parser.ts" is code. */
const isEnd = (after: string): boolean =>
  new RegExp(
    String.raw`^\s*(?:$|[,;:.!?-]|(?:and|then|instead|so|but)\b|${ADVERB}|${MORE}(?!.*\b(?:between|per|each|every|ms|frames?|requests?)\b))`,
    'i',
  ).test(after)

const TRAILING = new RegExp(String.raw`^[\s,]*(?:${ADVERB}|${MORE}[^,.;]*)?(?=[\s,.;!?]|$)`, 'i')

const restOf = (after: string): string =>
  sentenceOf(
    after
      .replace(TRAILING, '')
      .replace(/^[\s,;:-]*(?:(?:and|then|but|instead|just|rather)\b[\s,]*)*/i, '')
      .replace(
        /^((?:start|run|launch|begin) (?:an?|the|another)(?: (?:new|fresh|different|other))?) one\b/i,
        '$1 loop',
      ),
  ).text
