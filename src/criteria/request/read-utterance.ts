import { callIn } from './call.ts'
import { takeCompletion } from './completion.ts'
import { boundedBy } from './condition.ts'
import { type ControlAction, type ControlRequest, type KnownLoop, takeControl } from './control.ts'
import type { Message } from './conversation.ts'
import { withoutCourtesies } from './courtesies.ts'
import { takeExternal, withoutHere } from './external.ts'
import { type SaidLimits, takeLimits } from './limits.ts'
import { type Cue, cueIn, refusesLoop } from './loop-cue.ts'
import { subjectOf } from './meaning.ts'
import { normalized } from './normalize.ts'
import { ASSISTANTS } from './provider.ts'
import { masked, unquoted } from './quotes.ts'
import { requestSentences } from './request-sentences.ts'
import { type Sentence, sentenceOf, sentencesOf } from './sentences.ts'
import { type Request, type TaskFrom, withTask } from './task-of-request.ts'
import { takeWishes } from './wishes.ts'
import { workIn } from './work.ts'

/** What a person said, as far as it concerns loops. */
export interface UtteranceReading {
  readonly asksForLoop: boolean
  readonly task: string | null
  readonly taskFrom: TaskFrom
  /** The person's own words; null when none can be measured. */
  readonly completion: string | null
  readonly limits: SaidLimits
  readonly loopId: string | null
  readonly externalBecause: readonly string[]
  /** The agent that should do the work, and whether it gets a worktree of its own. */
  readonly agent: string | null
  readonly worktree: boolean
  readonly control: ControlRequest | null
  /** The person wants to control a loop, and it is not clear which one. */
  readonly unclear: ControlAction | null
}

interface UtteranceContext {
  readonly conversation: readonly Message[]
  readonly loops: readonly KnownLoop[]
  /** The words are known to be a request: only their content is open. */
  readonly isRequest: boolean
  /** Names by which an agent can be chosen. */
  readonly agents?: readonly string[]
}

const LONGEST = 20_000
const NO_LIMITS: SaidLimits = { iterations: null, minutes: null, usd: null }
const NO_REQUEST: UtteranceReading = {
  asksForLoop: false,
  task: null,
  taskFrom: 'explicit',
  completion: null,
  limits: NO_LIMITS,
  loopId: null,
  externalBecause: [],
  agent: null,
  worktree: false,
  control: null,
  unclear: null,
}

/** Reads an utterance: masks quotes, then finds control words, limits, the end, and last the sentence that asks for a loop. */
export function readUtterance(said: string, context: UtteranceContext): UtteranceReading {
  const { text: whole, restore } = masked(unquoted(said.slice(0, LONGEST)))
  const flags = takeFlags(normalized(whole))
  const spokenOf = context.loops.length > 0 || context.conversation.some(({ text }) => /\b(?:loop|ralph)\b/i.test(text))
  const { control, unclear, rest } = takeControl(flags.text, context.loops, spokenOf)
  const steered = control !== null || unclear !== null
  const noRequest = { ...NO_REQUEST, control, unclear }
  if (steered && rest === '') return noRequest
  const wishes = takeWishes(withoutHere(rest), context.agents ?? ASSISTANTS)
  const bounded = takeLimits(wishes.text)
  const ended = takeCompletion(bounded.text)
  const request = requestIn(
    ended.text,
    bounded.limits,
    context.isRequest || (control?.action === 'abort' && tellsWork(ended.text)),
  )
  if (request === null) return noRequest
  const back = (text: string | null): string | null => (text === null ? null : restore(text))
  const { task, condition } = request.cue
  const stated = flags.completion ?? ended.completion
  const told = withTask(
    {
      ...request,
      said: back(request.said),
      cue: { ...request.cue, task: restore(task), condition: back(condition ?? stated) },
    },
    taskOf(context.conversation) ?? back(request.said),
  )
  const replaced = control?.action === 'abort' ? replacedLoop(context.conversation) : []
  return {
    ...noRequest,
    asksForLoop: true,
    task: finished(told.task),
    taskFrom: told.from,
    completion: finished(back(stated) ?? told.completion),
    limits: bounded.limits,
    loopId: flags.loopId,
    agent: wishes.agent,
    worktree: wishes.worktree,
    externalBecause: request.because.length > 0 ? request.because : replaced,
  }
}

