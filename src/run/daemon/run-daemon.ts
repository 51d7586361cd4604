import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../../std/usage-error.ts'
import { lastBeat } from '../../store/heartbeat.ts'
import { daemonPaths, leasesIn, sessionsIn } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { identityOf } from '../../system/process-table.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import { isTooLate } from './ask-to-close.ts'
import { amendRecord, type ClaimPlace, claimDaemon } from './claim.ts'
import { type Ending, endingOf, type How } from './ending.ts'
import type { StopVerdict } from './envelope.ts'
import { createForeman, type LoopRunner } from './foreman.ts'
import { startHeartbeat } from './heartbeat.ts'
import { hearKnocks, takeKnock } from './knock.ts'
import { loadEverything } from './load-everything.ts'
import { boundLog } from './log-file.ts'
import { onceByWord } from './once.ts'
import type { Ask, CloseAsk } from './protocol.ts'
import type { DaemonRecord } from './record.ts'
import { recover } from './recover.ts'
import { type Answered, beginKnocked, type Served, serve } from './serve.ts'
import { watchSessions } from './sessions.ts'
import { socketFolder } from './socket-folder.ts'
import { stayWatched } from './watcher.ts'

/** Closes turns that sessions of assistants have ended, in this process. */
export interface Closer {
  /** Throws when it is to be done by whoever asks. */
  close(ask: CloseAsk): Promise<StopVerdict>
  /** How many are being closed, also those whose session has been told to wait. */
  count(): number
}

interface DaemonRequest {
  readonly env: Environment
  readonly version: string
  /** What runs a daemon. */
  readonly program: readonly [string, ...string[]]
  /** Whether the parent of this process begins the next one when it dies. */
  readonly watchedByParent: boolean
  readonly say: (line: string) => void
  readonly closer: Closer
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
    sessions: sessionsIn(home),
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
  readonly sessions: string
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
  const atWork = (): number => foreman.count() + life.closer.count()
  const ending = endingOf(life.signal, () => questions > 0 || atWork() > 0 || sessions.any(), IDLE_MS)
  const sessions = await watchSessions(disk, life.sessions, () => ending.look())
  const stopHeart = await startHeartbeat(place, record, () => ending.end({ kind: 'lost' }))
  const closing = closingFor(life, ending, atWork)
  const recovered = recover({ disk, paths, leases, self, foreman, log }, life.lastAlive)
  clearSockets(record.socket)
  const served: Served = {
    version: life.version,
    answer: async ask => {
      questions += 1
      try {
        if (ask.kind !== 'ping') await recovered
        return ask.kind === 'close' ? await closing(ask) : await answer(ask, { foreman, ending, atWork })
      } finally {
        questions -= 1
        ending.look()
      }
    },
  }
  const deafen = hearKnocks(paths.knocks, question => void beginKnocked(question, served).catch(() => {}))
  const server = await serve(record.socket, served)
  await recovered
  ending.look()
  const how = await ending.reached
  deafen()
  if (how.kind === 'replace') await foreman.rest('a newer agent-loop takes over')
  server.close()
  clearSockets(record.socket)
  stopHeart()
  sessions.stop()
  return { how, foreman }
}

/** What a session asks when its turn has ended, left in a file and called out alike: done once, and in time or not at all. */
function closingFor({ closer, place }: Life, ending: Ending, atWork: () => number) {
  return onceByWord(async (ask: CloseAsk): Promise<Answered> => {
    if (ask.word !== undefined) takeKnock(place.paths.knocks, ask.word)
    refuseLeaving(ending)
    if (isTooLate(ask.at, Date.now()))
      throw new UsageError('leaving', 'This was asked too long ago.', 'Whoever asked has gone on by itself.')
    return { verdict: await closer.close(ask), loops: atWork() }
  })
}

function refuseLeaving(ending: Ending): void {
  if (ending.isReached()) throw new UsageError('leaving', 'This daemon is about to leave.', 'Ask again.')
}

interface Answering {
  readonly foreman: LoopRunner
  readonly ending: Ending
  readonly atWork: () => number
}

async function answer(ask: Exclude<Ask, CloseAsk>, { foreman, ending, atWork }: Answering): Promise<Answered> {
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
      if (atWork() > 0 && !ask.force)
        throw new UsageError(
          'tree-busy',
          `${atWork()} loops are at work in the background.`,
          'Add --force: they are interrupted, and go on when a daemon is there again.',
        )
      setImmediate(() => ending.end({ kind: 'leave' }))
      break
    case 'ping':
      break
  }
  return { loops: atWork() }
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
