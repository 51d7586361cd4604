import { type Sentence, sentenceOf, sentencesOf } from './sentences.ts'

export type ControlAction = 'abort' | 'status' | 'resume' | 'attach' | 'pause'

/** A loop that is steered. "latest" is the one that was spoken of last; "all" is only ever looked at. */
export interface ControlRequest {
  readonly action: ControlAction
  readonly loop_id: string
}

/** A loop that somebody could mean. */
export interface KnownLoop {
  readonly loop_id: string
  readonly task: string
}

interface Steering {
  readonly control: ControlRequest | null
  /** What is to be done, when it cannot be told to which loop. */
  readonly unclear: ControlAction | null
  /** What was said beside it: "…and just fix the login bug". */
  readonly rest: string
}

const ID = String.raw`ralph-[a-z0-9-]*[a-f0-9]{8}\b`
const KIND = String.raw`(?:external|background|detached|ralph|agent|agent-loop|al|daemon|running|current|paused|last|latest|active|old|previous|stuck|interrupted|aborted|stopped|crashed|failed|overnight|nightly|yesterday's|unattended)`
const OF_CODE =
  /^(?:infinite|inner|outer|event|for|while|main|render|game|feedback|retry|endless|nested|message|run|redirect|update|poll|polling|animation|do|read|write|wait|busy|training|inference)$/i
const NOUN = String.raw`(?:loops?|ralph(?: loops?| daemon)?|agent-loop)`
const TARGET = String.raw`(?:(?:(?:(?:the|that|this|my|our) )?(?:${KIND} )*loop |(?:it|that|this)[:,]\s*)?(?<id>${ID})|(?<many>(?:all|both|every|each|any)(?: of)?(?: the| my| our)?(?: ${KIND})* loops?|everything that loops)|(?<some>(?:one|some|another|the other|either|the (?:first|second|third|other)|a)(?: one)?(?: of)?(?: the| my| our| these)?(?: ${KIND})* loops?)|(?<one>(?:(?:the|that|this|my|our|your) )?(?:${KIND} )*${NOUN}(?: loop)?)|(?:the |that |my )(?<word>[\w-]+) loop|(?<pronoun>that|it|this))(?![\w-])`

