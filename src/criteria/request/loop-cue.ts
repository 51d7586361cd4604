import { callIn, type LoopCall } from './call.ts'
import { boundedBy, builds, isGoal, joined } from './condition.ts'
import { takeExternal } from './external.ts'
import type { Sentence } from './sentences.ts'
import { firstWord, fromGerund, isRepair, isVerb } from './verbs.ts'
import { fromRelative, object, type Work, workIn } from './work.ts'

/** The words in a sentence that ask for a loop, and what they say about it. */
export interface Cue extends Work {
  readonly condition: string | null
  readonly because: readonly string[]
  /** The task is everything that follows, to the end of the utterance. */
  readonly called: LoopCall | null
}

const NOTHING: Work = { task: '', goesOn: true, bareVerb: null }
const cue = (work: Work, condition: string | null, because: readonly string[]): Cue => ({
  ...work,
  condition,
  because,
  called: null,
})
const explicit = (task: string): Work => ({ task, goesOn: false, bareVerb: null })

const STARTING = String.raw`(?:run|start|launch|spawn|trigger|initiate|kick off|spin up|fire up|begin|set up|set off|do|use|try|create|make)`
const LAUNCH = new RegExp(
  String.raw`^(${STARTING})\s+(?:me )?(?:(?:an?|the|another|one|your|my)\s+)?((?:(?:new|quick|iterative|autonomous|ralph|agent|al|agent-loop|internal|in-session|small)[\s-])*(?:loop|ralph|agent-loop))(?![\w-])(?:\s*(to|that|which|for|on|over|and|until|:)(?=\s))?\s*(.*)$`,
  'is',
)
/** The rest of a sentence after the external loop was removed: "run … to fix the build". */
const LAUNCHED = new RegExp(String.raw`^${STARTING}(?:\s+me)?(?:\s+(to|that|which|for|on|and|until)\s+(.+))?$`, 'is')
const DELEGATED = /^(?:have|let|tell|ask|get|make)\s+(?:the |a )?(?:ralph|agent-loop)(?: loop)?\s+(?:to\s+)?(\S.*)$/is
const DELEGATED_AWAY = /^(?:have|let|tell|ask|get)\s+(?:to\s+)?(\S.*)$/is
const WITH_LOOP =
  /\s+(?:(?:with|using|via|through|by) (?:the |an? )?|in an? )(?:ralph|agent-loop|agent loop|ralph loop|al)(?: loop)?(?=\s*(?:$|[,;.:]|until\b|in the\b))/i
