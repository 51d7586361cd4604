/** Keeps the beginning and the end of a stream of any length in memory of a fixed size. Counts bytes, and decodes at the end. */
export class OutputWindow {
  readonly #headLimit: number
  readonly #tailLimit: number
  readonly #head: Uint8Array[] = []
  readonly #tail: Uint8Array[] = []
  #headLength = 0
  #tailLength = 0
  #dropped = 0

  constructor(limits: { readonly head: number; readonly tail: number }) {
    this.#headLimit = limits.head
    this.#tailLimit = limits.tail
  }

  push(chunk: Uint8Array): void {
    const room = this.#headLimit - this.#headLength
    if (room > 0) {
      const first = chunk.length <= room ? chunk : chunk.subarray(0, room)
      this.#head.push(first)
      this.#headLength += first.length
      if (first.length < chunk.length) this.#keepEnd(chunk.subarray(first.length))
    } else this.#keepEnd(chunk)
  }

  text(): string {
    const head = Buffer.concat(this.#head)
    const tail = Buffer.concat(this.#tail)
    const over = Math.max(0, tail.length - this.#tailLimit)
    const dropped = this.#dropped + over
    if (dropped === 0) return Buffer.concat([head, tail]).toString('utf8')
    return `${head.toString('utf8')}\n[… ${dropped} bytes left out …]\n${wholeCharacters(tail.subarray(over)).toString('utf8')}`
  }

  #keepEnd(chunk: Uint8Array): void {
    this.#tail.push(chunk)
    this.#tailLength += chunk.length
    while (this.#tailLength - (this.#tail[0]?.length ?? 0) >= this.#tailLimit) {
      const oldest = this.#tail.shift()?.length ?? 0
      this.#tailLength -= oldest
      this.#dropped += oldest
    }
  }
}

/** A cut may fall into a character; what is left of it is no text. */
function wholeCharacters(bytes: Buffer): Buffer {
  let start = 0
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start += 1
  return bytes.subarray(start)
}
