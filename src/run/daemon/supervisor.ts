import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import type { Environment } from '../../system/shell.ts'

/**
 * The supervisor is a shell that waits for a daemon to end and starts the next one, until one exits with 0. Started before there is a
 * daemon, it has an empty input and starts one at once. Started by a running daemon whose supervisor died, it is not that daemon's
 * parent, and reads from its input how the daemon ends.
 *
 * A daemon that was killed is replaced at once, always; the daemon itself counts how often. One that exits with an error cannot start
 * here, for example because the program was removed: the supervisor tries a few more times, a second apart, then gives up.
 */
export const SUPERVISOR_SCRIPT = [
  'read -r word; if [ "$word" = bye ]; then exit 0; fi; tries=0',
  'until "$0" "$@" </dev/null; do',
  'if [ $? -gt 128 ]; then tries=0; else tries=$((tries + 1)); if [ $tries -ge 5 ]; then exit 1; fi; sleep 1; fi',
  'done',
].join('\n')

interface SupervisedProgram {
  /** What runs a daemon: the interpreter, the program, its arguments. */
  readonly program: readonly [string, ...string[]]
  readonly log: string
  readonly env: Environment
}

function startSupervisor({ program, log, env }: SupervisedProgram, input: 'ignore' | 'pipe'): ChildProcess {
  // Never through a link: another program could have planted one.
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  const out = openSync(log, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)
  try {
    const args = ['-c', SUPERVISOR_SCRIPT, ...program]
    return spawn('/bin/sh', args, { cwd: '/', env, detached: true, stdio: [input, out, out] }).on('error', () => {})
  } finally {
    closeSync(out)
  }
}

/** Starts a daemon under a supervisor. */
export const startSupervised = (program: SupervisedProgram): void => startSupervisor(program, 'ignore').unref()

interface SupervisedDaemon {
  /** Tells the supervisor that this daemon exits on purpose. */
  leave(): void
}

/** For so long a daemon may be without a supervisor after that one was killed. */
const POLL_MS = 100

/** A daemon keeps running without a supervisor while none can be started, for example on a full disk. */
function startIfPossible(program: SupervisedProgram): ChildProcess | null {
  try {
    return startSupervisor(program, 'pipe')
  } catch {
    return null
  }
}

/** Keeps this daemon supervised: by the parent that started it, or by a supervisor of its own if that is gone or there was none. */
export function staySupervised(program: SupervisedProgram, byParent: boolean): SupervisedDaemon {
  const parent = process.ppid
  let own: ChildProcess | null = null
  const look = (): void => {
    if (byParent && process.ppid === parent && parent !== 1) return
    if (own && own.exitCode === null && own.signalCode === null) return
    own = startIfPossible(program)
    own?.stdin?.on('error', () => {})
    own?.unref()
  }
  const timer = setInterval(look, POLL_MS)
  timer.unref()
  look()
  return {
    leave() {
      clearInterval(timer)
      own?.stdin?.end('bye\n')
    },
  }
}
