import { callIn } from './call.ts'
import { type Sentence, sentenceOf, sentencesOf } from './sentences.ts'
import { isOrder } from './verbs.ts'
import { LOOP_START } from './work.ts'

const FRONTED_PLACE =
  /^((?:please )?)(in (?:the )?background|detached|unattended|externally|as a daemon)(?:\s+please)?([,:]?)\s+(?=\p{L})/iu
const BEGINS = new RegExp(
  String.raw`^(?:(?!loop\b(?! (?:until|till|on)\b))${LOOP_START}|\p{L}+\s+(?:the|all|every|each|my|our|these|those)\s)`,
  'iu',
)
/** "In a loop, fix X" says it first; after the order it is one of the cues. */
const FRONTED_LOOP = /^((?:please )?)in an? (?:\w+ )?loop[,:]\s+(?=\p{L})/iu
/** The longest sentence that is searched for an order; longer text was pasted. */
const LONGEST = 1_500
const JOINT =
  /(?:(?:,|;|:|\s-)\s*(?:(?:so|and|but|then|please|now|just)\s+)*|\s(?:so(?: (?:please|just|now|then))*|(?:and|but|now) please|please|(?:but|and)(?=\s+(?:i'd|we'd|i would|you should|could you|can you|let's)\b))\s+)(?=\S)/gi
/** Reported speech is not addressed to the assistant. */
const REPORTED =
  /\b(?:wrote|says?|said|writes|told|asked|asks|reads|states?|claims?|suggest(?:s|ed)|comment(?:s|ed)?|mentions|mentioned|posted|according to)\b[^,;:\uE001]*$/i
const TOLD = new RegExp(
  String.raw`^(?:${LOOP_START}|(?:run|start|launch|kick off|spin up|spawn|use)\s+(?:an?|the|another)\s+(?:[\w-]+\s+){0,3}(?:loop|agent-loop(?:-ext)?|ralph(?:-external)?)\b|(?:ralph|agent-loop)(?: (?:this|it|that))?(?::\s|$)|(?:fix|run|rerun|repair|debug|work|get|make)\b[^,;.]*\s(?:until|till)\s)`,
  'i',
)

/** Sentences with place and loop in the position of an order, and with an order after a statement as its own sentence. */
export const requestSentences = (text: string): readonly Sentence[] =>
  sentencesOf(placeFirst(text).replace(FRONTED_LOOP, '$1ralph this: ')).flatMap(split)

/** "In the background, fix X": an order must follow directly, because "in the background section" is about a text. */
function placeFirst(text: string): string {
  const [whole = '', polite = '', place = '', mark] = FRONTED_PLACE.exec(text) ?? []
  const rest = text.slice(whole.length)
  const heading = mark === ':' && !place.includes(' ')
  const isPlace =
    mark === '' ? BEGINS.test(rest) && isOrder(rest) : !heading && (isOrder(rest) || callIn(rest) !== null)
  return whole !== '' && isPlace ? `${polite}ralph this ${place}: ${rest}` : text
}

/** "The tests are red, keep fixing until they pass": a statement followed by an order. */
function split(sentence: Sentence): readonly Sentence[] {
  if (sentence.mood !== 'statement' || sentence.text.length > LONGEST || /^(?:until|till)\b/i.test(sentence.core))
    return [sentence]
  for (const joint of sentence.text.matchAll(JOINT)) {
    const said = sentence.text.slice(0, joint.index)
    if (REPORTED.test(said) && !/\b(?:but|so)\b/i.test(joint[0])) continue
    const behind = sentenceOf(sentence.text.slice(joint.index + joint[0].length))
    if (behind.mood === 'order' && (TOLD.test(behind.core) || (callIn(behind.core)?.task ?? '') !== ''))
      return [sentenceOf(sentence.text.slice(0, joint.index)), behind]
  }
  return [sentence]
}
