import { StringDecoder } from 'node:string_decoder'

/** Keeps the beginning and the end of a stream of any length in memory of a fixed size. */
export class OutputWindow {
  readonly #decoder = new StringDecoder('utf8')
  readonly #headLimit: number
  readonly #tailLimit: number
  #head = ''
  #tail: string[] = []
  #tailLength = 0
  #dropped = 0

  constructor(limits: { readonly head: number; readonly tail: number }) {
    this.#headLimit = limits.head
    this.#tailLimit = limits.tail
  }

  /** Returns the chunk as text: a character split over two chunks comes with the second. */
  push(chunk: Buffer): string {
    const text = this.#decoder.write(chunk)
    this.#keep(text)
    return text
  }

  text(): string {
    const tail = this.#tail.join('')
    const over = Math.max(0, tail.length - this.#tailLimit)
    const dropped = this.#dropped + over
    if (dropped === 0) return this.#head + tail
    return `${this.#head}\n[… ${dropped} characters left out …]\n${tail.slice(over)}`
  }

  #keep(text: string): void {
    const room = this.#headLimit - this.#head.length
    const first = text.slice(0, room)
    this.#head += first
    const rest = text.slice(first.length)
    if (rest === '') return
    this.#tail.push(rest)
    this.#tailLength += rest.length
    while (this.#tail.length > 1 && this.#tailLength - (this.#tail[0]?.length ?? 0) >= this.#tailLimit) {
      const oldest = this.#tail.shift() ?? ''
      this.#tailLength -= oldest.length
      this.#dropped += oldest.length
    }
  }
}
