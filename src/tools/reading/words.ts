interface Word {
  readonly word: string
  readonly mark: number
  /** Where it stands next in the text, as far as that has been looked for. */
  next: number
}

/** Like `startsWith`, which takes longer to begin than this takes for a word or to see that it is another. */
export function standsAt(text: string, begin: number, word: string): boolean {
  for (let at = 0; at < word.length; at++) if (text.charCodeAt(begin + at) !== word.charCodeAt(at)) return false
  return true
}

const NOWHERE = Number.MAX_SAFE_INTEGER

/**
 * Words that may stand anywhere in a line, each with a mark. They are looked for once in a text and not once in a line: where the
 * next one stands is remembered until the lines have come that far. The fewer lines have its first character, the less a word costs,
 * and one of seven characters or more costs a multiple: the search for it is another.
 */
export class Words {
  readonly #words: Word[] = []
  #text = ''
  #asked = 0
  /** The first of the next ones: up to there nothing has to be looked at. */
  #soonest = NOWHERE

  constructor(words: readonly string[] = []) {
    this.add(words, 1)
  }

  add(words: readonly string[], mark: number): void {
    for (const word of words) this.#words.push({ word, mark, next: -1 })
    if (words.length > 0) this.#soonest = -1
  }

  /** Whether one of them begins in a part of the text. Parts must be asked for in their order. */
  within(text: string, from: number, to: number): boolean {
    return this.marksWithin(text, from, to) !== 0
  }

  /** The marks of those that begin in a part of the text, in one number. */
  marksWithin(text: string, from: number, to: number): number {
    // A line that is a text of its own says nothing about the one that the other lines stand in.
    if (from === 0 && to >= text.length) return this.#marksIn(text)
    // Whoever begins anew has another text, even if it reads the same.
    if (from < this.#asked || text !== this.#text) this.#begin(text)
    this.#asked = from
    if (to <= this.#soonest) return 0
    if (this.#soonest < from) this.#advance(from)
    return this.#soonest < to ? this.#marksUpTo(to) : 0
  }

  #marksIn(text: string): number {
    let marks = 0
    for (const { word, mark } of this.#words) if (text.includes(word)) marks |= mark
    return marks
  }

  #marksUpTo(to: number): number {
    let marks = 0
    for (let at = 0; at < this.#words.length; at++) {
      const { mark, next } = this.#words[at] as Word
      if (next < to) marks |= mark
    }
    return marks
  }

  #begin(text: string): void {
    this.#text = text
    for (const word of this.#words) word.next = -1
    this.#soonest = this.#words.length === 0 ? NOWHERE : -1
  }

  #advance(from: number): void {
    let soonest = NOWHERE
    for (let at = 0; at < this.#words.length; at++) {
      const word = this.#words[at] as Word
      if (word.next < from) {
        const next = this.#text.indexOf(word.word, from)
        word.next = next === -1 ? NOWHERE : next
      }
      if (word.next < soonest) soonest = word.next
    }
    this.#soonest = soonest
  }
}
