import { fromGerund, isOrder } from './verbs.ts'

export type Mood = 'order' | 'question' | 'statement'

export interface Sentence {
  /** As it was said. */
  readonly text: string
  readonly mood: Mood
  /** Without what makes it polite: "could you please fix it?" → "fix it". */
  readonly core: string
}

const OPENERS =
  /^(?:please|pls|ok|okay|now|then|and|also|so|just|actually|alright|well|hey|hi|hello|yes|yeah|no|great|good|nice|fine|yep|yup|sounds good|do it(?=[,.!])|go(?: ahead)?(?=[,.!])|go for it|(?:the )?same(?: thing)?(?: again)?(?:,| but)|thanks|thank you|hmm|right|sure|but|instead|first|next|finally|again|cool|perfect|claude|codex|gemini|copilot|cursor|assistant|agent|bitte|otherwise|in that case|for now|today|tonight|i think|i guess|i believe|maybe|perhaps|i'd say)(?:\b|(?<=,))[,:!.]?\s+(?=\S)/i

const MINDING = /^(?:would|do) you mind\s+/i
const FRAMES: readonly RegExp[] = [
  MINDING,
  /^(?:can|could|would|will|can't|couldn't|won't) (?:you|we)(?: please| just| maybe| also| kindly)*\s+/i,
  /^do\s+(?=keep\b)/i,
  /^(?:i|we)(?:'d| would) (?:like|love|prefer)(?: for)? (?:you|it|this|us) to\s+/i,
  /^(?:i|we) (?:want|need|expect|ask|would ask|'d ask) (?:you|it|this|us) to\s+/i,
  /^(?:i|we)(?:'d| would)? (?:want|need|like) to\s+(?=(?:loop|iterate|ralph|use|run|start|keep|attach|re-?attach|resume|pause|abort|stop|cancel|kill)\b)/i,
  /^let me\s+(?=(?:re-?)?attach\b)/i,
  /^(?:we|you) (?:need|have|ought|are going) to\s+/i,
  /^(?:we|you) (?:should|must|can)(?: just| now| please)*\s+/i,
  /^(?:let's|lets|let us|go ahead and|feel free to|make sure (?:to|you)|try to|time to|why don't you|be so kind and|help me(?: to)?)\s+/i,
  /^(?:your|the) (?:task|job|goal|mission)(?: here| now)? is to\s+/i,
  /^let (?:it|this|that|yourself)\s+(?=(?:loop|iterate|run until|keep)\b)/i,
  /^it would be (?:great|nice|good) if you could\s+/i,
]

const ASKING =
  /^(?:what|what's|whats|why|how|how's|hows|when|where|who|who's|which|whose|is|isn't|are|aren't|was|were|does|doesn't|do (?:i|we|you|they)|did|didn't|should|shall|would|could|can|will|has|have (?:you|they|we|i)|may|might|am|any)\b/i

/** Sentences in their order, each with what it does: tells to do, asks, or says. */
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

export function sentenceOf(text: string): Sentence {
  const { core, framed } = unwrapped(text.trim())
  return { text: text.trim(), core: core.replace(/[\s.!?;,]+$/, ''), mood: moodOf(text, core, framed) }
}

/** "I want an external loop that …": to want one is to ask for it. */
const WISHED = /^(?:i|we)(?:'d like| want| need| would like)\s+(?=(?:an?|the|another)\s+(?:[\w-]+\s+){0,3}loop\b)/i

/** Openers and polite frames, taken off as long as there are some. */
function unwrapped(text: string): { core: string; framed: boolean } {
  let [core, framed] = [text.replace(WISHED, 'run '), false]
  for (let before = ''; before !== core; ) {
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

/** "Keep trying is not a strategy": the words are what the sentence is about. */
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
