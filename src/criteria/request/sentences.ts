import { fromGerund, isOrder } from './verbs.ts'

type Mood = 'order' | 'question' | 'statement'

export interface Sentence {
  /** As it was said. */
  readonly text: string
  readonly mood: Mood
  /** Without polite words: "could you please fix it?" → "fix it". */
  readonly core: string
}

const OPENERS =
  /^(?:@[\w-]+|yo|dear(?: \w+)?(?=,)|heya|kindly|there(?=[,!.])|(?:stop|wait|hold on|hang on)(?=[,.!])|please|ok|okay|now|then|and|also|so|just|actually|alright|well|hey|hi|hello|yes|yeah|yep|no|great|good|nice|fine|sounds good|do it(?=[,.!])|go(?: ahead)?(?=[,.!])|go for it|(?:the )?same(?: thing)?(?: again)?(?:,| but)|thanks|thank you|hmm|right|sure|but|instead|first|next|finally|again|cool|perfect|claude|codex|gemini|copilot|cursor|assistant|agent|otherwise|in that case|for now|until then|today|tonight|i think|i guess|maybe|perhaps|oh|ah|anyway|btw|by the way|basically|listen|folks|team|guys|(?:good )?morning|(?:\w+ ){1,2}(?:thing|one|request|task|favou?r)(?=[:,])|(?:task|goal|job|request)(?=:))(?:\b|(?<=,))[,:!.]?\s+(?=\S)/i

