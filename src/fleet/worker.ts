import { createPublicKey, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keyIdOf } from '../proof/receipt/envelope.ts'
import { signingKey } from '../proof/receipt/signing-key.ts'
import { nodeDisk } from '../system/disk.ts'
import type { Environment } from '../system/shell.ts'
import { writableStateHome } from '../system/state-home.ts'
import type { Database } from './database.ts'
import { startEngine } from './engine.ts'
import { type HostParts, hostLoop, type LoopHost } from './loop-host.ts'
import { type LoopClaim, Lost, loopRows } from './loop-rows.ts'
import { fleetLimits } from './schema.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'
import {
  beat,
  claimLoop,
  giveBack,
  isSpent,
  leave,
  ordersFor,
  register,
  requeue,
  takeOverSilent,
  type WorkerFacts,
} from './worker-rows.ts'

/** A worker that sends no sign of life for this long counts as lost, and others take over its loops. */
export const DEFAULT_LEASE_MS = 30_000

interface WorkerRequest {
  readonly slots: number
  readonly labels: readonly string[]
  /** Other workers take this one's loops when it is silent for so long. */
  readonly leaseMs: number
  readonly version: string
  /** The file of this program. */
  readonly program: string
  readonly env: Environment
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  /** Whether the signal asks to finish the turns first. */
  readonly drains: () => boolean
}

const LOOK_MS = 250
const DRAINS = 'its worker is drained'

interface Running {
  readonly claim: LoopClaim
  readonly host: LoopHost
  readonly settled: Promise<void>
}

interface Worker {
  readonly database: Database
  readonly request: WorkerRequest
  readonly facts: WorkerFacts
  readonly watchdog: Watchdog
  readonly running: Map<string, Running>
  readonly hosts: Map<string, LoopHost>
  readonly start: (claim: LoopClaim) => Promise<void>
  draining: boolean
  /** The database has loops of this worker that it does not run. */
  hasStrays: boolean
  /** When the sign of life was sent that the database has accepted last. */
  aliveAt: number
}

/** Takes loops of the fleet and runs them until the signal aborts, or until it is drained and has none left. */
export async function runWorker(database: Database, request: WorkerRequest): Promise<number> {
  const { env, leaseMs, labels, slots, say } = request
  const home = writableStateHome(env)
  const key = createPublicKey(await signingKey(nodeDisk('private'), join(home, 'keys')))
  const facts: WorkerFacts = {
    ...{ id: `${hostname().toLowerCase()}-${randomBytes(3).toString('hex')}`, host: hostname() },
    ...{ slots, labels, leaseMs, version: request.version },
    publicKey: key.export({ type: 'spki', format: 'pem' }).toString(),
  }
  const hosts = new Map<string, LoopHost>()
  const engine = await startEngine(database, facts.id, hosts)
  const watchdog = startWatchdog(request.program, process.env)
  const worker: Worker = {
    ...{ database, request, facts, watchdog, hosts, running: new Map(), start: engine.start },
    ...{ draining: false, hasStrays: false, aliveAt: performance.now() },
  }
  await register(database, facts)
  say(`worker ${facts.id}: ${slots} slots, receipts signed by the key ${keyIdOf(key).slice(0, 16)}`)
  const heart = heartbeat(worker)
  try {
    await work(worker)
  } finally {
    heart.stop()
    for (const { host } of worker.running.values()) host.stop()
    await Promise.allSettled([...worker.running.values()].map(({ settled }) => settled))
    await leave(database, facts.id).catch(() => {})
    await takeOverSilent(database).catch(() => {})
    watchdog.close()
    await engine.stop()
  }
  return 0
}

/** Beats six times per lease, so that lost beats cost nothing. */
function heartbeat(worker: Worker): { stop(): void } {
  const { database, facts, watchdog, request } = worker
  const everyMs = facts.leaseMs / 6
  let stopped = false
  const loop = async (): Promise<void> => {
    while (!stopped) {
      const sent = performance.now()
      const seen = await beat(database, facts.id).catch(() => undefined)
      if (seen === null) await startOver(worker)
      if (seen) {
        if (hasLapsed(worker)) stopAll(worker)
        // The agents die before another worker may act: it waits for the whole lease.
        watchdog.renew(safeMs(facts.leaseMs) - (performance.now() - sent))
        worker.aliveAt = sent
        worker.draining ||= seen.draining
        for (const [id, { claim, host }] of worker.running) if (seen.held.get(id) !== claim.epoch) host.stop()
        worker.hasStrays = [...seen.held.keys()].some(id => !worker.running.has(id))
      }
      if (hasLapsed(worker)) stopAll(worker)
      await takeOverSilent(database)
        .then(taken => {
          for (const id of taken) request.say(`${id}: its worker sends no heartbeat; the loop goes back to the queue`)
        })
        .catch(() => {})
      await sleep(everyMs)
    }
  }
  void loop()
  return {
    stop: () => {
      stopped = true
    },
  }
}

