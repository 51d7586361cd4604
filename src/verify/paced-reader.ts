import { StringDecoder } from 'node:string_decoder'
import { type OutputFacts, OutputReader } from '../read/read-output.ts'
import type { Reading } from '../read/reading.ts'

/** So much is always read. */
const HEAD_BYTES = 8 * 1024 * 1024
/** After that, reading may take this part of the time that has passed; a command must not wait for its reader. */
const SHARE = 0.1
/** Of what was not read in time, the end is: runners put their summary there. */
const TAIL_BYTES = 4 * 1024 * 1024

/** Reads output as it comes; of a flood, the beginning and the end, in memory that does not grow. */
export class PacedReader {
  readonly #reader: OutputReader
  readonly #decoder = new StringDecoder('utf8')
  readonly #began = performance.now()
  readonly #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #readBytes = 0
  #readingMs = 0
  #behind = false

  constructor(facts: OutputFacts) {
    this.#reader = new OutputReader(facts)
  }

  push(chunk: Uint8Array): void {
    if (!this.#behind && this.#keepsUp()) this.#read(chunk)
    else this.#postpone(chunk)
  }

  end(exitCode: number | null): Reading {
    // A line of its own, so that the two sides of the gap are not read as one line.
    if (this.#behind) this.#reader.push('\n')
    for (const chunk of this.#waiting) this.#read(chunk)
    return this.#reader.end(exitCode)
  }

  #keepsUp(): boolean {
    return this.#readBytes < HEAD_BYTES || this.#readingMs < SHARE * (performance.now() - this.#began)
  }

  #read(chunk: Uint8Array): void {
    const start = performance.now()
    this.#reader.push(this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)))
    this.#readingMs += performance.now() - start
    this.#readBytes += chunk.length
  }

  // Once behind, everything waits: what comes later must not be read before it.
  #postpone(chunk: Uint8Array): void {
    this.#behind = true
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    while (this.#waitingBytes - (this.#waiting[0]?.length ?? 0) >= TAIL_BYTES)
      this.#waitingBytes -= this.#waiting.shift()?.length ?? 0
  }
}