const finished = (text: string | null): string | null => {
  const bare = text === null ? '' : unquoted(withoutCourtesies(text))
  return bare === '' ? null : bare
}

interface Flags {
  readonly text: string
  readonly completion: string | null
  readonly loopId: string | null
}

const LOOP_ID =
  /(?:^|\s)(?:--loop-id(?:\s+|=)|(?:with|under|as|using) (?:the )?(?:loop )?(?:id|name)\s+)([^\s,;:]+)|[\s,;.(]{0,3}(?:^|(?<=[\s,;.(]))(?:and )?(?:(?:use |with )?(?:the |this )?loop[- ]?(?:id|name)|(?:please )?(?:call|name) (?:it|this|the loop)|under the name|named|called|id)(?:\s+(?:is|should be|shall be))?\s*[:=]?\s+(ralph-[\w-]+)\)?/i

/** Options written as on a command line: `--completion "npm test passes" --loop-id ralph-x-12345678`. */
function takeFlags(said: string): Flags {
  let [completion, loopId]: [string | null, string | null] = [null, null]
  const text = said
    .replace(/(?:^|\s)(?:--completion|-c)(?:\s+|=)(\uE000\d+\uE001|(?:(?!\s--)[^\n])+)/, (_, words: string) => {
      completion = words.trim()
      return ' '
    })
    .replace(/(?:^|\s)--completion-promise(?:\s+|=)(?:\uE000\d+\uE001|\S+)/, ' ')
    .replace(LOOP_ID, (_, flagged: string | undefined, told: string | undefined) => {
      loopId = (flagged ?? told ?? '').replace(/[.,;:!?)]+$/, '')
      return ' '
    })
  return {
    text: text
      .replace(/[^\S\n]{2,}/g, ' ')
      .replace(/(?<=\w) (?=[:,;])/g, '')
      .trim(),
    completion,
    loopId,
  }
}

function requestIn(text: string, limits: SaidLimits, isRequest: boolean): Request | null {
  const sentences = requestSentences(text)
  if (sentences.some(refusesLoop) && !isRequest) return null
  for (const [index, sentence] of sentences.entries()) {
    const found = cueIn(sentence, limits)
    if (found === null) continue
    const [before, after] = [sentences.slice(0, index), sentences.slice(index + 1)]
    const orders = before.filter(({ mood }) => mood === 'order').map(({ core }) => core)
    if (found.called !== null) {
      const body = bodyOf(text, sentence, found)
      const others = orders.length > 0 ? orders : besides(after).told
      return calledRequest(found.because, body === '' ? others.join('. ') : body, before)
    }
    const beside = besides(after)
    const task = [
      ...(found.task === '' ? orders : [found.task]),
      ...(found.task === '' && orders.length === 0 ? [] : beside.told),
    ].join('. ')
    return {
      cue: { ...found, task },
      because: [...found.because, ...besides(before).because, ...beside.because],
      spokenOf: lastSubject(before),
      said: lastStatement(before),
    }
  }
  return isRequest ? plainRequest(text) : null
}

/** Everything after a call belongs to it, with its line breaks. */
function bodyOf(text: string, sentence: Sentence, { task }: Cue): string {
  const start = text.indexOf(sentence.text)
  if (task === '') return /:\s*$/.test(sentence.text) ? text.slice(start + sentence.text.length).trim() : ''
  const at = text.indexOf(task, Math.max(0, start))
  return at < 0 ? task : text.slice(at)
}

function calledRequest(because: readonly string[], body: string, before: readonly Sentence[]): Request {
  const place = takeExternal(body.replace(/^(?:please|pls|kindly)\s+/i, ''), { isHead: false })
  const ending = endingOf(place.text)
  const work = ending?.work ?? { task: place.text, goesOn: true, bareVerb: null }
  const task = work.task.replace(/(?:[\s,;:]|(?<![./])[.!])+$/, '')
  return {
    cue: { ...work, task, condition: ending?.condition ?? null },
    because: [...because, ...place.because],
    spokenOf: lastSubject(before),
    said: lastStatement(before),
  }
}

