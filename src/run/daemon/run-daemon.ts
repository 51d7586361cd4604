import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../../std/usage-error.ts'
import { lastBeat } from '../../store/heartbeat.ts'
import { daemonPaths, leasesIn } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { stateHome } from '../../system/places.ts'
import { identityOf } from '../../system/process-table.ts'
import type { Environment } from '../../system/shell.ts'
import { amendRecord, type ClaimPlace, claimDaemon } from './claim.ts'
import { type Ending, endingOf, type How } from './ending.ts'
import { createForeman, type LoopRunner } from './foreman.ts'
import { startHeartbeat } from './heartbeat.ts'
import { loadEverything } from './load-everything.ts'
import { boundLog } from './log-file.ts'
import type { Ask } from './protocol.ts'
import type { DaemonRecord } from './record.ts'
import { recover } from './recover.ts'
import { type Answered, serve } from './serve.ts'
import { socketFolder } from './socket-folder.ts'
import { stayWatched } from './watcher.ts'

interface DaemonRequest {
  readonly env: Environment
  readonly version: string
  /** What runs a daemon. */
  readonly program: readonly [string, ...string[]]
  /** Whether the parent of this process begins the next one when it dies. */
  readonly watchedByParent: boolean
  readonly say: (line: string) => void
  /** Somebody wants this process to end. */
  readonly signal: AbortSignal
}

const IDLE_MS = 60_000
const PATIENT_STRIKES = 5
const LAST_STRIKE = 12
const FIRST_PAUSE_MS = 250

/** Runs the user's background loops until there are none for a while, or until it is told to leave. Resolves to the exit code. */
export async function runDaemon(request: DaemonRequest): Promise<number> {
  const { env, version, program } = request
  const home = stateHome(env)
  const log = (line: string): void => {
    boundLog(daemonPaths(home).log)
    request.say(`${new Date().toISOString()} ${process.pid} ${line}`)
  }
  const place: ClaimPlace = { disk: nodeDisk('private'), paths: daemonPaths(home), self: ourselves() }
  // Whoever began it has made that folder. Nobody who deleted it wants to find it again.
  if (request.watchedByParent && !existsSync(place.paths.directory)) return 0
  loadEverything(program)
  const lastAlive = await lastBeat(place.disk, place.paths.heartbeat, place.self.boot)
  const claimed = await claimDaemon(place, { version, folder: socketFolder(env, home), lastAlive })
  if (!claimed.ok) return 0
  const record = claimed.value
  log(`daemon ${record.epoch} of agent-loop ${version}`)
  if (record.strikes >= LAST_STRIKE) {
    log(`${record.strikes} before it died and no loop got on; giving up`)
    await amendRecord(place, record, { state: 'gave-up' })
    return 0
  }
  const watched = stayWatched({ program, log: place.paths.log, env }, request.watchedByParent)
  if (record.strikes > PATIENT_STRIKES) await sleep(FIRST_PAUSE_MS * 2 ** (record.strikes - PATIENT_STRIKES))
  const { how, foreman } = await live({
    ...request,
    place,
    record,
    lastAlive,
    leases: leasesIn(home),
    log,
  })
  log(how.kind === 'lost' ? `${place.paths.record} is gone, or another daemon's; leaving at once` : 'leaving')
  if (how.kind !== 'lost') await amendRecord(place, record, { state: 'ended', strikes: 0 })
  watched.leave()
  if (how.kind === 'replace') replaceBy(how.program, env)
  // Loops that are cut off here must not take another step: nothing may be awaited between this and the end.
  foreman.kill()
  process.exit(0)
}

interface Life extends DaemonRequest {
  readonly place: ClaimPlace
  readonly record: DaemonRecord
  /** The daemon before. */
  readonly lastAlive: number | null
  readonly leases: string
  readonly log: (line: string) => void
}

/** From the first question to the last. */
async function live(life: Life): Promise<{ readonly how: How; readonly foreman: LoopRunner }> {
  const { place, record, leases, log } = life
  const { disk, paths, self } = place
  let questions = 0
  let innocent = record.strikes === 0
  const foreman = createForeman({
    disk,
    paths,
    self,
    log,
    onIdle: () => ending.look(),
    onProgress: () => {
      if (innocent) return
      innocent = true
      void amendRecord(place, record, { strikes: 0 }).catch(() => {})
    },
  })
  const ending = endingOf(life.signal, () => questions > 0 || foreman.count() > 0, IDLE_MS)
  const stopHeart = await startHeartbeat(place, record, () => ending.end({ kind: 'lost' }))
  const recovered = recover({ disk, paths, leases, self, foreman, log }, life.lastAlive)
  clearSockets(record.socket)
  const server = await serve(record.socket, {
    version: life.version,
    answer: async ask => {
      questions += 1
      try {
        if (ask.kind !== 'ping') await recovered
        return await answer(ask, foreman, ending)
      } finally {
        questions -= 1
        ending.look()
      }
    },
  })
  await recovered
  ending.look()
  const how = await ending.reached
  if (how.kind === 'replace') await foreman.rest('a newer agent-loop takes over')
  server.close()
  clearSockets(record.socket)
  stopHeart()
  return { how, foreman }
}

function refuseLeaving(ending: Ending): void {
  if (ending.isReached()) throw new UsageError('leaving', 'This daemon is about to leave.', 'Ask again.')
}

async function answer(ask: Ask, foreman: LoopRunner, ending: Ending): Promise<Answered> {
  if (ask.kind === 'start' || ask.kind === 'resume') refuseLeaving(ending)
  switch (ask.kind) {
    case 'start':
      await foreman.begin(ask.job, ask.request)
      break
    case 'resume':
      await foreman.resume(ask.job, { limits: ask.limits, heeding: false })
      break
    case 'replace':
      setImmediate(() => ending.end({ kind: 'replace', program: ask.program }))
      break
    case 'stop':
      if (foreman.count() > 0 && !ask.force)
        throw new UsageError(
          'tree-busy',
          `${foreman.count()} loops are at work in the background.`,
          'Add --force: they are interrupted, and go on when a daemon is there again.',
        )
      setImmediate(() => ending.end({ kind: 'leave' }))
      break
    case 'ping':
      break
  }
  return { loops: foreman.count() }
}

/** What dead daemons left. */
function clearSockets(but: string): void {
  const folder = dirname(but)
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const name of names) if (join(folder, name) !== but) rmSync(join(folder, name), { force: true })
}

function replaceBy([interpreter = process.execPath, ...args]: readonly string[], env: Environment): void {
  spawn(interpreter, args, { cwd: '/', env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).unref()
}

function ourselves() {
  const self = identityOf(process.pid)
  if (self) return self
  throw new UsageError('unsupported', 'This machine does not tell who its processes are.', 'Mount /proc.')
}
