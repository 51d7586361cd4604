import { callIn } from './call.ts'
import { takeCompletion, withoutThanks } from './completion.ts'
import { boundedBy } from './condition.ts'
import { type Control, type ControlAction, type KnownLoop, takeControl } from './control.ts'
import type { Message } from './conversation.ts'
import { type Cue, cueIn, refusesLoop } from './cue.ts'
import { takeElsewhere, withoutHere } from './elsewhere.ts'
import { type SaidLimits, takeLimits } from './limits.ts'
import { masked, unquoted } from './masked.ts'
import { subjectOf } from './meaning.ts'
import { type Sentence, sentenceOf, sentencesOf } from './sentences.ts'
import { respelled } from './spelling.ts'
import { type Request, type TaskFrom, withTask } from './told.ts'
import { isOrder } from './verbs.ts'
import { LOOP_START, workIn } from './work.ts'

/** What somebody said, as far as it concerns loops. */
export interface Heard {
  readonly asksForLoop: boolean
  readonly task: string | null
  readonly taskFrom: TaskFrom
  /** The person's own words; null when there are none that could be measured. */
  readonly completion: string | null
  readonly limits: SaidLimits
  readonly loopId: string | null
  readonly externalBecause: readonly string[]
  readonly control: Control | null
  /** Some loop shall be steered, and it is not clear which. */
  readonly unclear: ControlAction | null
}

export interface Hearing {
  readonly conversation: readonly Message[]
  readonly loops: readonly KnownLoop[]
  /** The words are a request already: all that is open is what they say. */
  readonly isRequest: boolean
}

const LONGEST = 20_000
const NO_LIMITS: SaidLimits = { iterations: null, minutes: null, usd: null }
const SILENCE: Heard = {
  asksForLoop: false,
  task: null,
  taskFrom: 'explicit',
  completion: null,
  limits: NO_LIMITS,
  loopId: null,
  externalBecause: [],
  control: null,
  unclear: null,
}

/** Reads what was said: quotes are set aside, then what steers, limits, the end, and at last the sentence that asks for a loop. */
export function hear(said: string, hearing: Hearing): Heard {
  const { text: whole, restore } = masked(unquoted(said.slice(0, LONGEST)))
  const flags = takeFlags(respelled(whole))
  const spokenOf = hearing.loops.length > 0 || hearing.conversation.some(({ text }) => /\b(?:loop|ralph)\b/i.test(text))
  const { control, unclear, rest } = takeControl(flags.text, hearing.loops, spokenOf)
  const steered = control !== null || unclear !== null
  const silence = { ...SILENCE, control, unclear }
  if (steered && rest === '') return silence
  const bounded = takeLimits(withoutHere(rest))
  const ended = takeCompletion(bounded.text)
  const request = requestIn(ended.text, bounded.limits, hearing.isRequest || (steered && control?.action === 'abort'))
  if (request === null) return silence
  const back = (text: string | null): string | null => (text === null ? null : restore(text))
  const { task, condition } = request.cue
  const told = withTask(
    { ...request, cue: { ...request.cue, task: restore(task), condition: back(condition) } },
    taskOf(hearing.conversation),
  )
  const replaced = control?.action === 'abort' ? replacedLoop(hearing.conversation) : []
  return {
    ...silence,
    asksForLoop: true,
    task: finished(told.task),
    taskFrom: told.from,
    completion: finished(back(flags.completion ?? ended.completion) ?? told.completion),
    limits: bounded.limits,
    loopId: flags.loopId,
    externalBecause: request.because.length > 0 ? request.because : replaced,
  }
}

const finished = (text: string | null): string | null => {
  const bare = text === null ? '' : unquoted(withoutThanks(text))
  return bare === '' ? null : bare
}

interface Flags {
  readonly text: string
  readonly completion: string | null
  readonly loopId: string | null
}

/** What is written as on a command line: `--completion "npm test passes" --loop-id ralph-x-12345678`. */
function takeFlags(said: string): Flags {
  let [completion, loopId]: [string | null, string | null] = [null, null]
  const text = said
    .replace(/(?:^|\s)(?:--completion|-c)(?:\s+|=)(\uE000\d+\uE001|(?:(?!\s--)[^\n])+)/, (_, words: string) => {
      completion = words.trim()
      return ' '
    })
    .replace(
      /(?:^|\s)(?:--loop-id(?:\s+|=)|(?:with|under|as|using) (?:the )?(?:loop )?(?:id|name)\s+)(\S+)/i,
      (_, id: string) => {
        loopId = id
        return ' '
      },
    )
  return { text: text.replace(/[^\S\n]{2,}/g, ' ').trim(), completion, loopId }
}

