import type { Heeded, LineReader, LineTest, Owned, ReaderPlan } from '../../tools/reading/reader.ts'
import { SLOTS, slotOf, slots } from '../../tools/reading/slots.ts'
import { Words } from '../../tools/reading/words.ts'

/** A reader that is awake. Whether it is busy changes only when it is given a line. */
export interface Seat {
  readonly plan: ReaderPlan
  readonly reader: LineReader
  /** The line that woke it, and the one before the first that it was given. */
  readonly since: number
  readonly before: number
}

interface Taken {
  readonly seat: Seat
  readonly bit: number
}

interface Asked {
  readonly bit: number
  readonly when: LineTest
}

/** Beyond this a line is no message for people, and the cost of looking at it would no longer be small. */
const MAX_LINE = 4000

/** So many have a bit of their own; later ones share the last, and are given more lines than they heed. */
const BITS = 31
const SPACE = 32

/** Who wants a line. Every reader has a bit, so that one look at two characters tells for all of them. */
export class Attention {
  readonly seats: Seat[] = []
  readonly #taken: Taken[] = []
  readonly #skimming: Taken[] = []
  readonly #first = new Uint32Array(SLOTS)
  readonly #last = new Uint32Array(SLOTS)
  readonly #asked: Asked[] = []
  readonly #listened = new Words()
  /** Those who have all the failures that they keep. */
  readonly #owners: LineReader[] = []
  #busy = 0
  #indented = 0

  seat(seat: Seat): void {
    const bit = 1 << Math.min(this.seats.length, BITS - 1)
    this.seats.push(seat)
    this.#taken.push({ seat, bit })
    // Who shares a bit cannot be left out alone.
    if (seat.reader.skim && bit !== 1 << (BITS - 1)) this.#skimming.push({ seat, bit })
    if (seat.plan.heeds) this.#heed(seat.plan.heeds, bit)
    this.#look(seat, bit)
  }

  /** The bits of those who want a line that has nothing in it. */
  get wantBlank(): number {
    return this.#busy | this.#indented
  }

  /** The bits of those who want a line. */
  wanted(text: string, from: number, to: number, indent: number): number {
    let wanted =
      (this.#first[slotOf(text.charCodeAt(from + indent))] as number) |
      (this.#last[slotOf(text.charCodeAt(to - 1))] as number) |
      this.#busy
    if (indent > 0) wanted |= this.#indented
    wanted |= this.#listened.marksWithin(text, from, to)
    for (let at = 0; at < this.#asked.length; at++) {
      const { bit, when } = this.#asked[at] as Asked
      if ((wanted & bit) === 0 && when(text, from, to, indent)) wanted |= bit
    }
    return wanted
  }

  get hasOwners(): boolean {
    return this.#owners.length > 0
  }

  /** Whether a line belongs to a failure that is no longer kept, so that nobody else is asked. */
  owned(text: string, from: number, to: number, indent: number): Owned {
    for (let at = 0; at < this.#owners.length; at++) {
      const owned = (this.#owners[at] as LineReader).owns?.(text, from, to, indent)
      if (owned) return owned
    }
    return null
  }

  /** Where the last line ends that is a part of a failure which is no longer kept. */
  leap(text: string, to: number): number {
    // Of two that list failures at the same time neither knows what stands between its own.
    return this.#owners.length === 1 ? ((this.#owners[0] as LineReader).leap?.(text, to) ?? to) : to
  }

  interrupt(): void {
    for (const owner of this.#owners) owner.interrupted?.()
  }

  /** The bits of those for whom a line has to be cut out. */
  unskimmed(wanted: number, text: string, from: number, to: number): number {
    let left = wanted
    let begin = from
    while (text.charCodeAt(begin) === SPACE) begin += 1
    for (let at = 0; at < this.#skimming.length; at++) {
      const { seat, bit } = this.#skimming[at] as Taken
      if ((left & bit) !== 0 && seat.reader.skim?.(text, from, to, begin - from)) left &= ~bit
    }
    return left
  }

  /** Gives a line to those whose bits are set. */
  tell(wanted: number, text: string, number: number): void {
    const short = text.length <= MAX_LINE ? text : text.slice(0, MAX_LINE)
    for (let at = 0; at < this.#taken.length; at++) {
      const { seat, bit } = this.#taken[at] as Taken
      if ((wanted & bit) === 0) continue
      seat.reader.line(seat.plan.wholeLines ? text : short, number)
      this.#look(seat, bit)
    }
  }

  #heed({ first, last, words, when }: Heeded, bit: number): void {
    const [heads, tails] = [slots(first), slots(last ?? '')]
    for (let slot = 0; slot < SLOTS; slot++) {
      if (heads[slot] === 1) this.#first[slot] = (this.#first[slot] as number) | bit
      if (tails[slot] === 1) this.#last[slot] = (this.#last[slot] as number) | bit
    }
    if (words) this.#listened.add(words, bit)
    if (when) this.#asked.push({ bit, when })
  }

  #look({ plan, reader }: Seat, bit: number): void {
    const busy = plan.heeds ? (reader.busy ?? true) : true
    // Who shares a bit with others is given every line.
    if (busy === true || bit === 1 << (BITS - 1)) this.#busy |= bit
    else this.#busy &= ~bit
    if (busy === 'indented') this.#indented |= bit
    else this.#indented &= ~bit
    if (reader.owns) this.#lookForOwner(reader)
  }

  #lookForOwner(reader: LineReader): void {
    const at = this.#owners.indexOf(reader)
    if (reader.sated && at === -1) this.#owners.push(reader)
    else if (!reader.sated && at !== -1) this.#owners.splice(at, 1)
  }
}
