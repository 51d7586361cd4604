import type { Redact } from '../std/redact.ts'
import { LogFile } from '../system/log-file.ts'

export type LogName = 'agent.log' | 'verify.log'

/** The logs of the current iteration. Those of the one before are closed when it begins. */
export class IterationLogs {
  readonly #pathOf: (iteration: number, name: LogName) => string
  readonly #redact: Redact
  readonly #onTrouble: (message: string) => void
  readonly #open = new Map<LogName, LogFile>()
  #failed = false

  constructor(
    pathOf: (iteration: number, name: LogName) => string,
    redact: Redact,
    onTrouble: (message: string) => void,
  ) {
    this.#pathOf = pathOf
    this.#redact = redact
    this.#onTrouble = onTrouble
  }

  /** Never throws: it is called while output streams in, and the journal reports a full disk. */
  write(iteration: number, name: LogName, bytes: Uint8Array | string): void {
    if (this.#failed) return
    try {
      this.#append(iteration, name, bytes)
    } catch (error) {
      this.#failed = true
      this.#onTrouble(`the log could not be written: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #append(iteration: number, name: LogName, bytes: Uint8Array | string): void {
    const path = this.#pathOf(iteration, name)
    const known = this.#open.get(name)
    if (known?.path !== path) known?.close()
    const log = known?.path === path ? known : new LogFile(path, this.#redact)
    this.#open.set(name, log)
    log.write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  }

  close(): void {
    if (!this.#failed) for (const log of this.#open.values()) log.close()
    this.#open.clear()
  }
}
