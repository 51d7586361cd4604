import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fold } from '../loop/apply.ts'
import { type LoopEvent, loopEventSchema } from '../loop/events.ts'
import type { LoopState } from '../loop/state.ts'
import { baselineRecord } from '../run/move/move-loop.ts'
import { type LoopOrder, leaveOrder } from '../run/steer/orders.ts'
import { type LoopPaths, layoutOf, loopPaths } from '../store/layout.ts'
import { entryFor } from '../store/registry/registry-entry.ts'
import { type Disk, nodeDisk } from '../system/disk.ts'
import { endFamily } from '../system/end-processes.ts'
import { ownIdentity } from '../system/process-table.ts'
import type { Environment } from '../system/shell.ts'
import { treeOf } from '../system/tree.ts'
import type { ChildMessage, ChildTask } from './child.ts'
import { type CodePusher, cloneStart, codePusher, fetchSnapshots, savedTurns } from './code-refs.ts'
import type { Database } from './database.ts'
import { type LogShipper, logShipper } from './log-shipper.ts'
import { isBoundary, journalOf, type LoopClaim, type LoopRows, loopRows, type Saved } from './loop-rows.ts'
import { refuseWrongSubmission } from './stored-values.ts'

/** Runs one loop of the fleet in a process of its own, and keeps the database and the remote up to date with it. */
export interface LoopHost {
  readonly loop: string
  readonly epoch: number
  /** Resolves when the n-th step is in the database. Rejects once the loop belongs to another worker, or cannot run. */
  step(n: number): Promise<StepResult>
  /** Gives a person's orders to the loop. */
  order(id: string, order: LoopOrder): Promise<void>
  /** Kills the loop's process: it belongs to another worker, or the worker ends. */
  stop(): void
  /** Resolves when no process of the loop is left and everything is stored; to what went wrong, or null. */
  readonly ended: Promise<{ readonly trouble: string | null; readonly stopped: boolean }>
}

interface StepResult {
  readonly kind: string
  readonly iteration: number
  readonly last: boolean
}

export interface HostParts {
  readonly database: Database
  readonly env: Environment
  /** Folder for the clones of this worker. */
  readonly folder: string
  readonly program: string
  /** Tells the watchdog about a process before it starts any other. */
  readonly guard: (pid: number | null, mark: string) => void
}

const LOOK_MS = 20
const SNAPSHOT_MS = 120_000
const LOGS_MS = 700

interface Hosted {
  readonly parts: HostParts
  readonly rows: LoopRows
  readonly claim: LoopClaim
  readonly paths: LoopPaths
  readonly tree: string
  readonly cwd: string
  readonly disk: Disk
  readonly pusher: CodePusher
  readonly logs: LogShipper
  /** The worker's own environment without the address of the database. */
  readonly env: Environment
  /** Processes with it are killed when the loop is lost. */
  readonly mark: string
}

