import { setTimeout as sleep } from 'node:timers/promises'
import { fold } from '../loop/apply.ts'
import { type LoopEvent, loopEventSchema } from '../loop/events.ts'
import { describeOutcome } from '../loop/outcome.ts'
import type { Limits } from '../loop/state.ts'
import type { LoopOrder } from '../run/steer/orders.ts'
import type { RegistryEntry } from '../store/registry/registry-document.ts'
import { type Database, type DatabaseConnection, isLasting } from './database.ts'
import { fleetProblem } from './problems.ts'
import type { Submission } from './stored-values.ts'

/** Another worker has the loop: nothing that this one writes counts. */
export class Lost extends Error {}

/** A loop that this worker has taken. */
export interface LoopClaim {
  readonly id: string
  readonly worker: string
  readonly epoch: number
  /** The workflow of the worker before; null when there was none. */
  readonly workflow: string | null
  readonly submission: Submission
  /** Not null when a person resumes the loop. */
  readonly limits: Partial<Limits> | null
}

/** What a save of the loop changes in the database. */
export interface Saved {
  readonly from: number
  readonly lines: readonly string[]
  readonly events: readonly LoopEvent[]
  readonly status: string
  readonly entry: RegistryEntry
  readonly heard: readonly string[]
  readonly spentUsd: number
  readonly record: string | null
  readonly rules: string | null
  readonly receipt: string | null
}

/** The rows of loops, as the worker that has taken them writes them. */
export interface LoopRows {
  save(claim: LoopClaim, saved: Saved): Promise<void>
  keepLog(
    claim: LoopClaim,
    log: { readonly turn: number; readonly name: string; readonly bytes: Buffer },
  ): Promise<void>
  lines(id: string): Promise<readonly string[]>
  baseline(id: string): Promise<{ readonly record: string | null; readonly rules: string | null }>
  orders(id: string): Promise<readonly { readonly id: string; readonly order: LoopOrder }[]>
  /** The loop's process ended. `trouble`: it could not run, and another try may help. */
  release(claim: LoopClaim, trouble: string | null): Promise<void>
}

/** A loop that cannot run so often in a row ends. */
const MOST_FAILURES = 3

export const isBoundary = ({ kind }: LoopEvent): boolean =>
  kind === 'baseline-end' || kind === 'turn-end' || kind === 'check-end' || kind === 'loop-end'

const RETRY_MS = 250

/** Writes are tried again until `isOver`: a restart of PostgreSQL or a cut connection costs no turn. */
export function loopRows(database: Database, isOver: () => boolean = () => true): LoopRows {
  const once = <T>({ id, epoch }: LoopClaim, work: (connection: DatabaseConnection) => Promise<T>): Promise<T> =>
    database.transaction(async connection => {
      const { rows } = await connection.query<{ epoch: number }>(
        'select epoch from agent_loop.loops where id = $1 for update',
        [id],
      )
      if (rows[0]?.epoch !== epoch) throw new Lost(id)
      return await work(connection)
    })
  const fenced = async <T>(claim: LoopClaim, work: (connection: DatabaseConnection) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await once(claim, work)
      } catch (error) {
        if (isOver() || error instanceof Lost || isLasting(error)) throw error
        await sleep(RETRY_MS)
      }
    }
  }
  return {
    save: (claim, saved) => fenced(claim, connection => saveRows(connection, claim, saved)),
    keepLog: (claim, { turn, name, bytes }) =>
      fenced(claim, async connection => {
        await connection.query(
          `insert into agent_loop.logs (loop, turn, name, part, epoch, bytes) values ($1, $2, $3,
             (select coalesce(max(part), -1) + 1 from agent_loop.logs where loop = $1 and turn = $2 and name = $3), $4, $5)`,
          [claim.id, turn, name, claim.epoch, bytes],
        )
      }),
    lines: id => linesOf(database, id),
    async baseline(id) {
      const { rows } = await database.query<{ record: string | null; rules: string | null }>(
        'select record, rules from agent_loop.loops where id = $1',
        [id],
      )
      return rows[0] ?? { record: null, rules: null }
    },
    async orders(id) {
      const { rows } = await database.query<{ id: string; body: LoopOrder }>(
        'select id, body from agent_loop.orders where loop = $1 order by id',
        [id],
      )
      return rows.map(row => ({ id: row.id, order: row.body }))
    },
    release: (claim, trouble) => fenced(claim, connection => releaseRow(connection, claim, trouble)),
  }
}

