import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { LONGEST_SECRET, type Redact, RedactedStream } from '../std/redact.ts'
import { LastBytes } from './last-bytes.ts'

const PRIVATE_FILE = 0o600
/** An agent may have put a link or a pipe there. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** How many bytes of the beginning and of the end of a large output are kept. */
interface LogLimits {
  readonly head: number
  readonly tail: number
}

const DEFAULT_LIMITS: LogLimits = { head: 8 * 1024 * 1024, tail: 4 * 1024 * 1024 }

/**
 * A log that grows while something runs. Written synchronously on purpose: a program that prints too fast is slowed to the speed of
 * the disk instead of filling our memory. Past the head, only the end is held, in memory, until the log is closed. So disk and memory
 * are bounded, and only bytes that are kept have to be redacted.
 */
export class LogFile {
  readonly path: string
  readonly #limits: LogLimits
  readonly #redact: Redact
  readonly #head: RedactedStream
  readonly #tail: LastBytes
  #file: number | null = null
  /** Bytes that came for the head. */
  #came = 0

  constructor(path: string, redact: Redact, limits: LogLimits = DEFAULT_LIMITS) {
    this.path = path
    this.#limits = limits
    this.#redact = redact
    this.#head = new RedactedStream(redact, text => this.#append(text))
    this.#tail = new LastBytes(limits.tail)
  }

  write(bytes: Uint8Array): void {
    const first = bytes.subarray(0, this.#limits.head - this.#came)
    this.#came += first.length
    if (first.length > 0) this.#head.push(asText(first))
    if (first.length < bytes.length) this.#tail.push(bytes.subarray(first.length))
  }

  /** Appends the kept end to the beginning. A line that was cut in between is left out: half a secret cannot be recognized. */
  close(): void {
    const { dropped } = this.#tail
    const tail = asText(this.#tail.bytes())
    if (dropped === 0) {
      this.#head.push(tail)
      this.#head.end()
    } else {
      const start = firstWholeLine(tail)
      const missing = this.#head.drop() + dropped + start
      this.#append(`\n[${ELLIPSIS} ${missing} bytes left out ${ELLIPSIS}]\n${this.#redact(tail.slice(start))}`)
    }
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  #append(text: string): void {
    if (this.#file === null) {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
      this.#file = openSync(this.path, APPEND, PRIVATE_FILE)
    }
    writeAll(this.#file, Buffer.from(text, 'latin1'))
  }
}

/** Each byte as one character: any output can be redacted as text, and comes out with the same bytes. */
const asText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

/** In the same form: "…" as its bytes. */
const ELLIPSIS = Buffer.from('…').toString('latin1')

/** An endless line begins where no secret can have begun before. */
function firstWholeLine(text: string): number {
  const end = text.indexOf('\n')
  return end === -1 ? Math.min(LONGEST_SECRET, text.length / 2) : end + 1
}

/** A write may be partial. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done)
}