const MINDING = /^(?:would|do) you mind\s+/i
/** A wish that the assistant does something; liking what it does is not a wish. */
const WISH =
  /^(?!(?:i|we) (?:really )?(?:like|love|appreciate) (?:that|how|when|it when)\b)(?!(?:why|when|if|how|what|where|who|did|does|do)\b)(?!(?:[\w']+\s+){0,6}?(?:not|never|no|dont|\w+n't)\b)(?:[\w']+\s+){0,6}?(?:want|need|like|love|prefer|rather|appreciate|ask(?:ing)?|request(?:ing)?|counting on|expect|possible|great|nice|good|cool|helpful|best|fine|wonderful|happy|glad|grateful)\b(?:\s+(?:it|that|if|for|to|have|when|this|is|would))*\s+(?:you(?:'d|'ll)?|claude|codex|gemini|(?:the|my|our|an?) (?:agent|assistant|model|ai|bot))\s+(?:(?:to|may|can|could|would|should|just|please|simply|now|then|also|kindly|maybe|perhaps|only|rather)\s+)*/i

const ADVERBS = String.raw`(?: (?:please|just|maybe|also|kindly|simply|possibly|perhaps|quickly|now|go ahead and|go and))*`
const FRAMES: readonly RegExp[] = [
  MINDING,
  WISH,
  new RegExp(String.raw`^(?:can|could|would|will|can't|couldn't|won't) (?:you|we)${ADVERBS}\s+`, 'i'),
  /^(?:i|we)(?:'d| would)? (?:want|need|like|love|prefer|expect|ask)(?: for)?(?: (?:you|it|this|us))? to\s+/i,
  new RegExp(
    String.raw`^(?:we|you) (?:should|must|can|may|shall|(?:need|have|ought|are)(?: going)? to)${ADVERBS}\s+`,
    'i',
  ),
  /^(?:let's|lets|let us|go ahead and|feel free to|make sure (?:to|you)|try to|time to|why don't you|help me(?: to)?|be so (?:kind|good) (?:as to|and)|(?:your|the) (?:task|job|goal) is to|to|do(?= keep\b)|let (?:it|me)(?= (?:loop|iterate|keep|(?:re-?)?attach)\b))\s+/i,
]

const ASKING =
  /^(?:what|what's|whats|why|how|how's|hows|when|where|who|who's|which|whose|is|isn't|are|aren't|was|were|does|doesn't|do (?:i|we|you|they)|did|didn't|should|shall|would|could|can|will|has|have (?:you|they|we|i)|may|might|am|any)\b/i

/** Sentences in order, each with its mood: an order, a question, or a statement. */
export function sentencesOf(text: string): readonly Sentence[] {
  return text
    .split('\n')
    .flatMap(splitLine)
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(sentenceOf)
}

const ABBREVIATION = /(?:^|\s)(?:e\.g|i\.e|etc|vs|approx|cf|no)\.$/i

function splitLine(line: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (const match of line.matchAll(/(?:[.!?]+|;)\s+/g)) {
    const end = match.index + match[0].length
    const word =
      line
        .slice(from, match.index + match[0].trimEnd().length)
        .split(/\s/)
        .at(-1) ?? ''
    // "./..." is a path, and "e.g." ends nothing.
    if (/\/\.*$/.test(word) || ABBREVIATION.test(word)) continue
    parts.push(line.slice(from, end))
    from = end
  }
  return [...parts, line.slice(from)]
}

/** "…, ok?" asks nothing. */
const TAG =
  /(?:,?\s+(?:ok|okay|k|alright|deal|yeah|will you|would you|could you|can you|please)|,\s*(?!right|no\b)[a-z]{1,4})\s*\?+$/i

export function sentenceOf(text: string): Sentence {
  const said = text.trim().replace(TAG, '')
  const { core, framed } = unwrapped(said)
  return {
    text: text.trim(),
    core: core.replace(/[\s.!?;,]+$/, '').replace(/,\s*(?:please|thanks|thank you|thx)$/i, ''),
    mood: moodOf(said, core, framed),
  }
}

/** "I want an external loop that …": to want one is to ask for it. */
const WISHED =
  /^(?:i|we)(?:'d like| want| need| would like)\s+(?=(?:an?|the|another)\s+(?:(?!to\b)[\w-]+\s+){0,3}loop\b)/i

/** Nobody is more polite than this. */
const MOST_OPENERS = 12

/** Openers and polite frames, taken off as long as there are some. */
function unwrapped(text: string): { core: string; framed: boolean } {
  let [core, framed] = [text.replace(WISHED, 'run '), false]
  for (let [before, times] = ['', 0]; before !== core && times < MOST_OPENERS; times++) {
    before = core
    core = core.replace(OPENERS, '')
    const frame = FRAMES.find(pattern => pattern.test(core))
    if (frame === undefined) continue
    core = core.replace(frame, '').replace(/^not\s+/i, 'do not ')
    if (MINDING.test(before)) core = core.replace(/^\w+/, gerund => fromGerund(gerund) ?? gerund)
    framed = true
  }
  return { core, framed }
}

/** "Keep trying is not a strategy": the words are the subject of the sentence. */
const SPOKEN_OF =
  /^(?:keep(?: on)? \w+ing|loop|looping|iterate|ralph this|ralph it|fix until green)\s+(?:is|isn't|was|wasn't|does|doesn't|did|makes|means|sounds|seems|feels|works|worked|won't|would|will|can|cannot|can't|has|had)\b|^keep(?: on)? \w+ing(?:\s+(?!until|till)\w+){1,4}\s+(?:is|was)\s+(?:what|how|why|not|no|an?|his|her|their)\b/i
const FORBIDDING = /^(?:do not|don't|dont|never|no need to|without)\b/i

function moodOf(text: string, core: string, framed: boolean): Mood {
  const asks = /\?\s*$/.test(text)
  if (SPOKEN_OF.test(core)) return 'statement'
  if (framed)
    return isOrder(core) || FORBIDDING.test(core) || /^\/?(?:al|agent)\b/i.test(core)
      ? 'order'
      : asks
        ? 'question'
        : 'statement'
  if (ASKING.test(core)) return 'question'
  if (asks) return 'question'
  return isOrder(core) || FORBIDDING.test(core) || /^[/\d]/.test(core) ? 'order' : 'statement'
}
