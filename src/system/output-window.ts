import { LastBytes } from './last-bytes.ts'

/** Keeps the beginning and the end of a stream of any length in memory of a fixed size. Counts bytes, and decodes at the end. */
export class OutputWindow {
  readonly #head: Uint8Array[] = []
  readonly #tail: LastBytes
  #room: number

  constructor(limits: { readonly head: number; readonly tail: number }) {
    this.#room = limits.head
    this.#tail = new LastBytes(limits.tail)
  }

  /** The bytes are copied: they may be the reader's own memory, which the next ones overwrite. */
  push(chunk: Uint8Array): void {
    const first = chunk.subarray(0, this.#room)
    if (first.length > 0) this.#head.push(Uint8Array.from(first))
    this.#room -= first.length
    if (first.length < chunk.length) this.#tail.push(chunk.subarray(first.length))
  }

  text(): string {
    const head = Buffer.concat(this.#head)
    const { dropped } = this.#tail
    if (dropped === 0) return Buffer.concat([head, this.#tail.bytes()]).toString('utf8')
    return `${head.toString('utf8')}\n[… ${dropped} bytes left out …]\n${wholeCharacters(this.#tail.bytes()).toString('utf8')}`
  }
}

/** A cut may fall into a character; what is left of it is no text. */
function wholeCharacters(bytes: Buffer): Buffer {
  let start = 0
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start += 1
  return bytes.subarray(start)
}
