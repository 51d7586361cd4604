import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastBeat } from '../../store/heartbeat.ts'
import { daemonPaths, leasesIn } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { ownIdentity } from '../../system/process-table.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import { claimDaemon, type DaemonProcess, updateRecord } from './claim.ts'
import { startHeartbeat } from './heartbeat.ts'
import { openJob } from './jobs.ts'
import { rotateLog } from './log-file.ts'
import { createLoopRunner, type LoopRunner } from './loop-runner.ts'
import { daemonProblem } from './problems.ts'
import type { Ask } from './protocol.ts'
import type { DaemonRecord } from './record.ts'
import { recover } from './recover.ts'
import { KEY_VARIABLE, newDaemonKey } from './sealed-secrets.ts'
import { startServer } from './server.ts'
import { createShutdown, type Shutdown, type ShutdownReason } from './shutdown.ts'
import { socketFolder } from './socket-folder.ts'
import { staySupervised } from './supervisor.ts'

interface DaemonOptions {
  readonly env: Environment
  readonly version: string
  /** What runs a daemon. */
  readonly program: readonly [string, ...string[]]
  /** Whether the parent of this process starts the next daemon when this one dies. */
  readonly supervisedByParent: boolean
  readonly say: (line: string) => void
  /** Aborted when this process should end. */
  readonly signal: AbortSignal
}

const IDLE_MS = 60_000
/** So many daemons in a row may die young before the next ones pause first. */
const STRIKES_WITHOUT_PAUSE = 5
const MAX_STRIKES = 12
const FIRST_PAUSE_MS = 250

/** Runs the user's background loops until there are none for a while, or until it is told to exit. Resolves to the exit code. */
export async function runDaemon(options: DaemonOptions): Promise<number> {
  const { version, program, supervisedByParent } = options
  const key = options.env[KEY_VARIABLE] ?? newDaemonKey()
  const env = { ...options.env, [KEY_VARIABLE]: key }
  const home = stateHome(env)
  const log = (line: string): void => {
    rotateLog(daemonPaths(home).log)
    options.say(`${new Date().toISOString()} ${process.pid} ${line}`)
  }
  const daemon: DaemonProcess = { disk: nodeDisk('private'), paths: daemonPaths(home), self: ownIdentity() }
  // The process that started us has made that folder. If it was deleted since, it must not appear again.
  if (supervisedByParent && !existsSync(daemon.paths.directory)) return 0
  loadAllChunks(program)
  const lastAlive = await lastBeat(daemon.disk, daemon.paths.heartbeat, daemon.self.boot)
  const claimed = await claimDaemon(daemon, { version, folder: socketFolder(env, home), lastAlive })
  if (!claimed.ok) return 0
  const record = claimed.value
  log(`daemon ${record.epoch} of agent-loop ${version}`)
  if (record.strikes >= MAX_STRIKES) {
    log(`giving up: the daemon died ${record.strikes} times in a row before any loop made progress`)
    await updateRecord(daemon, record, { state: 'gave-up' })
    return 0
  }
  const supervised = staySupervised({ program, log: daemon.paths.log, env }, supervisedByParent)
  if (record.strikes > STRIKES_WITHOUT_PAUSE)
    await sleep(FIRST_PAUSE_MS * 2 ** (record.strikes - STRIKES_WITHOUT_PAUSE))
  const { reason, runner } = await serve({ ...options, daemon, record, lastAlive, leases: leasesIn(home), key, log })
  log(
    reason.kind === 'lost'
      ? `exiting: ${daemon.paths.record} no longer exists, or belongs to another daemon`
      : 'exiting',
  )
  if (reason.kind !== 'lost') await updateRecord(daemon, record, { state: 'ended', strikes: 0 })
  supervised.leave()
  if (reason.kind === 'replace') startReplacement(reason.program, env)
  // Loops that are interrupted here must not take another step: nothing may be awaited between this and the exit.
  runner.kill()
  process.exit(0)
}