const FRONTED_PLACE =
  /^((?:please )?)(in (?:the )?background|detached|unattended|externally|as a daemon|(?:detach|go (?:in)?to the background),?\s+and)(?:\s+please)?([,:]?)\s+(?=\p{L})/iu
const BEGINS = new RegExp(
  String.raw`^(?:(?!loop\b(?! (?:until|till|on)\b))${LOOP_START}|\p{L}+\s+(?:the|all|every|each|my|our|these|those)\s)`,
  'iu',
)
/** "In a loop, fix X" says it before; behind the order it is one of the cues. */
const FRONTED_LOOP = /^((?:please )?)in an? (?:\w+ )?loop[,:]\s+(?=\p{L})/iu
const SAID_THEN_TOLD = new RegExp(
  String.raw`(?:,|;|:|\s-)\s*(?:(?:so|and|then|please|now|just)\s+)*(?=${LOOP_START}|(?:ralph|agent-loop)(?: (?:this|it|that))?:\s|(?:fix|run|rerun|repair|debug|work|get|make)\b[^,;.]*\s(?:until|till)\s)`,
  'i',
)

function requestIn(text: string, limits: SaidLimits, isRequest: boolean): Request | null {
  const sentences = sentencesOf(placeFirst(text).replace(FRONTED_LOOP, '$1ralph this: ')).flatMap(split)
  if (sentences.some(refusesLoop) && !isRequest) return null
  for (const [index, sentence] of sentences.entries()) {
    const found = cueIn(sentence, limits)
    if (found === null) continue
    const [before, after] = [sentences.slice(0, index), sentences.slice(index + 1)]
    if (found.called !== null) return calledRequest(found, bodyOf(text, sentence, found), before)
    const beside = besides(after)
    const orders = before.filter(({ mood }) => mood === 'order').map(({ core }) => core)
    const task = [
      ...(found.task === '' ? orders : [found.task]),
      ...(found.task === '' && orders.length === 0 ? [] : beside.told),
    ].join('. ')
    return {
      cue: { ...found, task },
      because: [...found.because, ...besides(before).because, ...beside.because],
      spokenOf: lastSubject(before),
    }
  }
  return isRequest ? plainRequest(text) : null
}

/** "In the background, fix X": an order must follow at once, for "in the background section" speaks of a text. */
function placeFirst(text: string): string {
  const [whole = '', polite = '', place = '', mark] = FRONTED_PLACE.exec(text) ?? []
  const rest = text.slice(whole.length)
  const heading = mark === ':' && !place.includes(' ')
  const isPlace =
    mark === '' ? BEGINS.test(rest) && isOrder(rest) : !heading && (isOrder(rest) || callIn(rest) !== null)
  return whole !== '' && isPlace
    ? `${polite}ralph this ${/^(?:detach|go)\b/i.test(place) ? 'detached' : place}: ${rest}`
    : text
}

/** "The tests are red, keep fixing until they pass": a statement, and an order behind it. */
function split(sentence: Sentence): readonly Sentence[] {
  const joint =
    sentence.mood === 'statement' && !/^(?:until|till)\b/i.test(sentence.core)
      ? SAID_THEN_TOLD.exec(sentence.text)
      : null
  return joint === null
    ? [sentence]
    : [sentenceOf(sentence.text.slice(0, joint.index)), sentenceOf(sentence.text.slice(joint.index + joint[0].length))]
}

/** All that was said behind a call belongs to it, in the lines in which it was said. */
function bodyOf(text: string, sentence: Sentence, { task }: Cue): string {
  const start = text.indexOf(sentence.text)
  if (task === '') return /:\s*$/.test(sentence.text) ? text.slice(start + sentence.text.length).trim() : ''
  const at = text.indexOf(task, Math.max(0, start))
  return at < 0 ? task : text.slice(at)
}

