import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const PRIVATE_FILE = 0o600
const COPY_BYTES = 1024 * 1024

/** How much of a flood is kept: so much of its beginning, and at least so much of its end. */
export interface LogLimits {
  readonly head: number
  readonly tail: number
}

const DEFAULT_LIMITS: LogLimits = { head: 64 * 1024 * 1024, tail: 64 * 1024 * 1024 }

/**
 * A log that grows while something runs. Written synchronously on purpose: whoever floods us is slowed to the disk's pace
 * instead of filling our memory. Past the head, two files take turns in keeping the end, so that the disk is bounded too.
 */
export class LogFile {
  readonly path: string
  readonly #limits: LogLimits
  #descriptor: number | null = null
  #part: 'head' | 'tail' = 'head'
  #written = 0
  #left = 0
  #before = 0

  constructor(path: string, limits: LogLimits = DEFAULT_LIMITS) {
    this.path = path
    this.#limits = limits
  }

  write(bytes: Uint8Array): void {
    if (this.#written > 0 && this.#written + bytes.length > this.#limits[this.#part]) this.#turnOver()
    this.#written += writeSync(this.#open(), bytes)
  }

  /** Joins what was kept of the end to the beginning, so that a person finds one file. */
  close(): void {
    const flooded = this.#part === 'tail'
    this.#closeDescriptor()
    if (!flooded) return
    this.#part = 'head'
    const all = this.#open()
    const over = Math.max(0, this.#before + this.#written - this.#limits.tail)
    const left = this.#left + over
    if (left > 0) writeSync(all, `\n[… ${left} bytes left out …]\n`)
    moveInto(all, this.#tailBefore, over)
    moveInto(all, this.#tail, Math.max(0, over - this.#before))
    this.#closeDescriptor()
  }

  get #tail(): string {
    return `${this.path}.tail`
  }

  get #tailBefore(): string {
    return `${this.path}.tail-before`
  }

  #turnOver(): void {
    this.#closeDescriptor()
    if (this.#part === 'tail') {
      this.#left += this.#before
      this.#before = this.#written
      renameSync(this.#tail, this.#tailBefore)
    }
    this.#part = 'tail'
    this.#written = 0
  }

  #open(): number {
    if (this.#descriptor === null) {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
      this.#descriptor = openSync(this.#part === 'head' ? this.path : this.#tail, 'a', PRIVATE_FILE)
    }
    return this.#descriptor
  }

  #closeDescriptor(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }
}

function moveInto(target: number, path: string, skip: number): void {
  let source: number
  try {
    source = openSync(path, 'r')
  } catch {
    return
  }
  const buffer = Buffer.alloc(COPY_BYTES)
  let at = skip
  for (;;) {
    const read = readSync(source, buffer, 0, COPY_BYTES, at)
    if (read === 0) break
    writeSync(target, buffer, 0, read)
    at += read
  }
  closeSync(source)
  rmSync(path)
}