export function hostLoop(parts: HostParts, claim: LoopClaim): LoopHost {
  const mark = `agent-loop-fleet-${randomBytes(8).toString('hex')}`
  const { submission, id, epoch } = claim
  const tree = join(parts.folder, `${id}-${epoch}`, submission.folder)
  const cwd = join(tree, submission.directory)
  // Without the mark: git is never killed while it pushes, which could leave locks on the remote. Late pushes are refused there.
  const { AGENT_LOOP_FLEET: _, ...env } = parts.env
  const disk = nodeDisk('private')
  const steps = stepCounter()
  const delivered = new Set<string>()
  let child: ChildProcess | null = null
  let [stopped, started] = [false, false]
  const rows = loopRows(parts.database, () => stopped)
  const pathsNow = (): LoopPaths => loopPaths(layoutOf(env, treeOf(tree), null), id)
  const run = async (): Promise<void> => {
    refuseWrongSubmission(id, submission)
    await cloneStart({ ...submission, loop: id, commit: submission.start, tree, env })
    const paths = pathsNow()
    const logs = logShipper(rows, claim, paths)
    const pusher = codePusher({
      ...{ remote: submission.remote, loop: id, start: submission.start, snapshots: paths.snapshots, tree, env },
      ...{ epoch, worker: claim.worker },
    })
    const hosted: Hosted = { parts, rows, claim, paths, tree, cwd, disk, pusher, logs, env, mark }
    const known = await restore(hosted)
    await pusher.takeOver()
    for (const { id: name, order } of await rows.orders(id)) await leaveOrder(disk, paths.control, order, name)
    const ended = fold(known)?.outcome
    if (ended && claim.limits === null) return steps.count(stepsIn(known))
    if (stopped) return
    child = startChild(hosted)
    parts.guard(child.pid ?? null, mark)
    started = true
    await serve(hosted, child, known, steps.count)
  }
  const ended = run()
    .then(() => null)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    .then(async trouble => {
      // Another worker may begin as soon as this one says that it has ended.
      if (child !== null) await endFamily({ leader: child.pid ?? null, nonce: mark, since: null }, 0)
      if (trouble === null) await rm(join(parts.folder, `${id}-${epoch}`), { recursive: true, force: true })
      if (trouble !== null) steps.fail(new Error(trouble))
      return { trouble, stopped }
    })
  return {
    loop: id,
    epoch,
    step: steps.wait,
    order: async (name, order) => {
      if (!started || delivered.has(name)) return
      delivered.add(name)
      await leaveOrder(disk, pathsNow().control, order, name)
    },
    stop: () => {
      stopped = true
      child?.kill('SIGKILL')
    },
    ended,
  }
}

/** Counts the steps that are in the database. */
function stepCounter() {
  const done: StepResult[] = []
  const waiting = new Map<number, { resolve: (result: StepResult) => void; reject: (error: Error) => void }>()
  let failed: Error | null = null
  return {
    count(events: readonly LoopEvent[]): void {
      for (const event of events.filter(isBoundary)) {
        const iteration = 'iteration' in event ? event.iteration : 0
        const result = { kind: event.kind, iteration, last: event.kind === 'loop-end' }
        done.push(result)
        waiting.get(done.length)?.resolve(result)
      }
    },
    fail(error: Error): void {
      failed = error
      for (const { reject } of waiting.values()) reject(error)
    },
    wait: (n: number): Promise<StepResult> => {
      const known = done[n - 1]
      if (known) return Promise.resolve(known)
      return failed ? Promise.reject(failed) : new Promise((resolve, reject) => waiting.set(n, { resolve, reject }))
    },
  }
}

/** Ends that a person's resume undid are no steps. */
const stepsIn = (events: readonly LoopEvent[]): readonly LoopEvent[] => {
  const last = events.findLastIndex(({ kind }) => kind === 'loop-resume')
  return events.filter(({ kind }, index) => kind !== 'loop-end' || index > last)
}

/** Puts journal and snapshots of a loop that was begun elsewhere into the store of this worker. */
async function restore({ rows, claim, paths, disk, env }: Hosted): Promise<readonly LoopEvent[]> {
  await rm(paths.directory, { recursive: true, force: true })
  const { text, events } = await journalOf(rows, claim.id)
  await mkdir(join(paths.snapshots, 'objects', 'pack'), { recursive: true })
  const { prepareRepository, repositoryAt } = await import('../workspace/snapshots/repository.ts')
  await prepareRepository(repositoryAt(paths.snapshots))
  if (events.length === 0) return events
  await disk.write(paths.journal, text)
  const { record, rules } = await rows.baseline(claim.id)
  if (rules !== null) await disk.write(join(paths.snapshots, 'agent-loop-rules.json'), rules)
  if (record !== null) {
    await disk.makeDirectory(join(paths.directory, 'gate'))
    await disk.write(baselineRecord(paths.directory), record)
  }
  const turns = events.flatMap(event =>
    event.kind === 'baseline-end' ? [0] : event.kind === 'turn-end' ? [event.iteration] : [],
  )
  const { remote } = claim.submission
  await fetchSnapshots({ remote, loop: claim.id, snapshots: paths.snapshots, env }, [...new Set(turns)])
  return events
}

/** The child has no address of the database: agents are its descendants. */
function startChild({ parts, env, mark, cwd }: Hosted): ChildProcess {
  return fork(parts.program, ['fleet-loop'], {
    cwd,
    env: { ...env, AGENT_LOOP_FLEET_MARK: mark },
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'json',
  })
}

