import { StringDecoder } from 'node:string_decoder'
import { LastBytes } from '../../system/last-bytes.ts'
import type { OutputReading } from '../../tools/reading/reading.ts'
import { type OutputFacts, OutputReader } from '../output/read-output.ts'

/** So much is always read. */
const HEAD_BYTES = 4 * 1024 * 1024
/** After that, reading may take this part of the time that has passed; a command must not wait for its reader. */
const SHARE = 0.1
/** Of what was not read in time, the end is: runners put their summary there. */
const TAIL_BYTES = 2 * 1024 * 1024

/** Reads output as it comes; of a flood, the beginning and the end, in memory that does not grow. */
export class PacedReader {
  readonly #reader: OutputReader
  readonly #decoder = new StringDecoder('utf8')
  readonly #began = performance.now()
  /** What is not read before the end; null while the reader keeps up. */
  #waiting: LastBytes | null = null
  #readBytes = 0
  #readingMs = 0

  constructor(facts: OutputFacts) {
    this.#reader = new OutputReader(facts)
  }

  push(chunk: Uint8Array): void {
    // Once behind, everything waits: what comes later must not be read before it.
    if (this.#waiting === null && !this.#keepsUp()) this.#waiting = new LastBytes(TAIL_BYTES)
    if (this.#waiting === null) this.#read(chunk)
    else this.#waiting.push(chunk)
  }

  end(exitCode: number | null): OutputReading {
    if (this.#waiting !== null) {
      // A line of its own, so that the two sides of the gap are not read as one line.
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
