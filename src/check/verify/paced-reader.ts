import { StringDecoder } from 'node:string_decoder'
import { LastBytes } from '../../system/last-bytes.ts'
import type { OutputReading } from '../../tools/reading/reading.ts'
import { type OutputFacts, OutputReader } from '../output/read-output.ts'

/** The beginning that is always read. */
const HEAD_BYTES = 4 * 1024 * 1024
/** After that, reading may take this part of the elapsed time, so that a command does not wait for its reader. */
const SHARE = 0.1
/** The end is read in any case: runners print their summary there. */
const TAIL_BYTES = 2 * 1024 * 1024

/** Reads output as it arrives, in bounded memory. Of output that arrives too fast it reads the beginning and the end. */
export class PacedReader {
  readonly #reader: OutputReader
  readonly #decoder = new StringDecoder('utf8')
  readonly #began = performance.now()
  /** Output that is read only at the end; null while the reader keeps up. */
  #waiting: LastBytes | null = null
  #readBytes = 0
  #readingMs = 0

  constructor(facts: OutputFacts) {
    this.#reader = new OutputReader(facts)
  }

  push(chunk: Uint8Array): void {
    // Once behind, everything waits, because later output must not be read first.
    if (this.#waiting === null && !this.#keepsUp()) this.#waiting = new LastBytes(TAIL_BYTES)
    if (this.#waiting === null) this.#read(chunk)
    else this.#waiting.push(chunk)
  }

  end(exitCode: number | null): OutputReading {
    if (this.#waiting !== null) {
      // Keeps the two sides of the gap from being read as one line.
      if (this.#waiting.dropped > 0) this.#reader.push('\n')
      this.#read(this.#waiting.bytes())
    }
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
}
