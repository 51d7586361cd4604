import { sentenceOf, sentencesOf } from './sentences.ts'

export type ControlAction = 'abort' | 'status' | 'resume' | 'attach' | 'pause'

/** A loop that is steered. "latest" is the one that was spoken of last; "all" is only ever looked at. */
export interface Control {
  readonly action: ControlAction
  readonly loop_id: string
}

/** A loop that somebody could mean. */
export interface KnownLoop {
  readonly loop_id: string
  readonly task: string
}

export interface Steering {
  readonly control: Control | null
  /** What is to be done, when it cannot be told to which loop. */
  readonly unclear: ControlAction | null
  /** What was said beside it: "…and just fix the login bug". */
  readonly rest: string
}

const ID = String.raw`ralph-[a-z0-9-]*[a-f0-9]{8}\b`
const KIND = String.raw`(?:external|background|detached|ralph|agent|agent-loop|al|daemon|running|current|paused|last|latest|active|old|previous|stuck|interrupted)`
const OF_CODE =
  /^(?:infinite|inner|outer|event|for|while|main|render|game|feedback|retry|endless|nested|message|run|redirect|update|poll|polling|animation|do|read|write|wait|busy|training|inference)$/i
const NOUN = String.raw`(?:loops?|ralph(?: loops?| daemon)?|agent-loop)`
const TARGET = String.raw`(?:(?<id>${ID})|(?<many>(?:all|both|every|each|any)(?: of)?(?: the| my| our)?(?: ${KIND})* loops?|everything that loops)|(?<some>(?:one|some|another|the other|either|the (?:first|second|third|other)|a)(?: one)?(?: of)?(?: the| my| our| these)?(?: ${KIND})* loops?)|(?<one>(?:(?:the|that|this|my|our|your) )?(?:${KIND} )*${NOUN}(?: loop)?)|(?:the |that |my )(?<word>[\w-]+) loop|(?<pronoun>that|it|this))(?![\w-])`

const VERBS: readonly (readonly [ControlAction, RegExp])[] = [
  [
    'abort',
    new RegExp(String.raw`^(?:abort|stop|cancel|kill|end|terminate|halt|quit|shut down|drop)\s+${TARGET}`, 'i'),
  ],
  ['abort', /^(?:stop|quit|end)\s+(?<one>looping|iterating|ralphing|the looping)\b/i],
  ['resume', new RegExp(String.raw`^(?:resume|continue|unpause|restart|pick up|take up|go on with)\s+${TARGET}`, 'i')],
  ['attach', new RegExp(String.raw`^(?:re-?)?attach(?: me)?(?: to)?\s+${TARGET}`, 'i')],
  ['pause', new RegExp(String.raw`^(?:pause|suspend)\s+${TARGET}`, 'i')],
  [
    'status',
    new RegExp(
      String.raw`^(?:(?:show|give|tell|get|print|display|check)(?: me| us)? )?(?:the )?(?:status|progress|state)(?: (?:of|for|on))?\s+${TARGET}`,
      'i',
    ),
  ],
  ['status', new RegExp(String.raw`^(?:check (?:on|up on|in on)|look at|list|show(?: me)?)\s+${TARGET}`, 'i')],
  ['status', new RegExp(String.raw`^${TARGET}(?:'s)? (?:status|progress)\b`, 'i')],
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
    /^(?:what|which) (?<many>(?:(?:ralph|agent|background|external) )*loops?) (?:are|is) (?:still |currently |now )*(?:running|active|going|there|paused|open)\b/i,
  ],
  [
    'status',
    /^are there (?:any )?(?<many>(?:(?:running|active|paused|open|background|external|ralph|agent) )*loops)(?: (?:still |currently )*(?:running|active|going|open))?$/i,
  ],
  ['status', new RegExp(String.raw`^(?:what|where)(?:'s| is|s| are)\s+${TARGET} (?:doing|at|up to|working on)\b`, 'i')],
]

const LEGACY = new RegExp(
  String.raw`^(?:(?:aiwg|agent-loop|al)\s+)?\/?(?:ralph-|(?:agent-loop|al|ralph|aiwg)\s+(?:ralph-)?)(status|abort|resume|attach|pause)\b(?:\s+(${ID}))?(\s+--all)?\s*$`,
  'i',
)

/** Takes what steers a loop that is there out of what was said. */
export function takeControl(text: string, loops: readonly KnownLoop[], spokenOf: boolean): Steering {
  const legacy = LEGACY.exec(text.trim())
  if (legacy) {
    const [, action = '', id, all] = legacy
    return {
      control: { action: action.toLowerCase() as ControlAction, loop_id: id ?? (all ? 'all' : 'latest') },
      unclear: null,
      rest: '',
    }
  }
  for (const sentence of sentencesOf(text)) {
    for (const [action, pattern] of VERBS) {
      const match = pattern.exec(sentence.core)
      if (match === null || (sentence.mood === 'question' && action !== 'status')) continue
      const target = targetOf(match.groups ?? {}, { action, loops, spokenOf, verb: match[0].split(' ')[0] ?? '' })
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

const TRAILING =
  /^[\s,]*(?:now|please|for now|immediately|right (?:now|away)|at once|again|here|then|for me|(?:until|till|for) [^,.;]+|with \d+ more \w+)?(?=[\s,.;!?]|$)/i

/** Behind the loop nothing may stand that makes it a loop of something else: "the loop in parser.ts". */
const isEnd = (after: string): boolean =>
  /^\s*(?:$|[,;:.!?-]|(?:and|then|instead|now|please|for now|immediately|right|at once|again|yet|already|by now|so|because|with \d+|until|till|for (?:a|an|the|me|now|today|\d+))\b)/i.test(
    after,
  )

const restOf = (after: string): string =>
  sentenceOf(after.replace(TRAILING, '').replace(/^[\s,;:-]*(?:(?:and|then|but|instead|just|rather)\b[\s,]*)*/i, ''))
    .text
