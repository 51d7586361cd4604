import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The other side of `saver.ts`. */
export interface Holder {
  readonly process: ChildProcess
  /** The next line that it says; null when it is gone. */
  line(): Promise<string | null>
  say(word: string): void
  readonly over: Promise<void>
}

export function holder(saver: string, folder: string): Holder {
  const child = spawn(process.execPath, [saver, folder, 'save'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Calls are counted for each thread.
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  })
  const lines: string[] = []
  const waiting: ((line: string | null) => void)[] = []
  let gone = false
  createInterface({ input: child.stdout })
    .on('line', line => {
      const next = waiting.shift()
      if (next) next(line)
      else lines.push(line)
    })
    .on('close', () => {
      gone = true
      for (const next of waiting.splice(0)) next(null)
    })
  child.stdin.on('error', () => {})
  return {
    process: child,
    line: () => {
      const known = lines.shift()
      if (known !== undefined || gone) return Promise.resolve(known ?? null)
      return new Promise(resolve => waiting.push(resolve))
    },
    say: word => void child.stdin.write(`${word}\n`),
    over: new Promise(resolve => child.on('close', () => resolve())),
  }
}
