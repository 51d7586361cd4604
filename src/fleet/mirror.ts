import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isLoopId } from '../loop/loop-id.ts'
import { cleaner, cleanText } from '../run/clean-output.ts'
import { readOrders } from '../run/steer/orders.ts'
import { redact } from '../std/redact.ts'
import { iterationDirectory, type Layout, layoutOf, loopPaths } from '../store/layout.ts'
import { emptyRegistry, parseEntry, type RegistryEntry, withEntry } from '../store/registry/registry-document.ts'
import { type Disk, nodeDisk } from '../system/disk.ts'
import { replaceFile } from '../system/durable.ts'
import { ownIdentity } from '../system/process-table.ts'
import type { Environment } from '../system/shell.ts'
import { writableStateHome } from '../system/state-home.ts'
import type { Database } from './database.ts'
import { keepEnd } from './loop-rows.ts'
import { linesOfLoop } from './stored-values.ts'

/**
 * A copy of the fleet's loops in the files that every command reads, with this process as the one that drives them. Orders that a
 * command leaves in these files go to the database. So commands need not know where a loop runs.
 */
export interface Mirror {
  /** The environment and the directory for a command that should see the fleet. */
  readonly env: Environment
  readonly cwd: string
  /** Copies what is new now, and sends what the command wrote. */
  sync(): Promise<void>
  close(): Promise<void>
}

interface MirrorRequest {
  readonly env: Environment
  /** A loop that is shown even when it ended long ago. */
  readonly named: string | null
  /** Whether the command reads journals and logs, or only the list of loops. */
  readonly reads: 'list' | 'journals'
  /** How many of the loops that ended last are shown. */
  readonly recent: number
}

const SYNC_MS = 300
const MOST_ACTIVE = 500

interface LoopRow extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly state: string
  readonly entry: RegistryEntry | null
  readonly worker: string | null
  readonly trouble: string | null
  readonly status: string
  readonly task: string
  readonly turns: number | null
  readonly submitted: Date
  readonly labels: readonly string[]
  readonly needs: readonly string[]
  readonly stamp: string
  readonly receipt: string | null
}

const COLUMNS = `id, state, entry, worker, trouble, status, submission->'request'->>'task' as task,
  (submission->'request'->'limits'->>'iterations')::int as turns, submitted, labels, needs, updated::text as stamp, receipt`

