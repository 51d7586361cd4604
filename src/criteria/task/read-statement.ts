import { isFunctionWords } from '../request/function-words.ts'
import { bug, feature, gate, guess, likely, type PartReading, sure } from './part-reading.ts'

export const REPAIR =
  /^(fix\w*|resolv\w+|repair\w*|debug\w*|correct|handle|prevent|stop|unbreak|patch|solv\w+|address\w*|squash|investigat\w+|hunt(?: down)?|track(?: down)?)\b/i

/** "port 8080 is taken", "splitting a line drops its end": the first word is no order. "sort the lines that are equal" is one. */
export const isStatement = (text: string): boolean =>
  (!hasObject(text) || ACTS.test(text)) &&
  !/^(?:fix|(?:i|we) (?:want|need|'d like|would like)|need|want)\b/i.test(text) &&
  (STATES.test(text) || ACTS.test(text))
/** "deleting a key while iterating skips the next one": what is done there acts on something. */
const ACTS =
  /^[a-z]+ing\b(?: \S+){1,9}? [a-z]{2,}[^s\Wui]s (?:the|an?|its|every|all|no|too|twice|nothing|everything)\b/i
const STATES =
  /^\S+(?: (?!that\b|which\b|who\b|where\b|so\b|if\b|when\b|what\w*\b|how\b|whether\b|until\b)\S+){0,4} (?:is|are|was|were|should|must|does|has|have|gets|can(?:not)?|will|would|fails?|crashes|loses|throws|drops|ignores|flakes?|breaks)\b/i
const WRONG =
  /\b(?:bugs?|crash\w*|races?|race condition|leaks?|deadlocks?|segfaults?|panics?|npe|\w*exceptions?|\w+error|off[- ]by[- ]one|hangs?|throws?|raises?|loses|lost|misses|mishandles|duplicates|corrupt\w*|(?:is|are|gets?) (?:ignored|skipped|dropped|lost|cut)|(?:is|are|was|were|has|have|can|does|do|should|could|did) ?(?:not|never)|cannot|never|twice|too (?:often|early|late|many|much|few)|wrong\w*|incorrect\w*|invalid|garbage|regress\w+|ignores?|drops|returns?|instead of|accepts|fails? (?:to|when|if|for|with|on)|stopp?e?d? working|no longer|vanish\w*|escapes?|false positives?|eats|swallows)\b/i
const PROMISE = /\b(?:should|must|ought to|needs? to|has to|have to|supposed to)\b/i
/** "fix it", "fix whatever it lists": what is wrong was said before. */
const EMPTY_REPAIR =
  /^(?:fix\w*|repair\w*|correct|solve|resolve|debug|clear)(?: up)?(?: (?:that|it|this|them|these|those|all|please|pls|for me|properly|first|any|the findings|all findings)| (?:what(?:ever)?|anything|everything|all)\b(?: \w+){0,4})*$/i

/** "resolve those errors properly", "fix the annotations": the trouble itself was told before. */
const POINTS_BACK =
  /^\S+ (?:(?:those|these|that|this|the|all) (?:\w+ )?(?:annotations?|findings?|complaints?|remarks?|mess|err?ors?|warnings?|issues?|problems?|rest|typings?)(?: properly| as well| too)?|my mess|(?:it|them|em|those|these|that|this)(?: \w+)?)$/i

/** Neither a check nor a known order: a defect, a wish, or a verb that nobody knows. */
export function byStatement(text: string): PartReading | null {
  if (EMPTY_REPAIR.test(text)) return guess(bug(text))
  const repair = REPAIR.exec(text)
  if (repair) return POINTS_BACK.test(text) ? guess(bug(text)) : sure(bug(text))
  if (/^new [a-z]/i.test(text) && !FINITE.test(text)) return likely(feature('new'))
  const wish = /^(?:i want|we want|we need|i need|i'd like|i would like|need|want)\b/i.exec(text)
  if (wish) return sure({ ...feature(wish[0]), unusual: true })
  const made = /^(?:make|get|have|keep)\b/i.exec(text)
  if (made) return PRONOUN_STATE.test(text) ? null : likely(feature(text))
  const wrong = WRONG.exec(text) ?? PROMISE.exec(text)
  if (wrong && !hasObject(text)) return likely(bug(wrong[0]))
  // "a `--sort=width` key in filter.rs, with tests": what is wanted, without a verb.
  if (/^an? \S/i.test(text) && !FINITE.test(text)) return likely(feature(text))
  if (isOrder(text)) return guess(gate(text.split(' ')[0] ?? '', { unusual: true }))
  if (wrong) return likely(bug(wrong[0]))
  return /\p{L}{2,}/u.test(text) && !isFunctionWords(text) ? guess(bug(text)) : null
}

const PRONOUN_STATE =
  /^(?:make|get|have|keep) (?:it|that|this|them)\b(?: all)?(?: (?:so|happen|pass|work|green|clean|quiet|happy|again|right|done|go|good|great|down|to (?:zero|0|none|nil)))*$/i

/** A verb in front, and its object: "sandbox the worker". A statement starts with what it is about. */
function isOrder(text: string): boolean {
  const [first = ''] = text.split(/\s+/)
  return (
    hasObject(text) ||
    (/^[a-z]+$/i.test(first) && !isFunctionWords(first) && !/(?:s|ing)$/i.test(first) && !FINITE.test(text))
  )
}

function hasObject(text: string): boolean {
  const [first = '', second = ''] = text.split(/\s+/)
  return (
    /^[a-z]+$/i.test(first) &&
    !/ing$/i.test(first) &&
    !isFunctionWords(first) &&
    /^(?:the|a|an|all|our|every|each|any|its|both|everything|it|them|this|that)$/i.test(second)
  )
}

const FINITE =
  /^\S+(?: \S+){0,5}? (?:is|are|was|were|should|must|does|do|has|have|had|gets?|got|can|cannot|could|will|would|may|stays?|became|becomes|keeps|looks|feels|seems|broke|died|went|leads?|[a-z]+(?:[^s\W]es|[^s\Wui]s))(?:\s|$)/i
