import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const PRIVATE_FILE = 0o600
const COPY_BYTES = 1024 * 1024
/** Large output comes in small pieces; this much is written at once. */
const STAGED_BYTES = 1024 * 1024

/** How much of the beginning and of the end of a large output is kept. */
interface LogLimits {
  readonly head: number
  readonly tail: number
}

const DEFAULT_LIMITS: LogLimits = { head: 64 * 1024 * 1024, tail: 64 * 1024 * 1024 }

/**
 * A log that grows while something runs. Written synchronously on purpose: a program that prints too fast is slowed to the
 * speed of the disk instead of filling our memory. Past the head, a second file is a ring buffer that holds the end: both memory
 * and disk are bounded, and no byte is written more than once before the log is closed.
 */
export class LogFile {
  readonly path: string
  readonly #limits: LogLimits
  #head: number | null = null
  #ring: number | null = null
  #written = 0
  /** How many bytes came after the head and went into the ring. */
  #over = 0
  /** Bytes to be written to the ring, copied, because the caller reuses its buffer. */
  #staged: Buffer | null = null
  #waiting = 0

  constructor(path: string, limits: LogLimits = DEFAULT_LIMITS) {
    this.path = path
    this.#limits = limits
  }

  write(bytes: Uint8Array): void {
    if (this.#ring === null && this.#waiting === 0 && this.#written + bytes.length <= this.#limits.head)
      this.#append(bytes)
    else this.#stage(bytes)
  }

  /** Appends the kept end to the beginning, so that there is one file to read. */
  close(): void {
    const { tail } = this.#limits
    this.#flush()
    if (this.#ring !== null) {
      if (this.#over > tail) this.#append(Buffer.from(`\n[… ${this.#over - tail} bytes left out …]\n`))
      const seam = this.#over > tail ? this.#over % tail : 0
      this.#copy(this.#ring, seam, Math.min(this.#over, tail))
      this.#copy(this.#ring, 0, seam)
      closeSync(this.#ring)
      rmSync(this.#ringPath, { force: true })
    }
    if (this.#head !== null) closeSync(this.#head)
    this.#head = null
    this.#ring = null
    this.#over = 0
  }

  get #ringPath(): string {
    return `${this.path}.tail`
  }

  #append(bytes: Uint8Array): void {
    if (this.#head === null) {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
      this.#head = openSync(this.path, 'a', PRIVATE_FILE)
    }
    this.#written += writeAll(this.#head, bytes, null)
  }

  #stage(bytes: Uint8Array): void {
    this.#staged ??= Buffer.allocUnsafe(STAGED_BYTES)
    for (let from = 0; from < bytes.length; ) {
      const piece = bytes.subarray(from, from + STAGED_BYTES - this.#waiting)
      this.#staged.set(piece, this.#waiting)
      this.#waiting += piece.length
      from += piece.length
      if (this.#waiting === STAGED_BYTES) this.#flush()
    }
  }

  #flush(): void {
    if (this.#staged === null || this.#waiting === 0) return
    const { tail } = this.#limits
    // Only the end fits when there is more than the ring holds.
    const skipped = Math.max(0, this.#waiting - tail)
    const kept = this.#staged.subarray(skipped, this.#waiting)
    this.#over += skipped
    this.#waiting = 0
    this.#ring ??= this.#openRing()
    const at = this.#over % tail
    const first = Math.min(kept.length, tail - at)
    writeAll(this.#ring, kept.subarray(0, first), at)
    writeAll(this.#ring, kept.subarray(first), 0)
    this.#over += kept.length
  }

  #openRing(): number {
    // Creates the file with its mode also where the first piece is longer than the head.
    this.#append(new Uint8Array())
    return openSync(this.#ringPath, 'w+', PRIVATE_FILE)
  }

  #copy(source: number, from: number, to: number): void {
    const buffer = Buffer.alloc(Math.min(COPY_BYTES, Math.max(0, to - from)))
    for (let at = from; at < to; ) {
      const read = readSync(source, buffer, 0, Math.min(buffer.length, to - at), at)
      if (read === 0) return
      this.#append(buffer.subarray(0, read))
      at += read
    }
  }
}

/** A write may be partial. */
function writeAll(descriptor: number, bytes: Uint8Array, position: number | null): number {
  let done = 0
  while (done < bytes.length)
    done += writeSync(descriptor, bytes, done, bytes.length - done, position === null ? null : position + done)
  return done
}
