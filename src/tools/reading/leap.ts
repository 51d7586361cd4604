import { standsAt, Words } from './words.ts'

/** How far apart two failures may be for what stands between them to belong to the first. */
const MAX_LEAP = 4000
const NEWLINE = 10

export interface Heads {
  /** What stands before the head in its line. */
  readonly lead: string
  /** In the first line of every failure, and in few others; short, for it is looked for each time. */
  readonly head: string
  /** Words between two failures that mean more than a failure does. */
  readonly breaks: readonly string[]
}

/**
 * From one failure that is only counted to the next. What stands between two failures of one run belongs to that run, and past
 * those that are kept nobody reads it.
 */
export class Leap {
  readonly #lead: string
  readonly #head: string
  readonly #breaks: Words

  constructor({ lead, head, breaks }: Heads) {
    this.#lead = lead
    this.#head = head
    this.#breaks = new Words(breaks)
  }

  /** Where the line before the next failure ends; where this one does if the next is far, or something is in between. */
  from(text: string, to: number): number {
    const head = text.indexOf(this.#head, to)
    const newline = head - this.#lead.length - 1
    if (head === -1 || newline <= to || newline - to > MAX_LEAP || text.charCodeAt(newline) !== NEWLINE) return to
    if (!standsAt(text, newline + 1, this.#lead)) return to
    return this.#breaks.within(text, to, newline) ? to : newline
  }
}

/** Over the lines that follow, one by one, as long as each is taken; where the last of them ends. */
export function leapLines(text: string, to: number, takes: (from: number, to: number) => boolean): number {
  let end = to
  for (
    let next = text.indexOf('\n', end + 1);
    next > end + 1 && takes(end + 1, next);
    next = text.indexOf('\n', end + 1)
  )
    end = next
  return end
}
