import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const PRIVATE_FILE = 0o600

/**
 * Logs that grow while something runs. Written synchronously on purpose: whoever floods us is slowed to the disk's pace
 * instead of filling our memory.
 */
export class LogFiles {
  readonly #open = new Map<string, number>()

  write(path: string, text: string): void {
    writeSync(this.#descriptor(path), text)
  }

  close(): void {
    for (const descriptor of this.#open.values()) closeSync(descriptor)
    this.#open.clear()
  }

  #descriptor(path: string): number {
    const known = this.#open.get(path)
    if (known !== undefined) return known
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // An iteration's log is done when the next one begins, so at most a few are open at once.
    if (this.#open.size >= 4) this.close()
    const descriptor = openSync(path, 'a', PRIVATE_FILE)
    this.#open.set(path, descriptor)
    return descriptor
  }
}
