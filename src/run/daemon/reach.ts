import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../../std/usage-error.ts'
import { type DaemonPaths, daemonPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { stateHome } from '../../system/places.ts'
import { isAlive } from '../../system/process-table.ts'
import { type Environment, NONCE_VARIABLE } from '../../system/shell.ts'
import { type Answer, OTHER_VERSION, PROTOCOL, thrown } from './envelope.ts'
import type { Ask, DaemonRequest } from './protocol.ts'
import { type DaemonRecord, readRecord } from './record.ts'
import { socketFolder } from './socket-folder.ts'
import { askAt } from './talk.ts'
import { startWatched } from './watcher.ts'

export interface Caller {
  readonly env: Environment
  readonly version: string
  /** What runs a daemon of this program. */
  readonly program: readonly [string, ...string[]]
  readonly signal: AbortSignal
  /** Told when it takes longer than usual, and why. */
  readonly say: (line: string) => void
}

type DaemonConnection = Extract<Answer, { ok: true }>

const LOOK_MS = 30
/** Loops are begun one after the other, and each looks at its tree first. */
const ANSWER_MS = 60_000
/** How long one who lives may be silent before it counts as hung. Long: a machine may be busy. */
const HUNG_MS = 20_000
/** How long one look for a sign of life takes. */
const PING_MS = 3_000
/** How long one that was begun may take until it can be reached. */
const BEGIN_MS = 5_000
const GIVE_UP_MS = 60_000

/** Asks the user's daemon; begins one when there is none, and replaces one that is older than this program or hangs. */
export async function askDaemon(caller: Caller, ask: Ask): Promise<DaemonConnection> {
  const disk = nodeDisk('private')
  const paths = daemonPaths(stateHome(caller.env))
  const patience = { begun: Number.NEGATIVE_INFINITY, silentSince: performance.now(), asked: performance.now() }
  while (!caller.signal.aborted) {
    const record = await readRecord(disk, paths.record)
    const lives = record !== null && record.state === 'serving' && isAlive(record.owner)
    const answer = record?.state === 'serving' ? await askOneWhoLives(record, question(caller, ask)) : null
    if (answer?.ok) return answer
    const refused = answer?.error.code ?? null
    if (answer && refused !== OTHER_VERSION && refused !== 'leaving') throw thrown(answer.error)
    if (answer && record && refused === OTHER_VERSION) await askToLeave(caller, record, answer.version, patience)
    else if (lives && !answer) endWhenHung(record, patience, caller)
    else if (!lives) beginOne(caller, paths, patience)
    if (!answer && performance.now() - patience.asked > GIVE_UP_MS) throw unreachableDaemon(paths)
    await sleep(LOOK_MS)
  }
  throw new UsageError('bad-arguments', 'Nothing was begun.', 'The daemon was not reached before you left.')
}

/** The same, but only of one that is there; null when none is. */
export async function askDaemonIfThere(caller: Pick<Caller, 'env' | 'version'>, ask: Ask): Promise<Answer | null> {
  const record = await readRecord(nodeDisk('private'), daemonPaths(stateHome(caller.env)).record)
  return record?.state === 'serving' ? await askOneWhoLives(record, question(caller, ask)) : null
}

/** The system takes calls for a process that sleeps, so a sign of life is asked for first. */
async function askOneWhoLives({ socket }: DaemonRecord, asked: DaemonRequest): Promise<Answer | null> {
  const alive = await askAt(socket, { ...asked, ask: { kind: 'ping' } }, PING_MS)
  return alive && (await askAt(socket, asked, ANSWER_MS))
}

const question = ({ version }: Pick<Caller, 'version'>, ask: Ask) => ({ protocol: PROTOCOL, version, ask })

interface Patience {
  begun: number
  silentSince: number
  asked: number
  replacing?: boolean
}

function beginOne(caller: Caller, paths: DaemonPaths, patience: Patience): void {
  patience.silentSince = performance.now()
  if (performance.now() - patience.begun < BEGIN_MS) return
  patience.begun = performance.now()
  const { program, env } = caller
  mkdirSync(paths.directory, { recursive: true, mode: 0o700 })
  // What the daemon could only write into its log is refused here, where somebody reads it.
  socketFolder(env, stateHome(env))
  startWatched({ program, log: paths.log, env: ownEnvironment(env) })
}

/** Of the environment of whoever was first only what says where things are: loops bring their own. */
function ownEnvironment(env: Environment): Environment {
  const names = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR', NONCE_VARIABLE]
  return Object.fromEntries(names.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])))
}

/** To kill it loses nothing that was saved; to wait for it forever would. */
function endWhenHung({ owner }: DaemonRecord, patience: Patience, { say }: Caller): void {
  if (performance.now() - patience.silentSince < HUNG_MS) return
  patience.silentSince = performance.now()
  say(`The daemon (process ${owner.pid}) lives and does not answer; it is replaced.`)
  try {
    process.kill(owner.pid, 'SIGKILL')
  } catch {
    // Gone meanwhile: that is what we wanted.
  }
}

async function askToLeave(caller: Caller, { socket }: DaemonRecord, theirs: string, patience: Patience): Promise<void> {
  if (isNewer(theirs, caller.version))
    throw new UsageError(
      'unsupported',
      `agent-loop ${theirs} runs your background loops, and this is ${caller.version}.`,
      'Use the newer one, or end it first: agent-loop daemon stop',
    )
  if (patience.replacing) return
  patience.replacing = true
  const told = await askAt(socket, question(caller, { kind: 'replace', program: [...caller.program] }), ANSWER_MS)
  if (told?.ok && told.loops > 0)
    caller.say(`agent-loop ${theirs} runs ${told.loops} loops in the background; it leaves when their turns are over …`)
}

export function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map(version => version.split(/[.-]/).map(Number))
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

const unreachableDaemon = ({ log }: DaemonPaths): UsageError =>
  new UsageError('storage', 'The daemon for background loops could not be begun.', `See why: ${log}`)