function calledRequest(found: Cue, body: string, before: readonly Sentence[]): Request {
  const place = takeElsewhere(body, { isHead: false })
  const ending = endingOf(place.text)
  const work = ending?.work ?? { task: place.text, goesOn: true, bareVerb: null }
  const task = work.task.replace(/(?:[\s,;:]|(?<![./])[.!])+$/, '')
  return {
    cue: { ...work, task, condition: ending?.condition ?? null },
    because: [...found.because, ...place.because],
    spokenOf: lastSubject(before),
  }
}

interface Ending {
  readonly work: Pick<Cue, 'task' | 'goesOn' | 'bareVerb'>
  readonly condition: string
}

/** The first sentence of a task that has an end to it, and the task without that end. */
function endingOf(body: string): Ending | null {
  const sentences = body.includes('\n') ? [] : sentencesOf(body)
  for (const [index, sentence] of sentences.entries()) {
    const bound = boundedBy(index === 0 ? sentence.text : sentence.core)
    if (bound === null) continue
    const work = workIn(bound.clause)
    const own = bound.before === '' ? work.task : bound.before
    const others = sentences.map(({ text }) => text.replace(/[.!\s]+$/, ''))
    const task = [...others.slice(0, index), ...(own === '' ? [] : [own]), ...others.slice(index + 1)].join('. ')
    return { work: { ...work, task }, condition: bound.condition }
  }
  return null
}

function plainRequest(text: string): Request {
  const bare = text.replace(/[\s,]+(?:instead|please|now)[.!]?\s*$/i, '')
  const [only, ...others] = sentencesOf(bare)
  const told = only !== undefined && others.length === 0 && only.mood === 'order' ? only.core : bare
  const place = takeElsewhere(told, { isHead: false })
  const ending = endingOf(place.text)
  const work = ending?.work ?? { task: place.text, goesOn: true, bareVerb: null }
  return { cue: { ...work, condition: ending?.condition ?? null }, because: place.because, spokenOf: null }
}

/** Sentences beside the request: where it shall run, and orders that go with it. */
function besides(sentences: readonly Sentence[]): {
  readonly because: readonly string[]
  readonly told: readonly string[]
} {
  const read = sentences
    .filter(({ mood }) => mood !== 'question')
    .map(sentence => ({ ...takeElsewhere(sentence.text, { isHead: false }), mood: sentence.mood }))
  return {
    because: read.flatMap(({ because }) => because),
    told: read.flatMap(({ text, mood, because }) =>
      mood === 'order' && because.length === 0 ? [text.replace(/[.!\s]+$/, '')] : [],
    ),
  }
}

const lastSubject = (sentences: readonly Sentence[]): string | null =>
  sentences
    .filter(({ mood }) => mood === 'statement')
    .map(({ core }) => subjectOf(core))
    .filter(subject => subject !== null)
    .at(-1) ?? null

const TALK =
  /^(?:explain|tell|show|list|describe|summarize|ask|wait|stop|abort|continue|go|give|look|read|open|check|try|keep|help|use)$/i
const ALONE: Hearing = { conversation: [], loops: [], isRequest: false }

/** The work that was talked about last: a loop that was asked for, or an order. */
function taskOf(conversation: readonly Message[]): string | null {
  for (const { by, text } of [...conversation].reverse()) {
    if (by !== 'user') continue
    const heard = hear(text, ALONE)
    if (heard.asksForLoop && heard.task !== null) return heard.task
    const { text: bare, restore } = masked(text)
    const order = sentencesOf(bare)
      .filter(({ mood, core }) => mood === 'order' && core.includes(' ') && !TALK.test(core.split(' ')[0] ?? ''))
      .at(-1)
    if (order !== undefined) return restore(order.core)
    const told = sentencesOf(bare).find(({ mood, core }) => mood === 'statement' && core.split(' ').length > 3)
    if (told !== undefined) return restore(told.core)
  }
  return null
}

/** What replaces a loop runs where that one ran: its external words were said, if only once. */
function replacedLoop(conversation: readonly Message[]): readonly string[] {
  const asked = [...conversation]
    .reverse()
    .filter(({ by }) => by === 'user')
    .map(({ text }) => hear(text, ALONE))
    .find(({ asksForLoop }) => asksForLoop)
  return asked?.externalBecause ?? []
}