async function saveRows(connection: DatabaseConnection, claim: LoopClaim, saved: Saved): Promise<void> {
  const { id, epoch } = claim
  const { from, lines, entry, status, spentUsd, record, rules, receipt, heard } = saved
  // A line that is there already is this worker's own: the answer to its commit was lost.
  for (const [index, line] of lines.entries())
    await connection.query(
      'insert into agent_loop.events (loop, seq, epoch, line) values ($1, $2, $3, $4) on conflict do nothing',
      [id, from + index, epoch, line],
    )
  await connection.query(
    `with before as (select usd from agent_loop.loops where id = $1)
     insert into agent_loop.spending (day, loop, usd)
     select current_date, $1, $2 - usd from before where $2 > usd
     on conflict (day, loop) do update set usd = agent_loop.spending.usd + excluded.usd`,
    [id, spentUsd],
  )
  await connection.query(
    `update agent_loop.loops set status = $2, entry = $3, usd = greatest(usd, $4), record = coalesce($5, record),
       rules = coalesce($6, rules), receipt = coalesce($7, receipt), failures = 0, updated = now() where id = $1`,
    [id, status, JSON.stringify(entry), spentUsd, record, rules, receipt],
  )
  if (heard.length > 0)
    await connection.query('delete from agent_loop.orders where loop = $1 and id = any($2)', [id, heard])
}

/**
 * Keeps lines that a command wrote in the journal of a loop that no worker has: a person's end of a paused loop. They count only if
 * the loop is still as the command saw it.
 */
export const keepEnd = (
  database: Database,
  id: string,
  { from, lines }: Pick<Saved, 'from' | 'lines'>,
): Promise<void> =>
  database.transaction(async connection => {
    const { rows } = await connection.query<{ epoch: number; count: number }>(
      `select epoch, (select count(*)::int from agent_loop.events where loop = $1) as count
       from agent_loop.loops where id = $1 and state = 'ended' for update`,
      [id],
    )
    const [row] = rows
    if (row?.count !== from) throw fleetProblem('not-open', { id, status: 'running' })
    for (const [index, line] of lines.entries())
      await connection.query('insert into agent_loop.events (loop, seq, epoch, line) values ($1, $2, $3, $4)', [
        ...[id, from + index, row.epoch + 1, line],
      ])
    const state = fold((await journalOf({ lines: loop => linesOf(connection, loop) }, id)).events)
    const status = state?.outcome?.kind ?? 'interrupted'
    await connection.query(
      `update agent_loop.loops set epoch = epoch + 1, status = $2, updated = now(),
         entry = entry || jsonb_build_object('status', $2::text, 'ended', $3::text) where id = $1`,
      [id, status, state?.outcome ? describeOutcome(state.outcome) : null],
    )
  })

async function linesOf(connection: DatabaseConnection, id: string): Promise<readonly string[]> {
  const { rows } = await connection.query<{ line: string }>(
    'select line from agent_loop.events where loop = $1 order by seq',
    [id],
  )
  return rows.map(({ line }) => line)
}

async function releaseRow(connection: DatabaseConnection, { id }: LoopClaim, trouble: string | null): Promise<void> {
  if (trouble === null) {
    await connection.query("delete from agent_loop.orders where loop = $1 and body->>'kind' <> 'tell'", [id])
    await connection.query(
      "update agent_loop.loops set state = 'ended', limits = null, trouble = null, updated = now() where id = $1",
      [id],
    )
    return
  }
  await connection.query(
    `update agent_loop.loops set trouble = $2, failures = failures + 1, worker = null, updated = now(),
       state = case when failures + 1 >= $3 then 'ended' else 'queued' end,
       status = case when failures + 1 >= $3 then 'interrupted' else status end where id = $1`,
    [id, trouble, MOST_FAILURES],
  )
}

/** The journal as it is in the database: its text, and its events. */
export async function journalOf(
  rows: Pick<LoopRows, 'lines'>,
  id: string,
): Promise<{ readonly text: string; readonly events: readonly LoopEvent[] }> {
  const lines = await rows.lines(id)
  const events = lines.map(line => {
    const { seq: _, prev: __, more: ___, ...event } = JSON.parse(line) as Record<string, unknown>
    return loopEventSchema.parse(event)
  })
  if (events.length > 0 && fold(events) === null) throw new Error(`the journal of ${id} has no start`)
  return { text: lines.map(line => `${line}\n`).join(''), events }
}