async function serve(
  hosted: Hosted,
  child: ChildProcess,
  known: readonly LoopEvent[],
  count: (events: readonly LoopEvent[]) => void,
): Promise<void> {
  const { claim, cwd, logs } = hosted
  const isResumed = claim.limits !== null
  count(isResumed ? known.filter(({ kind }) => kind !== 'loop-end') : stepsIn(known))
  const replica = replicator(hosted, known, count)
  const gone = once(child, 'exit')
  let trouble: unknown = null
  let work = Promise.resolve()
  const fail = (error: unknown): void => {
    trouble ??= error
    child.kill('SIGKILL')
  }
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'failed') return fail(new Error(message.error))
    work = work.then(replica).then(() => void (child.connected && child.send('saved')), fail)
  })
  const timer = setInterval(() => {
    work = work.then(() => logs.ship()).catch(fail)
  }, LOGS_MS)
  const task: ChildTask = {
    ...{ id: claim.id, cwd, request: claim.submission.request, setup: claim.submission.setup },
    ...{ begun: known.length > 0, limits: claim.limits },
  }
  child.send(task)
  await gone
  clearInterval(timer)
  await work
  if (trouble !== null) throw trouble
  await replica().catch(() => {})
  const state = fold(replica.events())
  if (!state?.outcome) throw new Error('the process of the loop died')
}

/** Copies what is new in the journal to the database, after the files of its turns are on the remote. */
function replicator(hosted: Hosted, known: readonly LoopEvent[], count: (events: readonly LoopEvent[]) => void) {
  const { parts, rows, claim, paths, disk, pusher, logs } = hosted
  let all = [...known]
  const replicate = async (): Promise<void> => {
    const lines = ((await disk.read(paths.journal)) ?? '').split('\n').slice(0, -1)
    const fresh = lines.slice(all.length)
    if (fresh.length === 0) return
    const events = fresh.map(line => loopEventSchema.parse(withoutLinks(JSON.parse(line))))
    for (const event of events)
      if (event.kind === 'baseline-end') await savedSnapshot(paths, 0)
      else if (event.kind === 'turn-end' && event.tree !== null) await savedSnapshot(paths, event.iteration)
    await pusher.pushTurns()
    if (events.some(isBoundary)) await logs.ship()
    const state = fold([...all, ...events])
    if (state === null) throw new Error('the journal has no start')
    if (all.length === 0 || known.length === all.length) parts.guard(null, state.spec.nonce)
    await rows.save(claim, await savedFrom(hosted, state, { from: all.length, lines: fresh, events }))
    all = [...all, ...events]
    count(events)
  }
  return Object.assign(replicate, { events: (): readonly LoopEvent[] => all })
}

function withoutLinks(value: unknown): unknown {
  const { seq: _, prev: __, more: ___, ...event } = value as Record<string, unknown>
  return event
}

async function savedFrom(
  { paths, disk }: Hosted,
  state: LoopState,
  batch: Pick<Saved, 'from' | 'lines' | 'events'>,
): Promise<Saved> {
  const sealed = batch.events.some(({ kind }) => kind === 'baseline-end' || kind === 'loop-move')
  const ended = batch.events.some(({ kind }) => kind === 'loop-end')
  return {
    ...batch,
    status: state.outcome?.kind ?? 'running',
    entry: entryFor(state, { ...ownIdentity(), kind: 'background' }, paths),
    heard: state.heard,
    spentUsd: state.spent.usd ?? 0,
    record: sealed ? await disk.read(baselineRecord(paths.directory)) : null,
    rules: sealed ? await disk.read(join(paths.snapshots, 'agent-loop-rules.json')) : null,
    receipt: ended ? await disk.read(paths.receipt) : null,
  }
}

/** The loop writes a snapshot while it continues; the turn counts in the fleet once its files are on the remote. */
async function savedSnapshot({ snapshots }: LoopPaths, turn: number): Promise<void> {
  const deadline = performance.now() + SNAPSHOT_MS
  while (!savedTurns(snapshots).includes(turn)) {
    if (performance.now() > deadline) throw new Error(`the snapshot of turn ${turn} was not written`)
    await sleep(LOOK_MS)
  }
}
