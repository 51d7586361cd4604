import { setTimeout as sleep } from 'node:timers/promises'
import type { UsageError } from '../../std/usage-error.ts'
import { type DaemonPaths, daemonPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { makeFolders } from '../../system/make-folders.ts'
import { isAlive } from '../../system/process-table.ts'
import { type Environment, NONCE_VARIABLE } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import { sendRequest } from './client.ts'
import { daemonProblem } from './problems.ts'
import {
  type Ask,
  type DaemonRequest,
  type DaemonResponse,
  fromSentError,
  OTHER_VERSION,
  PROTOCOL,
} from './protocol.ts'
import { type DaemonRecord, readRecord } from './record.ts'
import { KEY_VARIABLE, newDaemonKey } from './sealed-secrets.ts'
import { socketFolder } from './socket-folder.ts'
import { startSupervised } from './supervisor.ts'

export interface Caller {
  readonly env: Environment
  readonly version: string
  /** What runs a daemon of this program. */
  readonly program: readonly [string, ...string[]]
  readonly signal: AbortSignal
  /** Prints why it takes longer than usual. */
  readonly say: (line: string) => void
}

const POLL_MS = 30
/** Loops start one after the other, and each looks at its tree first. */
const RESPONSE_MS = 60_000
/** After so long without a response, a running daemon counts as hung. Long, because the machine may be busy. */
const HUNG_MS = 20_000
const PING_MS = 3_000
/** How long a daemon may take to start. */
const START_MS = 5_000
const GIVE_UP_MS = 60_000

/** Asks the user's daemon. Starts one when there is none, and replaces one that is older than this program or hangs. */
export async function askDaemon(caller: Caller, ask: Ask): Promise<Extract<DaemonResponse, { ok: true }>> {
  const disk = nodeDisk('private')
  const paths = daemonPaths(stateHome(caller.env))
  const attempt: Attempt = {
    startedAt: Number.NEGATIVE_INFINITY,
    silentSince: performance.now(),
    beganAt: performance.now(),
  }
  while (!caller.signal.aborted) {
    const record = await readRecord(disk, paths.record)
    const serving = record?.state === 'serving' ? record : null
    const response = serving && (await askIfAlive(serving, requestOf(caller, ask)))
    if (response?.ok) return response
    const refused = response?.error.code ?? null
    if (response && refused !== OTHER_VERSION && refused !== 'leaving') throw fromSentError(response.error)
    if (serving && response && refused === OTHER_VERSION)
      await askToBeReplaced(caller, serving, response.version, attempt)
    else if (serving && isAlive(serving.owner)) {
      if (!response) killIfHung(serving, attempt, caller)
    } else startDaemon(caller, paths, attempt)
    if (!response && performance.now() - attempt.beganAt > GIVE_UP_MS) throw unreachableDaemon(paths)
    await sleep(POLL_MS)
  }
  throw daemonProblem('interrupted', {})
}

/** Asks the daemon that is running; null when there is none. */
export async function askRunningDaemon(
  caller: Pick<Caller, 'env' | 'version'>,
  ask: Ask,
): Promise<DaemonResponse | null> {
  const record = await readRecord(nodeDisk('private'), daemonPaths(stateHome(caller.env)).record)
  return record?.state === 'serving' ? await askIfAlive(record, requestOf(caller, ask)) : null
}

/** Pings first, with a short timeout: the system accepts connections also for a process that is stopped. */
async function askIfAlive({ socket }: DaemonRecord, request: DaemonRequest): Promise<DaemonResponse | null> {
  const alive = await sendRequest(socket, { ...request, ask: { kind: 'ping' } }, PING_MS)
  return alive && (await sendRequest(socket, request, RESPONSE_MS))
}

const requestOf = ({ version }: Pick<Caller, 'version'>, ask: Ask): DaemonRequest => ({
  protocol: PROTOCOL,
  version,
  ask,
})

/** What was tried so far, in milliseconds of the same clock. */
interface Attempt {
  readonly beganAt: number
  startedAt: number
  silentSince: number
  isReplacing?: boolean
}

function startDaemon({ program, env }: Caller, paths: DaemonPaths, attempt: Attempt): void {
  attempt.silentSince = performance.now()
  if (performance.now() - attempt.startedAt < START_MS) return
  attempt.startedAt = performance.now()
  makeFolders(paths.directory, 0o700)
  // Fails here, where a person reads it, and not only in the daemon's log.
  socketFolder(env, stateHome(env))
  startSupervised({ program, log: paths.log, env: daemonEnvironment(env) })
}

/** Only where things are, and a new key: each loop brings the environment that it was started in. */
function daemonEnvironment(env: Environment): Environment {
  const names = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR', NONCE_VARIABLE]
  const known = names.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]]))
  return { ...Object.fromEntries(known), [KEY_VARIABLE]: newDaemonKey() }
}

/** Killing it loses nothing that was saved. */
function killIfHung({ owner }: DaemonRecord, attempt: Attempt, { say }: Caller): void {
  if (performance.now() - attempt.silentSince < HUNG_MS) return
  attempt.silentSince = performance.now()
  say(`The daemon (process ${owner.pid}) does not respond. Restarting it…`)
  try {
    process.kill(owner.pid, 'SIGKILL')
  } catch {
    // It has exited meanwhile.
  }
}

async function askToBeReplaced(
  caller: Caller,
  { socket }: DaemonRecord,
  theirs: string,
  attempt: Attempt,
): Promise<void> {
  if (isNewer(theirs, caller.version)) throw daemonProblem('daemon-newer', { theirs, ours: caller.version })
  if (attempt.isReplacing) return
  attempt.isReplacing = true
  const request = requestOf(caller, { kind: 'replace', program: [...caller.program] })
  const response = await sendRequest(socket, request, RESPONSE_MS)
  if (response?.ok && response.loops > 0)
    caller.say(
      `Version ${theirs} of agent-loop runs ${response.loops} background loop${response.loops === 1 ? '' : 's'}. Waiting for their current turns to end…`,
    )
}

function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map(version => version.split(/[.-]/).map(Number))
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

const unreachableDaemon = ({ log }: DaemonPaths): UsageError => daemonProblem('not-started', { log })