export async function openMirror(database: Database, request: MirrorRequest): Promise<Mirror> {
  const folder = join(
    writableStateHome(request.env),
    'fleet-mirrors',
    `${process.pid}-${randomBytes(3).toString('hex')}`,
  )
  const cwd = join(folder, 'fleet')
  await mkdir(cwd, { recursive: true })
  const env: Environment = { ...request.env, XDG_STATE_HOME: folder, AGENT_LOOP_FLEET: undefined }
  const disk = nodeDisk('private')
  const layout = layoutOf(env, cwd, null)
  const copy = mirrored({ database, disk, layout, request, cwd })
  await copy.sync()
  let syncing = Promise.resolve()
  const sync = (): Promise<void> => {
    syncing = syncing.then(copy.sync).catch(() => {})
    return syncing
  }
  const timer = setInterval(sync, SYNC_MS)
  return {
    env,
    cwd,
    sync,
    async close() {
      clearInterval(timer)
      await syncing
      await copy.sendOrders()
      await copy.sendEnds()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Parts {
  readonly database: Database
  readonly disk: Disk
  readonly layout: Layout
  readonly request: MirrorRequest
  readonly cwd: string
}

function mirrored(parts: Parts) {
  const { database, disk, layout, request, cwd } = parts
  const seen = new Map<string, { stamp: string; lines: number; parts: Map<string, number> }>()
  const sent = new Set<string>()
  const sendOrders = async (): Promise<void> => {
    for (const loop of seen.keys())
      for (const { id, ...body } of await readOrders(disk, loopPaths(layout, loop).control)) {
        if (sent.has(id)) continue
        sent.add(id)
        await database.query(
          'insert into agent_loop.orders (loop, id, body) values ($1, $2, $3) on conflict do nothing',
          [loop, id, JSON.stringify(body.kind === 'tell' ? { ...body, text: redact(body.text, request.env) } : body)],
        )
      }
  }
  const sendEnds = async (): Promise<void> => {
    for (const [loop, { lines }] of seen) {
      const written = ((await disk.read(loopPaths(layout, loop).journal)) ?? '').split('\n').slice(0, -1)
      if (written.length > lines) await keepEnd(database, loop, { from: lines, lines: written.slice(lines) })
    }
  }
  const copyJournal = async (row: LoopRow): Promise<void> => {
    const known = seen.get(row.id) ?? { stamp: '', lines: 0, parts: new Map<string, number>() }
    seen.set(row.id, known)
    const paths = loopPaths(layout, row.id)
    await mkdir(paths.directory, { recursive: true })
    await copyLogs(parts, row.id, known.parts)
    if (known.stamp === row.stamp) return
    const { rows } = await database.query<{ line: string }>(
      'select line from agent_loop.events where loop = $1 and seq >= $2 order by seq',
      [row.id, known.lines],
    )
    const lines = linesOfLoop(
      row.id,
      known.lines,
      rows.map(({ line }) => line),
    )
    if (lines.length > 0) await appendFile(paths.journal, lines.map(line => `${line}\n`).join(''))
    if (row.receipt !== null) await replaceFile(disk, paths.receipt, row.receipt)
    known.lines += lines.length
    known.stamp = row.stamp
  }
  return {
    sendOrders,
    sendEnds,
    async sync(): Promise<void> {
      const rows = await rowsFor(database, request)
      const wanted =
        request.named !== null && isLoopId(request.named) ? rows.filter(({ id }) => id === request.named) : rows
      if (request.reads === 'journals') for (const row of wanted) await copyJournal(row)
      const registry = rows.reduceRight(
        (sum, row) => withEntry(sum, shownEntry(row, cwd, loopPaths(layout, row.id).viewState, request.env)),
        emptyRegistry(new Date().toISOString()),
      )
      await mkdir(layout.project, { recursive: true })
      await replaceFile(disk, layout.registry, JSON.stringify(registry))
      await sendOrders()
    },
  }
}

async function rowsFor(database: Database, { named, recent }: MirrorRequest): Promise<readonly LoopRow[]> {
  const { rows } = await database.query<LoopRow>(
    `(select ${COLUMNS} from agent_loop.loops where state <> 'ended' order by submitted desc limit ${MOST_ACTIVE})
     union (select ${COLUMNS} from agent_loop.loops where state = 'ended' order by updated desc limit $2)
     union (select ${COLUMNS} from agent_loop.loops where id = $1)
     order by stamp desc`,
    [named ?? '', recent],
  )
  // An id is a folder here, and texts are shown in terminals: the database may contain anything.
  return rows.filter(({ id }) => isLoopId(id))
}

/** The names that workers write: any other one would be a path of the writer's choice. */
const LOGS = ['agent.log', 'verify.log']

async function copyLogs({ database, disk, layout }: Parts, loop: string, known: Map<string, number>): Promise<void> {
  const { rows } = await database.query<{ turn: number; name: string; part: number; bytes: Buffer }>(
    `select turn, name, part, bytes from agent_loop.logs l where loop = $1 and name = any($3) and turn >= 0
       and part > coalesce(($2::jsonb->>(turn || '/' || name))::int, -1) order by turn, name, part`,
    [loop, JSON.stringify(Object.fromEntries(known)), LOGS],
  )
  for (const { turn, name, part, bytes } of rows) {
    const folder = iterationDirectory(loopPaths(layout, loop), turn)
    await disk.makeDirectory(folder)
    await appendFile(join(folder, name), bytes)
    known.set(`${turn}/${name}`, part)
  }
}

/** The entry of a loop without control characters, and as commands here can read it. */
function shownEntry(row: LoopRow, cwd: string, stateFile: string, env: Environment): RegistryEntry {
  const clean = cleaner(env)
  const { entry, ...rest } = row
  const known = parseEntry(entry)
  const own = known === null ? null : { ...clean(known), failing: known.failing.map(id => cleanText(id, env)) }
  return { ...entryOf({ ...rest, ...textsOf(row, env), entry: own }, cwd, stateFile), loop_id: row.id }
}

const textsOf = ({ task, trouble, worker }: LoopRow, env: Environment) => ({
  task: cleanText(task ?? '', env),
  trouble: trouble === null ? null : cleanText(trouble, env),
  worker: worker === null ? null : cleanText(worker, env),
})

/** A loop that has not ended in the fleet is driven by this process, as far as commands here can tell. */
function entryOf(row: LoopRow, cwd: string, stateFile: string): RegistryEntry {
  const open = row.state !== 'ended'
  const { pid, started, boot } = open ? ownIdentity() : { pid: 1, started: 'never', boot: 'never' }
  const missing = row.trouble ?? (row.state === 'queued' ? waitsFor(row) : (row.entry?.missing ?? null))
  const { worktree: _, ...entry } = row.entry ?? newEntry(row)
  return {
    ...entry,
    status: open ? 'running' : row.entry !== null ? entry.status : row.status === 'paused' ? 'paused' : 'aborted',
    missing,
    pid,
    owner: { kind: 'background', started, boot },
    working_directory: cwd,
    state_file: stateFile,
    fleet: { worker: row.worker, ...(row.state === 'queued' ? { queued: true as const } : {}) },
  }
}

function waitsFor({ labels, needs }: LoopRow): string {
  const parts = [
    ...(labels.length === 0 ? [] : [`with ${labels.join(', ')}`]),
    ...(needs.length === 0 ? [] : [`that has ${needs.join(', ')}`]),
  ]
  return ['waits for a worker', parts.join(' and ')].filter(part => part !== '').join(' ')
}

const newEntry = ({ id, task, turns, submitted }: LoopRow): RegistryEntry => ({
  ...{ loop_id: id, task, status: 'running', iteration: 0, max_iterations: turns ?? 0, completion_criteria: '' },
  ...{ started_at: submitted.toISOString(), last_active: submitted.toISOString(), pid: 0 },
  ...{ owner: { kind: 'background', started: '', boot: '' }, working_directory: '', state_file: '' },
  ...{ verdict: null, missing: null, failing: [], spent: { ms: 0, tokens: null, usd: null }, ended: null },
})
