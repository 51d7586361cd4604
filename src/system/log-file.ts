import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const PRIVATE_FILE = 0o600
const COPY_BYTES = 1024 * 1024
/** A flood comes in small pieces; so much of it is written at once. */
const STAGED_BYTES = 1024 * 1024

/** How much of a flood is kept: so much of its beginning, and so much of its end. */
interface LogLimits {
  readonly head: number
  readonly tail: number
}

const DEFAULT_LIMITS: LogLimits = { head: 64 * 1024 * 1024, tail: 64 * 1024 * 1024 }

/**
 * A log that grows while something runs. Written synchronously on purpose: whoever floods us is slowed to the disk's pace
 * instead of filling our memory. Past the head, a second file is written round and round, so that it always holds the end:
 * both memory and disk are bounded, and no byte is written more than once before the log is closed.
 */
export class LogFile {
  readonly path: string
  readonly #limits: LogLimits
  #head: number | null = null
  #ring: number | null = null
  #written = 0
  /** How much came after the head, and is in the ring. */
  #over = 0
  /** What is still to be written to the ring, copied: the pieces are only lent to us. */
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

  /** Joins what was kept of the end to the beginning, so that a person finds one file. */
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
    // Of what is longer than all that is kept, only the end can stay.
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
    // So that the file is there, and has its mode, even where the first piece is longer than the head.
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

/** A write may take less than it was given. */
function writeAll(descriptor: number, bytes: Uint8Array, position: number | null): number {
  let done = 0
  while (done < bytes.length)
    done += writeSync(descriptor, bytes, done, bytes.length - done, position === null ? null : position + done)
  return done
}
