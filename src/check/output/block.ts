import { plans } from '../../tools/plans.ts'
import type { FoundReading, ReadContext, ReaderPlan } from '../../tools/reading/reader.ts'
import { standsAt } from '../../tools/reading/words.ts'
import { Attention, type Seat } from './attention.ts'
import { believed, type HeardReading } from './believed.ts'
import { explainDeaths } from './deaths.ts'
import { type Beginning, lookers, SleepingReaders, type Watch, watches, wokenByNumber } from './wakes.ts'

/** A longer line is not what came before a tool's first words. */
const MAX_LINE = 4000
/** A line that begins with a number and tells how many is short. */
const MAX_NUMBERED = 200
const SPACE = 32

/** One run of something: the readers that its lines have woken, each seeing from then on every line that may concern it. */
export class OutputBlock {
  readonly directory: string
  lines = 0
  readonly #context: ReadContext & { readonly primed: Set<string> }
  readonly #package: string | null
  readonly #asleep = new SleepingReaders()
  readonly #attention = new Attention()
  /** A bit for each of the watches that still looks. */
  #watching = (1 << watches.length) - 1
  #previous = { text: '', from: 0, to: 0 }

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

  blank(): void {
    this.lines += 1
    const wanted = this.#attention.wantBlank
    if (wanted !== 0) this.#attention.tell(wanted, '', this.lines)
  }

  /**
   * Takes a line that is a part of a failure which is only counted, and with it perhaps those that follow: where the last of them ends.
   * -1 where it has to be given to `line`.
   */
  own(text: string, from: number, to: number): number {
    if (!this.#attention.hasOwners) return -1
    let begin = from
    while (text.charCodeAt(begin) === SPACE) begin += 1
    if (begin >= to) return -1
    const owned = this.#attention.owned(text, from, to, begin - from)
    if (owned === null) return -1
    if (owned === 'part' && this.#mayWake(text, begin)) {
      this.#attention.interrupt()
      return -1
    }
    this.lines += 1
    this.#remember(text, from, to)
    return owned === 'failure' ? this.#attention.leap(text, to) : to
  }

  line(text: string, from: number, to: number): void {
    this.lines += 1
    let begin = from
    while (text.charCodeAt(begin) === SPACE) begin += 1
    this.#wakeBy(text, from, to, begin)
    const wanted = this.#attention.wanted(text, from, to, begin - from)
    const left = wanted === 0 ? 0 : this.#attention.unskimmed(wanted, text, from, to)
    if (left !== 0) this.#attention.tell(left, text.slice(from, to), this.lines)
    if (begin < to) this.#remember(text, from, to)
  }

  #remember(text: string, from: number, to: number): void {
    const previous = this.#previous
    previous.text = text
    previous.from = from
    previous.to = to
  }

  end(exitCode: number | null): FoundReading[] {
    const heard = this.#attention.seats.flatMap(({ reader, since, before }) =>
      reader.end(exitCode).map((found): HeardReading => ({ found, since, from: found.from ?? before + 1 })),
    )
    const kept = believed(heard, exitCode, this.#context.primed)
    return explainDeaths(
      heard.map(({ found }) => found),
      kept,
    ).map(found => ({ ...found, reading: { ...found.reading, package: this.#package } }))
  }

  #mayWake(text: string, begin: number): boolean {
    const code = text.charCodeAt(begin)
    if (code >= 48 && code <= 57) return this.#someAsleep(wokenByNumber(text, begin))
    const candidates = this.#asleep.beginnings(code, text.charCodeAt(begin + 1))
    for (let at = 0; at < candidates.length; at++) {
      const candidate = candidates[at] as Beginning
      if (standsAt(text, begin, candidate.prefix) && this.#asleep.has(candidate.plan)) return true
    }
    return false
  }

  #someAsleep(woken: readonly ReaderPlan[]): boolean {
    for (let at = 0; at < woken.length; at++) if (this.#asleep.has(woken[at] as ReaderPlan)) return true
    return false
  }

  #wakeBy(text: string, from: number, to: number, begin: number): void {
    const code = text.charCodeAt(begin)
    if (code >= 48 && code <= 57 && to - from < MAX_NUMBERED) this.#wakeByNumber(wokenByNumber(text, begin))
    const candidates = this.#asleep.beginnings(code, text.charCodeAt(begin + 1))
    if (candidates.length > 0) this.#wakeAmong(candidates, text, begin)
    if (this.#watching === 0) return
    const looking = lookers(code, text.charCodeAt(to - 1)) & this.#watching
    for (let left = looking; left !== 0; left &= left - 1) {
      const { plan, wakesWhen } = watches[31 - Math.clz32(left & -left)] as Watch
      if (wakesWhen(text, from, to, begin - from)) this.#wake(plan)
    }
  }

  #wakeByNumber(woken: readonly ReaderPlan[]): void {
    for (let at = 0; at < woken.length; at++) {
      const plan = woken[at] as ReaderPlan
      if (this.#asleep.has(plan)) this.#wake(plan)
    }
  }

  #wakeAmong(candidates: readonly Beginning[], text: string, begin: number): void {
    for (let at = 0; at < candidates.length; at++) {
      const { prefix, plan } = candidates[at] as Beginning
      if (standsAt(text, begin, prefix) && this.#asleep.has(plan)) this.#wake(plan)
    }
  }

  #wakeFor(tool: string): void {
    for (const plan of plans) if (plan.wakesFor?.includes(tool) && this.#asleep.has(plan)) this.#wake(plan)
  }

  #wake(plan: ReaderPlan): void {
    const reader = plan.create(this.#context)
    const { text, from, to } = this.#previous
    const previous = to - from <= MAX_LINE ? text.slice(from, to) : ''
    // What wakes a reader is often the second line of what it has to say.
    if (previous !== '') reader.line(previous, this.lines - 1)
    const before = this.lines - (previous === '' ? 1 : 2)
    const seat: Seat = { plan, reader, since: this.lines, before }
    this.#asleep.wake(plan)
    this.#attention.seat(seat)
    const watch = watches.findIndex(other => other.plan === plan)
    if (watch !== -1) this.#watching &= ~(1 << watch)
  }
}
