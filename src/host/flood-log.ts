import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LogLimits } from './log-file.ts'

const PRIVATE_FILE = 0o600
const DEFAULT_LIMITS: LogLimits = { head: 64 * 1024 * 1024, tail: 64 * 1024 * 1024 }

/**
 * The log of one command: its beginning goes to the disk as it comes, its end waits in memory until the command is over. What
 * lies between is never written, so a command that floods runs as fast as if nobody listened. Of a bounded size in both places.
 */
export class FloodLog {
  readonly path: string
  readonly #limits: LogLimits
  readonly #tail: Uint8Array[] = []
  #descriptor: number | null = null
  #written = 0
  #tailLength = 0
  #left = 0

  constructor(path: string, limits: LogLimits = DEFAULT_LIMITS) {
    this.path = path
    this.#limits = limits
  }

  write(bytes: Uint8Array): void {
    if (this.#written + bytes.length <= this.#limits.head && this.#tailLength === 0) this.#append(bytes)
    else this.#keep(bytes)
  }

  close(): void {
    if (this.#left > 0) this.#append(Buffer.from(`\n[… ${this.#left} bytes left out …]\n`))
    for (const bytes of this.#tail.splice(0)) this.#append(bytes)
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }

  #append(bytes: Uint8Array): void {
    if (this.#descriptor === null) {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
      this.#descriptor = openSync(this.path, 'a', PRIVATE_FILE)
    }
    this.#written += writeSync(this.#descriptor, bytes)
  }

  #keep(bytes: Uint8Array): void {
    this.#tail.push(bytes)
    this.#tailLength += bytes.length
    while (this.#tail.length > 1 && this.#tailLength > this.#limits.tail) {
      const oldest = this.#tail.shift()?.length ?? 0
      this.#tailLength -= oldest
      this.#left += oldest
    }
  }
}
