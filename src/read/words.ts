/**
 * Words that may stand anywhere in a line. They are looked for once in a text and not once in a line: where the next one
 * stands is remembered until the lines have come that far.
 */
export class Words {
  readonly #words: readonly string[]
  readonly #next: number[]
  #text = ''
  #asked = 0
  /** The first of the next ones: up to there nothing has to be looked at. */
  #soonest = 0

  constructor(words: readonly string[]) {
    this.#words = words
    this.#next = words.map(() => -1)
  }

  /** Whether one of them begins in a part of the text. Parts must be asked for in their order. */
  within(text: string, from: number, to: number): boolean {
    // A line that is a text of its own says nothing about the one that the other lines stand in.
    if (from === 0 && to >= text.length) return this.#words.some(word => text.includes(word))
    // Whoever begins anew has another text, even if it reads the same.
    if (from < this.#asked || text !== this.#text) this.#begin(text)
    this.#asked = from
    if (to <= this.#soonest) return false
    if (this.#soonest < from) this.#advance(from)
    return this.#soonest < to
  }

  #begin(text: string): void {
    this.#text = text
    this.#next.fill(-1)
    this.#soonest = -1
  }

  #advance(from: number): void {
    let soonest = Number.MAX_SAFE_INTEGER
    for (let at = 0; at < this.#next.length; at++) {
      let next = this.#next[at] as number
      if (next < from) {
        next = this.#text.indexOf(this.#words[at] as string, from)
        if (next === -1) next = Number.MAX_SAFE_INTEGER
        this.#next[at] = next
      }
      if (next < soonest) soonest = next
    }
    this.#soonest = soonest
  }
}