const IN_A_LOOP = /^(.+?),?\s+(?:in an? (?:\w+ )?loop|(?:and )?loop (?:if|as|when) (?:needed|necessary|required))$/is
const IN_A_LOOP_UNTIL = /,?\s+in an? (?:\w+ )?loop(?=,?\s+(?:until|till)\b)/i
/** A list that is kept elsewhere; to ask what it means is to ask for the list. */
export const ISSUES =
  /^(?:(?:address|work through)\s+(?:(?:all|every|each|the|of|these|those)\s+)*(?:[\w-]+\s+)?(?=(?:issues|comments|findings|todos|tickets|remarks|threads|suggestions|nits|concerns)\b)|(?:address|handle|tackle|work through|go through)\s+)(?:(?:all|every|each|the|of|these|those|listed|open|remaining|reported|outstanding|review|reviewer'?s?|my|our)\s+)*(?:issues|comments|findings|problems|todos|items|tickets|remarks|threads|suggestions|nits|concerns|feedback|(?<=\b(?:every|each)\s+(?:\w+\s+)?)(?:issue|comment|finding|problem|todo|item|ticket|remark))\b/i
const REFUSED =
  /^(?:do not|don't|dont|never|no need to|without|no)\s+(?:please\s+|just\s+|use\s+|using\s+|start\s+|run\s+|a\s+|an\s+|the\s+|any\s+)*(?:loop\w*|iterat\w+|ralph\w*|al\b|agent[- ]loop\w*|keep (?:on )?\w+ing|keep at|retry\w*|repeat\w*)/i

interface Bounds {
  readonly iterations: number | null
}

/** Whether the sentence says that no loop is wanted. */
export const refusesLoop = ({ core }: Sentence): boolean => REFUSED.test(core)

/** Finds the words that ask for a loop in one sentence; null when there are none. */
export function cueIn(sentence: Sentence, { iterations }: Bounds): Cue | null {
  if (sentence.mood === 'question') return null
  const { core } = sentence
  const called = callIn(core)
  if (called !== null) return { ...explicit(called.task), condition: null, because: called.because, called }
  const looped = IN_A_LOOP_UNTIL.exec(core)
  const manner = looped !== null && isDone(core.slice(0, looped.index)) ? IN_A_LOOP_UNTIL : WITH_LOOP
  const named = manner.test(core)
  const place = takeExternal(named ? core.replace(manner, '') : core, { isHead: named })
  const text = place.text.replace(/[\s,]+please$/i, '')
  const again = place.because.length > 0 ? callIn(text) : null
  if (again !== null) return { ...explicit(again.task), condition: null, because: place.because, called: again }
  // A statement asks for nothing, unless it is only about where and how long.
  if (sentence.mood === 'statement' && !/^(?:until|till)\b/i.test(core)) return null
  if (QUOTING.test(joined(text).before)) return null
  return (
    launched(text, place.because) ??
    bounded(text, place.because) ??
    looping(text, place.because) ??
    ordered(text, place.because, named || iterations !== null)
  )
}

function launched(text: string, because: readonly string[]): Cue | null {
  const launch = LAUNCH.exec(text)
  if (launch) {
    const [, verb = '', kind = '', joint = '', rest = ''] = launch
    const ofCode =
      !/ralph|agent/i.test(kind) &&
      !(/^until$/i.test(joint) && isGoal(rest)) &&
      (/^(?:use|create|do|try|set up|make)$/i.test(verb) || (rest !== '' && joint === ''))
    if (!ofCode) return fromJoint(joint, rest, because)
  }
  const bare = because.length === 0 ? null : LAUNCHED.exec(text)
  if (bare) return fromJoint(bare[1] ?? '', bare[2] ?? '', because)
  const told = (DELEGATED.exec(text) ?? (because.length === 0 ? null : DELEGATED_AWAY.exec(text)))?.[1]
  return told !== undefined && isVerb(firstWord(told))
    ? (bounded(told, because) ?? cue(explicit(told), null, because))
    : null
}

function fromJoint(joint: string, rest: string, because: readonly string[]): Cue {
  const text = rest.trim()
  if (text === '') return cue(NOTHING, null, because)
  if (/^until$/i.test(joint)) return cue(NOTHING, text, because)
  const order = /^(?:to|and|:)$/i.test(joint)
    ? text
    : /^(?:that|which)$/i.test(joint)
      ? fromRelative(text)
      : object(text)
  return bounded(order, because) ?? cue(explicit(order), null, because)
}

const ADVERB =
  /\s+(?:overnight|tonight|today|now|please|again|over and over|hard|carefully|iteratively|autonomously|non-?stop|continuously)[\s,]*$/i

/** "explain: keep fixing until green" is about the words. */
const QUOTING =
  /^(?:explain|describe|define|translate|discuss|quote|summarize|spell|say|read|print|write|echo|note|interpret|paraphrase|rephrase)(?: (?:this|that|it|me|the (?:phrase|sentence|words)))*$/i

function bounded(text: string, because: readonly string[]): Cue | null {
  const found = boundedBy(text)
  if (found === null) return null
  const work = workIn(found.clause.replace(ADVERB, ''))
  return cue(found.before === '' ? work : { ...explicit(found.before), goesOn: false }, found.condition, because)
}

const ALONE = /^(?:keep (?:on )?(?:trying|fixing|iterating|looping|hammering|retrying)|keep at (?:it|this))\b/i

/** "keep fixing lint errors", "iterate on the parser": a loop without an end to it. */
function looping(text: string, because: readonly string[]): Cue | null {
  const { before, clause } = joined(text)
  const gerund = /^keep (?:on )?(\w+ing)\s+\S/i.exec(clause)?.[1]
  const kept =
    ALONE.test(clause) ||
    (gerund !== undefined &&
      !/^(?:going|doing|running|using|being|having|thinking|reading|sending|printing|calling|fetching|loading|playing|showing|polling|waiting|listening|watching|pinging)$/i.test(
        gerund,
      ) &&
      fromGerund(gerund) !== null)
  const looped =
    /^(?:loop|iterate)(?:\s+(?:on|at|until|this|that|it|again|hard|(?:as|if|when|where) (?:often|long|many|much|needed|necessary|required)|repeatedly|freely|a (?:bit|few|little))\b|$)/i.test(
      clause,
    )
  if ((!kept && !looped) || builds(before)) return null
  // An end that only a person can reach ("until I say stop") is not an end, and not part of the work.
  return cue(before === '' ? workIn(clause.replace(/\s+(?:until|till)\s.*$/is, '')) : explicit(before), null, because)
}

/** Work that an assistant does in a loop; calling or reading something in one is a program's work. */
const isDone = (order: string): boolean =>
  isRepair(firstWord(order)) || /^(?:(?:make|get)\b|(?:do|run|try) (?:it|this|that)$)/i.test(order)

function ordered(text: string, because: readonly string[], wanted: boolean): Cue | null {
  const inLoop = IN_A_LOOP.exec(text)?.[1]
  if (inLoop !== undefined && isDone(inLoop)) return cue(explicit(inLoop), null, because)
  if (ISSUES.test(text)) return cue(explicit(text), null, because)
  if (!wanted && because.length === 0) return null
  if (builds(text) && /\s(?:until|till)\s/i.test(text)) return null
  const work = workIn(text.replace(ADVERB, ''))
  return isVerb(firstWord(text)) ? cue(work.bareVerb === null ? work : { ...work, goesOn: true }, null, because) : null
}