/**
 * Loads every part of the built program. A daemon outlives upgrades: a part that it loads later, from the same folder, would be of
 * another version or gone.
 */
function loadAllChunks([, entry = '']: readonly string[]): void {
  const folder = dirname(entry)
  const load = createRequire(entry)
  for (const name of readdirSync(folder)) if (name.endsWith('.cjs')) load(join(folder, name))
}

interface Serving extends DaemonOptions {
  readonly daemon: DaemonProcess
  readonly record: DaemonRecord
  /** When the daemon before was last alive. */
  readonly lastAlive: number | null
  readonly leases: string
  readonly key: string
  readonly log: (line: string) => void
}

/** Answers requests and runs loops until the daemon is told to exit. */
async function serve(serving: Serving): Promise<{ readonly reason: ShutdownReason; readonly runner: LoopRunner }> {
  const { daemon, record, leases, key, log } = serving
  const { disk, paths, self } = daemon
  let requests = 0
  let hasStrikes = record.strikes > 0
  const runner = createLoopRunner({
    disk,
    paths,
    key,
    self,
    log,
    onIdle: () => shutdown.restartIdleTimer(),
    onProgress: () => {
      if (!hasStrikes) return
      hasStrikes = false
      void updateRecord(daemon, record, { strikes: 0 }).catch(() => {})
    },
  })
  const shutdown = createShutdown(serving.signal, () => requests > 0 || runner.count() > 0, IDLE_MS)
  const stopHeartbeat = await startHeartbeat(daemon, record, () => shutdown.request({ kind: 'lost' }))
  const recovered = recover({ disk, paths, key, leases, self, runner, log }, serving.lastAlive)
  removeOtherSockets(record.socket)
  const server = await startServer(record.socket, {
    version: serving.version,
    handle: async ask => {
      requests += 1
      try {
        if (ask.kind !== 'ping') await recovered
        await handle(withOpenJob(ask, key), runner, shutdown)
        return runner.count()
      } finally {
        requests -= 1
        shutdown.restartIdleTimer()
      }
    },
  })
  await recovered
  shutdown.restartIdleTimer()
  const reason = await shutdown.requested
  if (reason.kind === 'replace') await runner.pauseAll('a newer agent-loop takes over')
  server.close()
  removeOtherSockets(record.socket)
  stopHeartbeat()
  return { reason, runner }
}

/** A stored job that a person resumes; where its secrets are lost, those of the person's terminal count. */
function withOpenJob(ask: Ask, key: string): Ask {
  if (ask.kind !== 'resume') return ask
  const { sealed: _, ...job } = ask.job
  return { ...ask, job: openJob(ask.job, key) ?? job }
}

async function handle(ask: Ask, runner: LoopRunner, shutdown: Shutdown): Promise<void> {
  switch (ask.kind) {
    case 'start':
      refuseDuring(shutdown)
      return await runner.start(ask.job, ask.request)
    case 'resume':
      refuseDuring(shutdown)
      return await runner.resume(ask.job, { limits: ask.limits, heeding: false })
    case 'replace':
      setImmediate(() => shutdown.request({ kind: 'replace', program: ask.program }))
      return
    case 'stop':
      if (runner.count() > 0 && !ask.force) throw daemonProblem('loops-running', { count: runner.count() })
      setImmediate(() => shutdown.request({ kind: 'stop' }))
      return
    case 'ping':
  }
}

function refuseDuring(shutdown: Shutdown): void {
  if (shutdown.isRequested()) throw daemonProblem('about-to-exit', {})
}

/** Sockets that dead daemons left. */
function removeOtherSockets(own: string): void {
  const folder = dirname(own)
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const name of names) if (join(folder, name) !== own) rmSync(join(folder, name), { force: true })
}

function startReplacement([interpreter = process.execPath, ...args]: readonly string[], env: Environment): void {
  spawn(interpreter, args, { cwd: '/', env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).unref()
}
