import { believed, type Heard } from './believed.ts'
import { explainDeaths } from './deaths.ts'
import { plans } from './plans.ts'
import type { Found, LineReader, ReadContext, ReaderPlan } from './reader.ts'

interface Wake {
  readonly prefix: string
  readonly plan: ReaderPlan
}

// Indexed by character where that is cheap, and it is for nearly every line.
const ascii: Wake[][] = Array.from({ length: 128 }, () => [])
const beyond = new Map<number, Wake[]>()
const byWord = new Map<string, ReaderPlan[]>()

for (const plan of plans) {
  for (const prefix of plan.wakes) {
    const code = prefix.charCodeAt(0)
    if (code < 128) ascii[code]?.push({ prefix, plan })
    else beyond.set(code, [...(beyond.get(code) ?? []), { prefix, plan }])
  }
  for (const word of plan.numberedWakes ?? []) byWord.set(word, [...(byWord.get(word) ?? []), plan])
}

const DIGITS = '0123456789'
const BEYOND = 128

/** One slot per ASCII character, one for all others, none for blank lines. */
function slots(characters: string): Uint8Array {
  const table = new Uint8Array(BEYOND + 1)
  for (const character of characters.replace('0-9', DIGITS)) table[Math.min(character.charCodeAt(0), BEYOND)] = 1
  return table
}

// A blank line has no first character.
const slotOf = (code: number): number => (code < BEYOND ? code : code >= BEYOND ? BEYOND : 0)

const NOTHING = slots('')
const EVERYTHING = new Uint8Array(BEYOND + 1).fill(1)
const tables = new Map(
  plans.flatMap(plan =>
    plan.heeds ? [[plan, { first: slots(plan.heeds.first), last: slots(plan.heeds.last ?? '') }] as const] : [],
  ),
)

interface Watch {
  readonly plan: ReaderPlan
  readonly wakesWhen: (text: string, indent: number) => boolean
  readonly first: Uint8Array
  readonly last: Uint8Array
}

const watches: readonly Watch[] = plans.flatMap(plan => {
  const { wakesWhen, asks } = plan
  if (!wakesWhen) return []
  return [
    { plan, wakesWhen, first: asks ? slots(asks.first) : EVERYTHING, last: asks ? slots(asks.last ?? '') : NOTHING },
  ]
})

/** A reader that is awake. Whether it is busy changes only when it is given a line. */
interface Seat {
  readonly plan: ReaderPlan
  readonly reader: LineReader
  readonly first: Uint8Array
  readonly last: Uint8Array
  /** Whether it can be anything but busy. */
  readonly heeds: boolean
  readonly since: number
  readonly before: number
  busy: boolean
}

/** Beyond this a line is no message for people, and the cost of looking at it would no longer be small. */
const MAX_LINE = 4000
const NUMBERED = /^\d+ ([a-z]+)/

/** One run of something: the readers that its lines have woken, each seeing from then on every line that may concern it. */
export class Block {
  readonly directory: string
  lines = 0
  readonly #context: ReadContext & { readonly primed: Set<string> }
  readonly #package: string | null
  readonly #awake = new Set<ReaderPlan>()
  readonly #seats: Seat[] = []
  #watching: readonly Watch[] = watches
  #previous = ''

  constructor(context: ReadContext & { readonly primed: Set<string> }, packageName: string | null) {
    this.#context = context
    this.#package = packageName
    this.directory = context.directory
    for (const tool of context.primed) this.#wakeFor(tool)
  }

  prime(tool: string): void {
    this.#context.primed.add(tool)
    this.#wakeFor(tool)
  }

  line(text: string): void {
    this.lines += 1
    let indent = 0
    let code = text.charCodeAt(0)
    while (code === 32) code = text.charCodeAt(++indent)
    if (code >= 48 && code <= 57 && text.length < 200) this.#numbered(text, indent)
    const candidates = code < 128 ? ascii[code] : beyond.get(code)
    if (candidates)
      for (const { prefix, plan } of candidates)
        if (!this.#awake.has(plan) && text.startsWith(prefix, indent)) this.#wake(plan)
    const first = slotOf(code)
    const last = slotOf(text.charCodeAt(text.length - 1))
    // The list is another one as soon as somebody wakes.
    const watching = this.#watching
    for (let at = 0; at < watching.length; at++) {
      const watch = watching[at] as Watch
      if ((watch.first[first] === 1 || watch.last[last] === 1) && watch.wakesWhen(text, indent)) this.#wake(watch.plan)
    }
    if (this.#seats.length > 0) this.#tell(text, first, last)
    if (indent < text.length) this.#previous = text.length <= MAX_LINE ? text : ''
  }

  end(exitCode: number | null): Found[] {
    const heard = this.#seats.flatMap(({ reader, since, before }) =>
      reader.end(exitCode).map((found): Heard => ({ found, since, from: before + (found.after ?? 1) })),
    )
    const kept = believed(heard, exitCode, this.#context.primed)
    return explainDeaths(
      heard.map(({ found }) => found),
      kept,
    ).map(found => ({ ...found, reading: { ...found.reading, package: this.#package } }))
  }

  #tell(text: string, first: number, last: number): void {
    const short = text.length <= MAX_LINE ? text : text.slice(0, MAX_LINE)
    for (let at = 0; at < this.#seats.length; at++) {
      const seat = this.#seats[at] as Seat
      if (!seat.busy && seat.first[first] === 0 && seat.last[last] === 0) continue
      seat.reader.line(seat.plan.wholeLines ? text : short)
      if (seat.heeds) seat.busy = seat.reader.busy ?? true
    }
  }

  #numbered(text: string, indent: number): void {
    let at = indent + 1
    while (at < indent + 8 && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1
    const letter = text.charCodeAt(at + 1)
    if (text.charCodeAt(at) !== 32 || letter < 97 || letter > 122) return
    const word = NUMBERED.exec(indent === 0 ? text : text.slice(indent, indent + 40))?.[1]
    if (word === undefined) return
    for (const plan of byWord.get(word) ?? []) if (!this.#awake.has(plan)) this.#wake(plan)
  }

  #wakeFor(tool: string): void {
    for (const plan of plans) if (plan.wakesFor?.includes(tool) && !this.#awake.has(plan)) this.#wake(plan)
  }

  #wake(plan: ReaderPlan): void {
    const reader = plan.create(this.#context)
    // What wakes a reader is often the second line of what it has to say.
    if (this.#previous !== '') reader.line(this.#previous)
    const { first, last } = tables.get(plan) ?? { first: NOTHING, last: NOTHING }
    const heeds = plan.heeds !== undefined
    const before = this.lines - (this.#previous === '' ? 1 : 2)
    this.#awake.add(plan)
    this.#seats.push({
      plan,
      reader,
      first,
      last,
      since: this.lines,
      before,
      heeds,
      busy: !heeds || (reader.busy ?? true),
    })
    this.#watching = this.#watching.filter(other => other.plan !== plan)
  }
}
