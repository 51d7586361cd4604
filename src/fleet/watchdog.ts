import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { killFamily } from '../system/end-processes.ts'

/** The process beside a worker that kills its agents when the lease expires, also when the worker is stopped or dead. */
export interface Watchdog {
  /** The lease was renewed; it is valid so many milliseconds from now. */
  renew(forMs: number): void
  /** Processes to kill when the lease expires: the leader of a group, and everything that carries the mark. */
  guard(leader: number | null, mark: string): void
  close(): void
}

export function startWatchdog(program: string, env: NodeJS.ProcessEnv): Watchdog {
  // In a session of its own: a signal to the worker's group does not reach it.
  const child: ChildProcess = spawn(process.execPath, [program, 'fleet-watchdog'], {
    cwd: '/',
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin?.on('error', () => {})
  child.unref()
  const say = (...words: readonly (string | number)[]): void => void child.stdin?.write(`${words.join(' ')}\n`)
  return {
    renew: forMs => say('renew', Math.round(forMs)),
    guard: (leader, mark) => say('guard', leader ?? 0, mark),
    close: () => child.stdin?.end(),
  }
}

const LOOK_MS = 100

/** The watchdog's own process: ends when the worker closes its input, after it has killed what the worker left. */
export async function runWatchdog(): Promise<number> {
  const guarded = new Map<string, number | null>()
  let deadline = Number.POSITIVE_INFINITY
  const killAll = (): void => {
    for (const [nonce, leader] of guarded) killFamily({ leader, nonce, since: null })
    guarded.clear()
  }
  const isOver = (): boolean => performance.now() > deadline
  // On a busy machine a renewal may wait to be read: it is, before the second look.
  const timer = setInterval(() => {
    if (isOver()) setImmediate(() => isOver() && killAll())
  }, LOOK_MS)
  const lines = createInterface({ input: process.stdin }).on('line', line => {
    const [word = '', first = '', mark = ''] = line.split(' ')
    if (word === 'renew') deadline = performance.now() + Number(first)
    if (word === 'guard') guarded.set(mark, Number(first) || null)
  })
  await once(lines, 'close')
  clearInterval(timer)
  killAll()
  return 0
}
