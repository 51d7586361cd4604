import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase, reach } from '../fleet/database.ts'
import { abortQueued, pauseQueued, resumeInFleet, tellQueued, waitingLoop } from '../fleet/manage.ts'
import { openMirror } from '../fleet/mirror.ts'
import { fleetProblem } from '../fleet/problems.ts'
import { prepareSchema } from '../fleet/schema.ts'
import { isLoopId } from '../loop/loop-id.ts'
import type { Limits } from '../loop/state.ts'
import { layoutHere, overviewOf } from '../run/request/overview.ts'
import { redact } from '../std/redact.ts'
import { hasLoop } from '../store/registry/find-projects.ts'
import { nodeDisk } from '../system/disk.ts'
import type { Command, CommandContext, QueuedAction } from './command.ts'
import { wholeId } from './project-of-loop.ts'

/** Loops that ended are shown up to so many: usually, and when all of them are asked for. */
const RECENT = 20
const MANY = 1_000

/** Runs a command that shows or controls loops on a copy of the fleet's loops. */
export async function runOnFleet(command: Command, context: CommandContext, url: string): Promise<number> {
  if (await isHere(command, context)) return await command.run(context)
  return await withFleet(url, async database => {
    const mirror = await openMirror(database, {
      ...{ env: context.env, named: context.positionals[0] ?? null, reads: command.fleet ?? 'list' },
      recent: context.flags.has('archived') || context.flags.has('all') ? MANY : RECENT,
    })
    try {
      const { 'state-dir': _, fleet: __, ...given } = context.given
      const copied = { ...context, given, env: mirror.env, cwd: mirror.cwd, fleet: url }
      const done = command.fleet === 'list' ? null : await forQueued(command, copied, database)
      if (done !== null) return done
      await mirror.sync()
      return await command.run(copied)
    } finally {
      await mirror.close()
    }
  })
}

async function withFleet<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url)
  try {
    await reach(database)
    await prepareSchema(database)
    return await work(database)
  } finally {
    await database.close()
  }
}

/** A loop that was pulled belongs to this machine, and some forms of a command are about files here. */
async function isHere({ localForm }: Command, context: CommandContext): Promise<boolean> {
  const [first] = context.positionals
  if (first === undefined) return false
  if (first === localForm) return true
  return isLoopId(first) && (await hasLoop(nodeDisk('private'), await layoutHere(context), first))
}

/** What to do with a loop in the queue: most have no journal, and no worker hears orders. Null when the command continues. */
async function forQueued(command: Command, context: CommandContext, database: Database): Promise<number | null> {
  const id = await loopTyped(command, context)
  const waiting = id === null ? null : await waitingLoop(database, id)
  const action = command.queued
  if (id === null || waiting === null || action === 'resume') return null
  const { begun, status } = waiting
  if (begun) return action === 'pause' || action === 'abort' ? await BEGUN[action](context, database, id) : null
  const follows = action !== 'wait' || !('follow' in command.flags) || context.flags.has('follow')
  const isOpen = status === 'queued' || (status === 'paused' && action === 'abort')
  if (action === undefined || !follows || !isOpen) throw fleetProblem('not-begun', { id, status })
  return await QUEUED[action](context, database, id)
}

/** The loop that is named, or the only active one. */
async function loopTyped({ queued }: Command, context: CommandContext): Promise<string | null> {
  const { positionals } = context
  const typed = queued === 'tell' && positionals.length < 2 ? undefined : positionals[0]
  if (typed !== undefined) return await wholeId(context, typed)
  const { active } = await overviewOf(context)
  return queued !== undefined && active.length === 1 ? (active[0]?.loop_id ?? null) : null
}

type ForQueued = (context: CommandContext, database: Database, id: string) => Promise<number | null>

const QUEUED: Readonly<Record<Exclude<QueuedAction, 'resume'>, ForQueued>> = {
  abort: async (context, database, id) => {
    if (!(await abortQueued(database, id))) return null
    const document = { loop_id: id, became: 'done', status: 'aborted', reverted: null }
    return show(context, document, `Aborted ${id} before a worker started it.`)
  },
  pause: async (context, database, id) => {
    if (!(await pauseQueued(database, id))) return null
    const line = `${id} is paused. To resume: agent-loop resume ${id}`
    return show(context, { loop_id: id, became: 'done', status: 'paused' }, line)
  },
  tell: async (context, database, id) => {
    await tellQueued(database, id, redact(context.positionals.at(-1) ?? '', context.env))
    return show(context, { loop_id: id, became: 'kept' }, `Hint queued for the first turn of ${id}.`)
  },
  wait: async (context, database, id) => {
    if (!context.json) context.err(`${id} waits for a worker. Ctrl-C leaves; the loop stays in the queue.`)
    while ((await waitingLoop(database, id))?.status === 'queued' && !context.signal.aborted)
      await sleep(LOOK_MS, null, { signal: context.signal }).catch(() => {})
    return context.signal.aborted ? 0 : null
  },
}

/** Nobody drives it: out of the queue, an abort is written into its journal as on one machine. */
const BEGUN: Readonly<Record<'abort' | 'pause', ForQueued>> = {
  abort: async (_, database, id) => {
    await pauseQueued(database, id)
    return null
  },
  pause: QUEUED.pause,
}

const LOOK_MS = 300

function show({ json, out }: CommandContext, document: object, line: string): number {
  out(json ? JSON.stringify(document) : line)
  return 0
}

/** Puts a paused loop back into the queue of its fleet. */
export async function resumeOnFleet(
  context: CommandContext,
  url: string,
  id: string,
  limits: Partial<Limits>,
): Promise<number> {
  await withFleet(url, database => resumeInFleet(database, id, limits))
  return show(context, { loop_id: id, status: 'queued' }, `${id} waits for a worker.`)
}
