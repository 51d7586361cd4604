import { LastBytes } from './last-bytes.ts'

/** Keeps the beginning and the end of a stream in memory of a fixed size. Counts bytes, and decodes at the end. */
export class OutputWindow {
  readonly #head: Uint8Array[] = []
  readonly #tail: LastBytes
  #headSpace: number

  constructor(limits: { readonly head: number; readonly tail: number }) {
    this.#headSpace = limits.head
    this.#tail = new LastBytes(limits.tail)
  }

  /** Copies the bytes, because the caller may reuse its buffer. */
  push(chunk: Uint8Array): void {
    const first = chunk.subarray(0, this.#headSpace)
    if (first.length > 0) this.#head.push(Uint8Array.from(first))
    this.#headSpace -= first.length
    if (first.length < chunk.length) this.#tail.push(chunk.subarray(first.length))
  }

  text(): string {
    const head = Buffer.concat(this.#head)
    const { dropped } = this.#tail
    if (dropped === 0) return Buffer.concat([head, this.#tail.bytes()]).toString('utf8')
    return `${head.toString('utf8')}\n[… ${dropped} bytes left out …]\n${wholeCharacters(this.#tail.bytes()).toString('utf8')}`
  }
}

/** Drops the rest of a character that was cut. */
function wholeCharacters(bytes: Buffer): Buffer {
  let start = 0
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start += 1
  return bytes.subarray(start)
}
