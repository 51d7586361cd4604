import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Environment } from '../../system/shell.ts'

/**
 * The watcher, as small as it gets: a shell that waits for the end of a daemon and begins the next one, until one leaves by its own
 * will. Started before there is a daemon it has an empty input and begins at once; started by a daemon whose watcher died it hears
 * on its input how that daemon ends, for it is not its parent.
 *
 * One that was killed is followed at once, and counts how often itself. One that ended with an error cannot be begun here, as after the
 * program was removed: a few more tries, with pauses, and nobody is left who tries for ever.
 */
export const WATCH = [
  'read -r word; if [ "$word" = bye ]; then exit 0; fi; tries=0',
  'until "$0" "$@" </dev/null; do',
  'if [ $? -gt 128 ]; then tries=0; else tries=$((tries + 1)); if [ $tries -ge 5 ]; then exit 1; fi; sleep 1; fi',
  'done',
].join('\n')

interface WatcherRequest {
  /** What runs a daemon: the interpreter, the program, its arguments. */
  readonly program: readonly [string, ...string[]]
  readonly log: string
  readonly env: Environment
}

const start = ({ program, log, env }: WatcherRequest, input: 'ignore' | 'pipe'): ChildProcess => {
  const out = openSync(log, 'a', 0o600)
  try {
    return spawn('/bin/sh', ['-c', WATCH, ...program], { cwd: '/', env, detached: true, stdio: [input, out, out] })
  } finally {
    closeSync(out)
  }
}

/** Begins a daemon with somebody who watches over it. */
export function startWatched(request: WatcherRequest): void {
  start(request, 'ignore')
    .on('error', () => {})
    .unref()
}

interface SupervisedDaemon {
  /** Tells whoever watches that this is a good end. */
  leave(): void
}

/** So long nobody watches after a watcher was killed. */
const LOOK_MS = 100

/** A daemon lives on without a watcher while none can be begun, as on a disk that takes no more. */
function startIfPossible(request: WatcherRequest): ChildProcess | null {
  try {
    return start(request, 'pipe').on('error', () => {})
  } catch {
    return null
  }
}

/** Sees to it that this daemon is watched: by the parent that began it, or, when that is none or gone, by one of its own. */
export function stayWatched(request: WatcherRequest, byParent: boolean): SupervisedDaemon {
  const first = process.ppid
  let own: ChildProcess | null = null
  const look = (): void => {
    if (byParent && process.ppid === first && first !== 1) return
    if (own && own.exitCode === null && own.signalCode === null) return
    own = startIfPossible(request)
    own?.stdin?.on('error', () => {})
    own?.unref()
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  look()
  return {
    leave() {
      clearInterval(timer)
      own?.stdin?.end('bye\n')
    },
  }
}