interface Ending {
  readonly work: Pick<Cue, 'task' | 'goesOn' | 'bareVerb'>
  readonly condition: string
}

/** The first sentence of a task that has an end, and the task without that end. */
function endingOf(body: string): Ending | null {
  const sentences = body.includes('\n') ? [] : sentencesOf(body)
  for (const [index, sentence] of sentences.entries()) {
    const bound = boundedBy(index === 0 ? sentence.text : sentence.core, { isTask: true })
    if (bound === null) continue
    const work = workIn(bound.clause)
    const own = bound.before === '' ? work.task : bound.before
    const others = sentences.map(({ text }) => text.replace(/[.!\s]+$/, ''))
    const task = [...others.slice(0, index), ...(own === '' ? [] : [own]), ...others.slice(index + 1)].join('. ')
    return { work: { ...work, task }, condition: bound.condition }
  }
  return null
}

/** Whether the sentence with the end also contains other work, or only a reason. */
const tellsWork = (text: string): boolean =>
  sentencesOf(text).some(({ mood, core }) => mood === 'order' && !ABOUT_OTHERS.test(core))
const ABOUT_OTHERS =
  /^(?:leave|keep|let)\b.*\b(?:running|going|alone|alive|loops?|ones?|others?|rest|ralph-\S+)(?!\w)|^(?:stop|abort|kill|cancel|end|drop)(?: (?:it|that|this|everything|all|now))?$/i

function plainRequest(text: string): Request {
  const bare = text.replace(/[\s,]+(?:instead|please|now)[.!]?\s*$/i, '')
  const [only, ...others] = sentencesOf(bare)
  const told = only !== undefined && others.length === 0 && only.mood === 'order' ? only.core : bare
  return calledRequest([], told, [])
}

/** Sentences next to the request: where it should run, and orders that belong to it. */
function besides(sentences: readonly Sentence[]): {
  readonly because: readonly string[]
  readonly told: readonly string[]
} {
  const read = sentences
    .filter(({ mood }) => mood !== 'question')
    .map(sentence => ({ ...takeExternal(sentence.text, { isHead: false }), mood: sentence.mood }))
  return {
    because: read.flatMap(({ because }) => because),
    told: read.flatMap(({ text, mood, because }) =>
      mood === 'order' && because.length === 0 && !isBareLoop(text) ? [text.replace(/[.!\s]+$/, '')] : [],
    ),
  }
}

/** "Loop.", "Ralph it.": said in addition to the work, it names none. */
const isBareLoop = (text: string): boolean => callIn(sentenceOf(text).core)?.task === ''

const lastSubject = (sentences: readonly Sentence[]): string | null =>
  sentences
    .filter(({ mood }) => mood === 'statement')
    .map(({ core }) => subjectOf(core))
    .filter(subject => subject !== null)
    .at(-1) ?? null

const lastStatement = (sentences: readonly Sentence[]): string | null =>
  sentences.filter(({ mood, core }) => mood === 'statement' && core.split(' ').length > 3).at(-1)?.core ?? null

const ALONE: UtteranceContext = { conversation: [], loops: [], isRequest: false }

/** The work that was mentioned last: a loop that was asked for, or an order. */
function taskOf(conversation: readonly Message[]): string | null {
  for (const { by, text } of [...conversation].reverse()) {
    if (by !== 'user') continue
    const reading = readUtterance(text, ALONE)
    if (reading.asksForLoop && reading.task !== null) return reading.task
    const { text: bare, restore } = masked(text)
    const order = sentencesOf(bare)
      .filter(({ mood, core }) => mood === 'order' && core.includes(' '))
      .at(-1)
    if (order !== undefined) return restore(order.core)
    const told = sentencesOf(bare).find(({ mood, core }) => mood === 'statement' && core.split(' ').length > 3)
    if (told !== undefined) return restore(told.core)
  }
  return null
}

/** A replacement for a loop runs where that loop ran, because its external words were said before. */
function replacedLoop(conversation: readonly Message[]): readonly string[] {
  const asked = [...conversation]
    .reverse()
    .filter(({ by }) => by === 'user')
    .map(({ text }) => readUtterance(text, ALONE))
    .find(({ asksForLoop }) => asksForLoop)
  return asked?.externalBecause ?? []
}