const VERBS: readonly (readonly [ControlAction, RegExp])[] = [
  [
    'abort',
    new RegExp(
      String.raw`^(?:abort|stop|cancel|kill|end|terminate|halt|quit|shut down|drop|call off|kill off|turn off)\s+${TARGET}`,
      'i',
    ),
  ],
  ['status', /^(?<many>(?:(?:my|running|active|all|open) )*loops)$/i],
  ['abort', /^(?:stop|quit|end)\s+(?<one>looping|iterating|ralphing|the looping)\b/i],
  [
    'resume',
    new RegExp(
      String.raw`^(?:resume|continue(?: with)?|unpause|restart|pick up|take up|go on with|carry on with|proceed with|wake(?: up)?|revive|unfreeze|get back to)\s+${TARGET}`,
      'i',
    ),
  ],
  [
    'resume',
    new RegExp(
      String.raw`^(?:resume|continue|pick up|go on|carry on)(?: from)? where\s+${TARGET} (?:left off|stopped|was|ended)\b`,
      'i',
    ),
  ],
  ['resume', new RegExp(String.raw`^(?:pick|take|bring|start|fire)\s+${TARGET}\s+(?:back )?up\b`, 'i')],
  ['abort', new RegExp(String.raw`^(?:shut|tear|take)\s+${TARGET}\s+down\b`, 'i')],
  ['abort', new RegExp(String.raw`^(?:call|turn|switch|shut)\s+${TARGET}\s+off\b`, 'i')],
  ['abort', new RegExp(String.raw`^(?:never ?mind|forget(?: about)?|scrap|ditch)\s+${TARGET}`, 'i')],
  ['pause', new RegExp(String.raw`^(?:put\s+${TARGET}\s+on (?:hold|ice|pause))\b`, 'i')],
  [
    'attach',
    new RegExp(
      String.raw`^(?:(?:re-?)?attach(?: me)?(?: to)?|(?:(?:re-?)?connect|hook|hop|jump|tune|tap)(?: me)?(?: back)? (?:on|in)?to)\s+${TARGET}`,
      'i',
    ),
  ],
  ['pause', new RegExp(String.raw`^(?:pause|suspend|hold|freeze|take a break (?:with|from))\s+${TARGET}`, 'i')],
  [
    'status',
    new RegExp(
      String.raw`^(?:(?:show|give|tell|get|print|display|check)(?: me| us)? )?(?:the )?(?:status|progress|state)(?: (?:of|for|on))?\s+${TARGET}`,
      'i',
    ),
  ],
  ['status', new RegExp(String.raw`^(?:check (?:on|up on|in on)|look at|list|show(?: me)?)\s+${TARGET}`, 'i')],
  ['status', new RegExp(String.raw`^${TARGET}(?:'s|:)? (?:status|progress)\b`, 'i')],
  [
    'status',
    new RegExp(
      String.raw`^(?:what(?:'s| is|s)|how(?:'s| is|s)|show|tell me)(?: me)? (?:the )?(?:status|progress|state) (?:of|for|on|with)\s+${TARGET}`,
      'i',
    ),
  ],
  [
    'status',
    new RegExp(
      String.raw`^how(?:'s|s| is| are| far is| far along is)\s+${TARGET}(?: (?:doing|going|progressing|getting on|coming along|along|now))*$`,
      'i',
    ),
  ],
  [
    'status',
    new RegExp(
      String.raw`^(?:is|are)\s+${TARGET} (?:still |already |now )*(?:running|done|finished|alive|stuck|going|active|working|verified|green)\b`,
      'i',
    ),
  ],
  [
    'status',
    new RegExp(
      String.raw`^(?:did|has|have)\s+${TARGET} (?:already )?(?:finish(?:ed)?|end(?:ed)?|pass(?:ed)?|stop(?:ped)?|fail(?:ed)?|succeed(?:ed)?|complet(?:e|ed)|converged?)\b`,
      'i',
    ),
  ],
  [
    'status',
    new RegExp(
      String.raw`^(?:which|what|how many) (?:iterations?|turns?|rounds?|tries)(?: number)? (?:is|has|did)\s+${TARGET}(?: (?:on|at|in|now|done|had|made|taken|run|do|need|needed|used|so far))*$`,
      'i',
    ),
  ],
  [
    'status',
    new RegExp(
      String.raw`^(?:any|what)(?:'s| is| are)?(?: the)? (?:news|updates?|progress|word)(?: (?:from|on|about|of|with|in))?\s+${TARGET}`,
      'i',
    ),
  ],
  [
    'status',
    /^(?:what|which|how many) (?<many>(?:(?:ralph|agent|background|external) )*loops?) (?:are|is) (?:still |currently |now )*(?:running|active|going|there|paused|open)\b/i,
  ],
  [
    'status',
    /^are there (?:any )?(?<many>(?:(?:running|active|paused|open|background|external|ralph|agent) )*loops)(?: (?:still |currently )*(?:running|active|going|open))?$/i,
  ],
  ['status', new RegExp(String.raw`^(?:what|where)(?:'s| is|s| are)\s+${TARGET} (?:doing|at|up to|working on)\b`, 'i')],
]

/** A look at a loop is said in few words, in any order: one of these, and around it only small ones. */
const STATE =
  /\b(?:far|going|doing|progress|progressing|updates?|status|state|news|running|done|finish|finished|complete|completed|iterations?|stuck|alive|eta|long|over|still|succeeded|passed|working on|up to|up with|coming along|getting on|looking|ready|through|there yet|crash(?:ed)?|fail(?:ed)?|hang|hung|broken?|overview|summary)\b/i
