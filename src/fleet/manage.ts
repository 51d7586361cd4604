import { hostname } from 'node:os'
import type { Limits } from '../loop/state.ts'
import { type LoopOrder, newOrderId, refuseBadHint } from '../run/steer/orders.ts'
import type { Database } from './database.ts'
import { fleetProblem } from './problems.ts'

/** Tells a worker to finish its turns and exit; resolves to the ids that begin like this. */
export async function drainWorker(database: Database, id: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ id: string }>(
    'update agent_loop.workers set draining = true where not gone and starts_with(id, $1) returning id',
    [id],
  )
  if (rows.length === 0) throw fleetProblem('no-such-worker', { id })
  return rows.map(row => row.id)
}

interface WorkerRow extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly host: string
  readonly slots: number
  readonly running: number
  readonly labels: readonly string[]
  readonly version: string
  readonly silent_s: number
  readonly draining: boolean
}

/** The workers that are alive. */
export async function liveWorkers(database: Database): Promise<readonly WorkerRow[]> {
  const { rows } = await database.query<WorkerRow>(
    `select w.id, host, slots, w.labels, version, draining, extract(epoch from now() - beat)::float8 as silent_s,
       (select count(*)::int from agent_loop.loops l where l.worker = w.id and l.state = 'running') as running
     from agent_loop.workers w where not gone order by started`,
  )
  return rows
}

/** Sets a limit over the whole fleet; null removes it. */
export async function setLimit(database: Database, name: string, value: number | null): Promise<void> {
  if (value === null) await database.query('delete from agent_loop.limits where name = $1', [name])
  else
    await database.query(
      'insert into agent_loop.limits (name, value) values ($1, $2) on conflict (name) do update set value = $2',
      [name, value],
    )
}

const RESUMABLE = ['paused', 'limit_reached', 'blocked', 'interrupted']

/** Puts a loop that was paused or met a limit back into the queue. */
export async function resumeInFleet(database: Database, id: string, limits: Partial<Limits>): Promise<void> {
  const { rowCount } = await database.query(
    `update agent_loop.loops set state = 'queued', worker = null, failures = 0, trouble = null, limits = $2, updated = now()
     where id = $1 and state = 'ended' and status = any($3)`,
    [id, JSON.stringify(limits), RESUMABLE],
  )
  if (rowCount === 1) return
  const { rows } = await database.query<{ status: string; state: string }>(
    'select status, state from agent_loop.loops where id = $1',
    [id],
  )
  if (rows[0]?.state === 'queued') return
  throw rows[0] ? fleetProblem('not-open', { id, status: rows[0].status }) : fleetProblem('no-such-loop', { id })
}

/** A loop in the queue, or one without a journal. */
interface WaitingLoop extends Readonly<Record<string, unknown>> {
  /** It has a journal. */
  readonly begun: boolean
  /** `queued`, or how it ended. */
  readonly status: string
}

/** Null when a worker has it, when it has ended and has a journal, or when there is no such loop. */
export async function waitingLoop(database: Database, id: string): Promise<WaitingLoop | null> {
  const { rows } = await database.query<WaitingLoop>(
    `select begun, case when state = 'ended' then status else 'queued' end as status
     from (select *, exists (select 1 from agent_loop.events where loop = id) as begun from agent_loop.loops where id = $1) l
     where state = 'queued' or not begun`,
    [id],
  )
  return rows[0] ?? null
}

/** Ends a loop that no worker has begun. True when it was one. */
export async function abortQueued(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update agent_loop.loops set state = 'ended', status = 'aborted', epoch = epoch + 1, updated = now()
     where id = $1 and (state <> 'ended' or status = 'paused') and not exists (select 1 from agent_loop.events where loop = $1)`,
    [id],
  )
  return rowCount === 1
}

/** Takes a loop out of the queue. True when it was there. */
export async function pauseQueued(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update agent_loop.loops set state = 'ended', status = 'paused', worker = null, epoch = epoch + 1, updated = now(),
       entry = entry || '{"status": "paused", "ended": "requested by a person"}'
     where id = $1 and (state = 'queued'
       or state = 'running' and not exists (select 1 from agent_loop.events where loop = $1))`,
    [id],
  )
  return rowCount === 1
}

/** Keeps a hint for the first turn of a loop. */
export async function tellQueued(database: Database, id: string, text: string): Promise<void> {
  refuseBadHint(id, text)
  await database.query('insert into agent_loop.orders (loop, id, body) values ($1, $2, $3)', [
    ...[id, newOrderId(), JSON.stringify({ kind: 'tell', text } satisfies LoopOrder)],
  ])
}

/** The loop continues on this machine; the fleet does not run it any more. */
export async function markPulled(database: Database, id: string): Promise<void> {
  await database.query(
    "update agent_loop.loops set status = 'pulled', worker = $2, epoch = epoch + 1 where id = $1 and status = any($3)",
    [id, hostname(), RESUMABLE],
  )
}