const safeMs = (leaseMs: number): number => (leaseMs * 2) / 3

/** The watchdog has killed every process of a loop by then. */
const hasLapsed = ({ aliveAt, facts }: Worker): boolean => performance.now() - aliveAt > safeMs(facts.leaseMs)

function stopAll({ running }: Worker): void {
  for (const { host } of running.values()) host.stop()
}

/** The fleet has given this worker up: nothing that it runs counts any more. */
async function startOver(worker: Worker): Promise<void> {
  worker.request.say(`${worker.facts.id}: sent no heartbeat for too long and starts over`)
  stopAll(worker)
  await register(worker.database, worker.facts).catch(() => {})
}

async function work(worker: Worker): Promise<void> {
  const { request, running, database, facts } = worker
  const variables = Object.keys(request.env)
  while (!request.signal.aborted || request.drains()) {
    if (request.signal.aborted && !worker.draining) {
      worker.draining = true
      request.say(`${facts.id}: finishes its turns and exits. A second signal stops it now.`)
    }
    if (worker.draining) await pauseAll(worker)
    if (worker.hasStrays) await requeueStrays(worker).catch(() => {})
    if (worker.draining && running.size === 0) return
    const claim =
      !hasLapsed(worker) && !worker.draining && running.size < request.slots
        ? await claimLoop(database, facts, variables).catch(() => null)
        : null
    if (claim) await begin(worker, claim)
    else {
      await deliverOrders(worker).catch(() => {})
      await sleep(LOOK_MS, null, worker.draining ? {} : { signal: request.signal }).catch(() => {})
    }
  }
}

/**
 * A claim whose answer was lost, a release that failed, loops that were stopped while the database was away: other workers leave them
 * alone, because this one is alive. Asked again here, where no claim is under way.
 */
async function requeueStrays(worker: Worker): Promise<void> {
  const { database, facts, running, request } = worker
  worker.hasStrays = false
  for (const id of await giveBack(database, facts.id, [...running.keys()])) request.say(`${id}: goes back to the queue`)
}

async function begin(worker: Worker, claim: LoopClaim): Promise<void> {
  const { request, database, running, hosts, watchdog, facts } = worker
  request.say(`${claim.id}: taken (epoch ${claim.epoch})`)
  const parts: HostParts = {
    ...{ database, env: request.env, program: request.program, guard: watchdog.guard },
    folder: join(writableStateHome(request.env), 'fleet', facts.id),
  }
  const host = hostLoop(parts, claim)
  hosts.set(claim.id, host)
  await worker.start(claim).catch((error: unknown) => request.say(`${claim.id}: ${String(error)}`))
  const settled = host.ended.then(async ({ trouble, stopped }) => {
    // That its processes were killed says nothing about the loop: it goes back without a failed try.
    const end =
      stopped || hasLapsed(worker) ? stoppedWords(worker) : await released(worker, claim, trouble).catch(wordsOfFailure)
    request.say(`${claim.id}: ${end}`)
    // It may have been taken again meanwhile.
    if (running.get(claim.id)?.host === host) running.delete(claim.id)
  })
  running.set(claim.id, { claim, host, settled })
}

const TAKEN_OVER = 'belongs to another worker'

const stoppedWords = ({ request }: Worker): string => (request.signal.aborted ? 'goes back to the queue' : TAKEN_OVER)

const wordsOfFailure = (error: unknown): string => (error instanceof Lost ? TAKEN_OVER : String(error))

async function released({ database }: Worker, claim: LoopClaim, trouble: string | null): Promise<string> {
  await loopRows(database).release(claim, trouble)
  if (trouble !== null) return trouble
  const { rows } = await database.query<{ ended: string | null }>(
    "select entry->>'ended' as ended from agent_loop.loops where id = $1 and status = 'paused'",
    [claim.id],
  )
  if (rows[0]?.ended?.includes(DRAINS)) await requeue(database, claim)
  return 'ended'
}

const pauseAll = async ({ running }: Worker): Promise<void> => {
  for (const { host } of running.values()) await host.order('drain', { kind: 'pause', because: DRAINS })
}

async function deliverOrders({ database, facts, running }: Worker): Promise<void> {
  if (running.size === 0) return
  for (const { loop, id, body } of await ordersFor(database, facts.id)) await running.get(loop)?.host.order(id, body)
  const limit = (await fleetLimits(database))['max-cost-per-day']
  if (limit === undefined || !(await isSpent(database, limit))) return
  const because = `the fleet has reached its cost limit of $${limit} for today`
  for (const { host } of running.values()) await host.order('cost', { kind: 'pause', because })
}