const SMALL =
  /\b(?:moment|we|my|overnight|tonight|how|is|are|was|the|a|an|any|some|give|tell|show|get|let|me|us|on|of|about|for|with|in|at|from|what|whats|what's|how's|where|where's|still|yet|already|now|currently|right|take|have|look|quick|short|check|see|know|number|many|much|so|it|has|did|does|do|been|being|left|when|will|be|please|there|by|or|not|more|than|can|could|you|i|want|to|would|like|short|brief|current|latest|whether|if|and|out|turn|turns)\b|'s\b|\bs\b|[\s,.?!-]/gi
const MENTIONED = new RegExp(String.raw`(?<![\w-])${TARGET}`, 'i')

function lookedAt({ text }: Sentence): RegExpExecArray | null {
  const mentioned = text.length > 120 ? null : MENTIONED.exec(text.replace(/\b(?:it|that|this)\b(?! loop)/gi, ' '))
  if (mentioned === null || mentioned.groups?.['word'] !== undefined || mentioned.groups?.['some'] !== undefined)
    return null
  const around = text.replace(/\b(?:it|that|this)\b(?! loop)/gi, ' ').replace(mentioned[0], ' ')
  const asks =
    /^(?:how|what|where|when|is|are|has|have|did|tell|give|show|let|can|could|any|do|take|check|i|please|ok|hey|so|status|progress)\b/i
  return (asks.test(text) || /\b(?:status|progress|update|overview|summary)\b/i.test(around)) &&
    STATE.test(around) &&
    around.replace(new RegExp(STATE, 'gi'), ' ').replace(SMALL, '') === ''
    ? mentioned
    : null
}

const LEGACY = new RegExp(
  String.raw`^(?:(?:aiwg|agent-loop|al)\s+)?\/?(?:ralph-|(?:agent-loop|al|ralph|aiwg)\s+(?:ralph-)?)(status|abort|resume|attach|pause)\b(?:\s+(${ID}))?(\s+--all)?\s*$`,
  'i',
)

/** Takes what steers a loop that is there out of what was said. */
export function takeControl(text: string, loops: readonly KnownLoop[], spokenOf: boolean): Steering {
  if (/^\/(?:cancel|stop|abort|kill)-(?:ralph|loop|agent-loop)\s*$/i.test(text.trim()))
    return { control: { action: 'abort', loop_id: 'latest' }, unclear: null, rest: '' }
  const legacy = LEGACY.exec(text.trim())
  if (legacy) {
    const [, action = '', id, all] = legacy
    return {
      control: { action: action.toLowerCase() as ControlAction, loop_id: id ?? (all ? 'all' : 'latest') },
      unclear: null,
      rest: '',
    }
  }
  const isNamed = spokenOf || /\b(?:the|this|that) loop (?:is|has|isn't|hasn't|seems|looks|went|got)\b/i.test(text)
  for (const sentence of sentencesOf(text).flatMap(withToldBehind)) {
    for (const [action, pattern] of VERBS) {
      const match = pattern.exec(sentence.core)
      if (match === null || (sentence.mood === 'question' && action !== 'status')) continue
      const target = targetOf(match.groups ?? {}, {
        action,
        loops,
        spokenOf: isNamed,
        verb: match[0].split(' ')[0] ?? '',
      })
      const after = sentence.core.slice(match[0].length)
      if (target === null || !isEnd(after)) continue
      const at = text.indexOf(sentence.text)
      const beside = [text.slice(0, at), restOf(after), text.slice(at + sentence.text.length)].join(' ').trim()
      const rest = action === 'status' || !/[\p{L}]/u.test(beside) ? '' : beside
      return target === 'unclear'
        ? { control: null, unclear: action, rest }
        : { control: { action, loop_id: target }, unclear: null, rest }
    }
  }
  for (const sentence of sentencesOf(text)) {
    const target = lookedAt(sentence)
    const named =
      target === null ? null : targetOf(target.groups ?? {}, { action: 'status', loops, spokenOf, verb: '' })
    if (named !== null) return { control: { action: 'status', loop_id: named }, unclear: null, rest: '' }
  }
  return { control: null, unclear: null, rest: text }
}

interface Asked {
  readonly action: ControlAction
  readonly loops: readonly KnownLoop[]
  /** A loop was the subject already, so that "stop it" can mean one. */
  readonly spokenOf: boolean
  readonly verb: string
}

type Target = string | 'unclear' | null

function targetOf(named: Readonly<Record<string, string | undefined>>, asked: Asked): Target {
  const { id, many, some, one, word, pronoun } = named
  if (id !== undefined) return id
  if (many !== undefined) return asked.action === 'status' ? 'all' : asked.loops.length === 1 ? 'latest' : 'unclear'
  if (some !== undefined) return 'unclear'
  if (word !== undefined) return byWord(word, asked)
  if (pronoun !== undefined)
    return /^abort$/i.test(asked.verb) || (asked.spokenOf && asked.action !== 'status') ? 'latest' : null
  if (one === undefined) return null
  if (asked.action === 'status') return /loops$/i.test(one) ? 'all' : 'latest'
  return asked.loops.length > 1 && !/\b(?:that|this|last|latest)\b/i.test(one) ? 'unclear' : 'latest'
}

function byWord(word: string, { action, loops, verb }: Asked): Target {
  if (OF_CODE.test(word)) return null
  const meant = loops.filter(({ loop_id, task }) => `${loop_id} ${task}`.toLowerCase().includes(word.toLowerCase()))
  if (meant.length === 1) return meant[0]?.loop_id ?? null
  return meant.length > 1 || /^(?:abort|cancel|pause|resume)$/i.test(verb) || action === 'attach' ? 'unclear' : null
}

const SO = /(?:,|;|\s-)\s*(?:(?:so|and|please|now|just|then)\s+)*(?=\S)/gi
/** Few words, the speaker, or the loop itself: what is not about a program. */
const isSaidToUs = (before: string): boolean =>
  OF_MINE.test(before) ||
  /^(?:this|that|it)(?:'s| is| has| takes| was)\b/i.test(before.trim()) ||
  before.trim().split(/\s+/).length < 3 ||
  /\b(?:ralph|(?:the|that|my|this) loop)\b/i.test(before)
const OF_MINE = /\b(?:i|i'm|i've|i'll|we|we're|we've|my|our)\b/i

/** "The demo is in five minutes, please pause the loop"; what a condition leads to is a program's. */
function withToldBehind(sentence: Sentence): readonly Sentence[] {
  if (sentence.text.length > 1_500) return [sentence]
  const short = sentence.mood === 'order' && /^\S+(?:\s\S+)?,/.test(sentence.text)
  if (
    (sentence.mood !== 'statement' && !short) ||
    /^(?:if|when|whenever|once|unless|while|after|as|should)\b/i.test(sentence.core)
  )
    return [sentence]
  const behind = [...sentence.text.matchAll(SO)]
    .filter(joint => /\b(?:please|so|now)\b/i.test(joint[0]) || isSaidToUs(sentence.text.slice(0, joint.index)))
    .map(joint => sentenceOf(sentence.text.slice(joint.index + joint[0].length)))
  return [sentence, ...behind.filter(({ mood }) => mood === 'order')]
}

const TRAILING =
  /^[\s,]*(?:now|please|for now|immediately|right (?:now|away)|at once|again|here|then|for me|(?:until|till|for|from|where|because|since|or|(?:that |which )?(?:i|we|you)(?:'ve| have| had)?|that(?:'s| is| was)) [^,.;]+|with \d+ more \w+)?(?=[\s,.;!?]|$)/i

/** Behind the loop nothing may stand that makes it a loop of something else: "the loop in parser.ts". */
const isEnd = (after: string): boolean =>
  /^\s*(?:$|[,;:.!?-]|(?:and|then|instead|now|please|for now|immediately|right|at once|again|yet|already|by now|so|because|since|or|but|(?:that |which )?(?:i|we|you)(?:'ve| have| had)? (?:just )?(?:paused|stopped|started|launched|began|left|interrupted|aborted|kicked)|that(?:'s| is| was) (?:running|paused|stuck)|from (?:yesterday|before|earlier|last|this)|where (?:it|you|we)|it left|with \d+|until|till|for (?!.*\b(?:between|per|each|every|ms|milliseconds?|frames?|requests?)\b)(?:a|an|the|me|now|today|\d+))\b)/i.test(
    after,
  )

const ANOTHER =
  /^((?:start|run|launch|begin|kick off|spin up) (?:an?|the|another)(?: (?:new|fresh|different|other))?) one\b/i

const restOf = (after: string): string =>
  sentenceOf(
    after
      .replace(TRAILING, '')
      .replace(/^[\s,;:-]*(?:(?:and|then|but|instead|just|rather)\b[\s,]*)*/i, '')
      .replace(ANOTHER, '$1 loop'),
  ).text
