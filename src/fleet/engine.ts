import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Dbos, loadDbos, newPool } from './database.ts'
import type { LoopHost } from './loop-host.ts'
import type { LoopClaim } from './loop-rows.ts'
import { ENGINE_LOCK } from './schema.ts'
import { keepWorkflow } from './worker-rows.ts'

const APPLICATION = 'agent-loop'
const ENGINE_SCHEMA = 'agent_loop_dbos'
const SHUTDOWN_MS = 2_000
const LOCK_MS = 200
const CONNECTIONS = 4

/** The engine reports its migrations on the console and takes no logger for them; our output may be JSON. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const { info, warn, log } = console
  Object.assign(console, { info: () => {}, warn: () => {}, log: () => {} })
  try {
    await work()
  } finally {
    Object.assign(console, { info, warn, log })
  }
}

/**
 * Several workers may start at once. A role that may not create tables uses those that exist. Nobody waits inside PostgreSQL for the lock: the
 * engine creates indexes concurrently, which waits for every open query, also for one that waits for the lock.
 */
async function migrate(database: Database): Promise<void> {
  const { DBOS } = await loadDbos()
  const tried = (): Promise<boolean> =>
    database.transaction(async connection => {
      // Without parameters: the portal of a query with some stays open, and its snapshot would hold up the engine.
      const { rows } = await connection.query<{ mine: boolean; may: boolean }>(
        `select pg_try_advisory_xact_lock(${ENGINE_LOCK}) as mine, has_database_privilege(current_database(), 'create') as may`,
      )
      if (rows[0]?.mine && rows[0].may) await quietly(() => DBOS.migrate(database.url, { schemaName: ENGINE_SCHEMA }))
      return rows[0]?.mine === true
    })
  while (!(await tried())) await sleep(LOCK_MS)
}

/** Creates the tables of the durable engine, and lets a role use them and ours. */
export async function prepareEngine(database: Database, role: string | null): Promise<void> {
  const { DBOS } = await loadDbos()
  const shared = role === null ? {} : { applicationRole: role }
  await quietly(() => DBOS.migrate(database.url, { schemaName: ENGINE_SCHEMA, ...shared }))
  if (role === null) return
  const name = `"${role.replaceAll('"', '""')}"`
  await database.query(`grant usage on schema agent_loop to ${name}`)
  await database.query(`grant select, insert, update, delete on all tables in schema agent_loop to ${name}`)
}

/** DBOS runs every loop as a workflow: its steps are recorded, and only by the worker that owns the workflow. */
export async function startEngine(database: Database, worker: string, hosts: ReadonlyMap<string, LoopHost>) {
  const { DBOS }: Dbos = await loadDbos()
  await migrate(database)
  const queueName = `worker-${worker}`
  const pool = newPool(database.url, CONNECTIONS)
  const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} }
  DBOS.setConfig({
    ...{ name: APPLICATION, applicationVersion: 'agent-loop-1', executorID: worker, systemDatabaseUrl: database.url },
    ...{
      systemDatabaseSchemaName: ENGINE_SCHEMA,
      systemDatabasePool: pool,
      listenQueues: [queueName],
      logger: silent,
    },
    runMigrations: false,
  })
  const workflow = DBOS.registerWorkflow(
    async (loop: string): Promise<string> => {
      for (let n = 1; ; n++) {
        const step = await DBOS.runStep(
          () => hosts.get(loop)?.step(n) ?? Promise.reject(new Error(`${loop} is not here`)),
          { name: `step-${n}` },
        )
        if (step.last) return step.kind
      }
    },
    { name: 'loop' },
  )
  await DBOS.launch()
  await DBOS.registerQueue(queueName, { minPollingIntervalMs: 200 })
  return {
    async start(claim: LoopClaim): Promise<void> {
      const before = claim.workflow === null ? null : await DBOS.getWorkflowStatus(claim.workflow)
      if (before && (before.status === 'PENDING' || before.status === 'ENQUEUED')) {
        await DBOS.resumeWorkflow(before.workflowID, { queueName })
        return
      }
      const workflowID = `${claim.id}.${claim.epoch}`
      await keepWorkflow(database, claim, workflowID)
      await DBOS.startWorkflow(workflow, { workflowID })(claim.id)
    },
    async stop(): Promise<void> {
      await Promise.race([DBOS.shutdown().catch(() => {}), sleep(SHUTDOWN_MS)])
      await Promise.race([pool.end(), sleep(SHUTDOWN_MS)])
    },
  }
}
