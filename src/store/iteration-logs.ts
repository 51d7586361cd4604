import { LogFile } from '../host/log-file.ts'

export type LogName = 'agent.log' | 'verify.log'

/** The logs of the iteration that is under way; those of the one before are done when it begins. */
export class IterationLogs {
  readonly #pathOf: (iteration: number, name: LogName) => string
  readonly #open = new Map<LogName, LogFile>()

  constructor(pathOf: (iteration: number, name: LogName) => string) {
    this.#pathOf = pathOf
  }

  write(iteration: number, name: LogName, bytes: Uint8Array | string): void {
    const path = this.#pathOf(iteration, name)
    const known = this.#open.get(name)
    if (known?.path !== path) known?.close()
    const log = known?.path === path ? known : new LogFile(path)
    this.#open.set(name, log)
    log.write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  }

  close(): void {
    for (const log of this.#open.values()) log.close()
    this.#open.clear()
  }
}
