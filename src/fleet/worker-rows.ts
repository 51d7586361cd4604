import type { Limits } from '../loop/state.ts'
import type { LoopOrder } from '../run/steer/orders.ts'
import type { Database, DatabaseConnection } from './database.ts'
import type { LoopClaim } from './loop-rows.ts'
import { CLAIM_LOCK, fleetLimits, JANITOR_LOCK } from './schema.ts'
import type { Submission } from './stored-values.ts'

/** What a worker says about itself. */
export interface WorkerFacts {
  readonly id: string
  readonly host: string
  readonly slots: number
  readonly labels: readonly string[]
  readonly version: string
  readonly publicKey: string
  readonly leaseMs: number
}

export async function register(database: Database, facts: WorkerFacts): Promise<void> {
  await database.query(
    `insert into agent_loop.workers (id, host, pid, slots, labels, version, public_key, lease_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do update set beat = now(), gone = false, draining = false, pid = excluded.pid`,
    [
      ...[facts.id, facts.host, process.pid, facts.slots, facts.labels],
      ...[facts.version, facts.publicKey, facts.leaseMs],
    ],
  )
}

/** A sign of life. Null when the fleet has given this worker up. */
export async function beat(
  database: Database,
  worker: string,
): Promise<{ readonly draining: boolean; readonly held: ReadonlyMap<string, number> } | null> {
  const { rows } = await database.query<{ draining: boolean; held: Record<string, number> | null }>(
    `with alive as (update agent_loop.workers set beat = now() where id = $1 and not gone returning draining)
     select draining, (select jsonb_object_agg(id, epoch) from agent_loop.loops where worker = $1 and state = 'running') as held
     from alive`,
    [worker],
  )
  const [row] = rows
  return row ? { draining: row.draining, held: new Map(Object.entries(row.held ?? {})) } : null
}

export async function leave(database: Database, worker: string): Promise<void> {
  await database.query('update agent_loop.workers set gone = true where id = $1', [worker])
}

/** Takes the oldest loop whose requirements this worker meets and that no limit holds back. */
export async function claimLoop(
  database: Database,
  { id: worker, labels }: Pick<WorkerFacts, 'id' | 'labels'>,
  variables: readonly string[],
): Promise<LoopClaim | null> {
  return await database.transaction(async connection => {
    // Limits count the loops of all workers, so only one worker claims at a time.
    await connection.query('select pg_advisory_xact_lock($1)', [CLAIM_LOCK])
    const limits = await fleetLimits(connection)
    if (await isSpent(connection, limits['max-cost-per-day'])) return null
    const { rows } = await connection.query<ClaimRow>(
      `with running as (select project, account from agent_loop.loops where state = 'running'), next as (
         select id from agent_loop.loops l
         where state = 'queued' and labels <@ $2::text[] and needs <@ $3::text[]
           and (failures = 0 or updated < now() - failures * interval '${RETRY_S} seconds')
           and (select count(*) from running) < $4
           and (select count(*) from running r where r.project = l.project) < $5
           and (select count(*) from running r where r.account = l.account) < $6
         order by submitted limit 1 for update skip locked)
       update agent_loop.loops l set state = 'running', worker = $1, epoch = epoch + 1, updated = now()
       from next where l.id = next.id
       returning l.id, l.epoch, l.workflow, l.submission, l.limits`,
      [
        ...[worker, labels, variables, limits.slots ?? MANY],
        ...[limits['slots-per-project'] ?? MANY, limits['slots-per-account'] ?? MANY],
      ],
    )
    return rows[0] ? { ...rows[0], worker } : null
  })
}

type ClaimRow = {
  readonly id: string
  readonly epoch: number
  readonly workflow: string | null
  readonly submission: Submission
  readonly limits: Partial<Limits> | null
}

const MANY = 1_000_000_000
/** A loop that could not run waits so long before the second try, and twice as long before the third: a remote may be away for a moment. */
const RETRY_S = 10

/** Whether the loops of the fleet have cost as much today as they may. */
export async function isSpent(connection: DatabaseConnection, limit: number | undefined): Promise<boolean> {
  if (limit === undefined) return false
  const { rows } = await connection.query<{ usd: number | null }>(
    'select sum(usd) as usd from agent_loop.spending where day = current_date',
  )
  return (rows[0]?.usd ?? 0) >= limit
}

/** Puts the loops of silent workers back into the queue. One janitor acts at a time; resolves to the loops. */
export async function takeOverSilent(database: Database): Promise<readonly string[]> {
  return await database.transaction(async connection => {
    const { rows: locks } = await connection.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      JANITOR_LOCK,
    ])
    if (!locks[0]?.mine) return []
    await connection.query(
      `update agent_loop.workers set gone = true
       where not gone and beat < now() - lease_ms * interval '1 millisecond'`,
    )
    return await requeued(connection, 'worker in (select id from agent_loop.workers where gone)', [])
  })
}

/** Puts the loops of a worker back into the queue, but for those that it runs. */
export const giveBack = (database: Database, worker: string, runs: readonly string[]): Promise<readonly string[]> =>
  requeued(database, 'worker = $1 and id <> all($2)', [worker, runs])

/** The epoch grows here already: from now on nothing that the worker before writes counts. */
async function requeued(
  connection: DatabaseConnection,
  which: string,
  values: readonly unknown[],
): Promise<readonly string[]> {
  const { rows } = await connection.query<{ id: string }>(
    `update agent_loop.loops set state = 'queued', worker = null, epoch = epoch + 1, updated = now()
     where state = 'running' and ${which} returning id`,
    values,
  )
  return rows.map(({ id }) => id)
}

export async function keepWorkflow(database: Database, { id, epoch }: LoopClaim, workflow: string): Promise<void> {
  await database.query('update agent_loop.loops set workflow = $3 where id = $1 and epoch = $2', [id, epoch, workflow])
}

/** Orders of people to the loops of this worker. */
export async function ordersFor(
  database: Database,
  worker: string,
): Promise<readonly { readonly loop: string; readonly id: string; readonly body: LoopOrder }[]> {
  const { rows } = await database.query<{ loop: string; id: string; body: LoopOrder }>(
    `select o.loop, o.id, o.body from agent_loop.orders o join agent_loop.loops l on l.id = o.loop
     where l.worker = $1 and l.state = 'running' order by o.id`,
    [worker],
  )
  return rows
}

/** Loops that were paused for the worker's sake go to another one. */
export async function requeue(database: Database, { id, epoch }: LoopClaim): Promise<void> {
  await database.query(
    `update agent_loop.loops set state = 'queued', worker = null, limits = '{}', updated = now()
     where id = $1 and epoch = $2`,
    [id, epoch],
  )
}
