import { setTimeout as sleep } from 'node:timers/promises'
import { fold } from '../loop/apply.ts'
import type { LoopState } from '../loop/state.ts'
import type { LoopsElsewhere } from '../run/move/loops-elsewhere.ts'
import type { SettingValues } from '../run/settings/settings.ts'
import { newOrderId } from '../run/steer/orders.ts'
import type { Environment } from '../system/shell.ts'
import { addressOf, type Database } from './database.ts'
import { journalOf, loopRows } from './loop-rows.ts'
import { markPulled, pauseQueued, resumeInFleet } from './manage.ts'
import { fleetProblem } from './problems.ts'
import { pullLoop } from './pull.ts'
import { submitLoop } from './submission.ts'

const LOOK_MS = 500

interface FleetRow extends Readonly<Record<string, unknown>> {
  readonly state: string
  readonly status: string
  readonly trouble: string | null
}

/** The tasks of a plan as loops of a fleet. */
export function loopsInFleet(
  database: Database,
  env: Environment,
  settings: Omit<SettingValues, 'state-dir'>,
): LoopsElsewhere {
  const rowOf = async (id: string): Promise<FleetRow | null> => {
    const { rows } = await database.query<FleetRow>(
      'select state, status, trouble from agent_loop.loops where id = $1',
      [id],
    )
    return rows[0] ?? null
  }
  const journal = (id: string) => journalOf(loopRows(database), id)
  const state = async (id: string): Promise<LoopState | null> => fold((await journal(id)).events)
  return {
    address: addressOf(database.url),
    state,
    has: async id => (await rowOf(id)) !== null,
    submit: async (cwd, { worktree: _, ...request }) => {
      await submitLoop(database, { cwd, env }, request, { ...settings, 'state-dir': null })
    },
    async follow(id, emit, signal) {
      const before = await rowOf(id)
      if (before?.state === 'ended' && (before.status === 'paused' || before.status === 'interrupted'))
        await resumeInFleet(database, id, {})
      let shown = before?.state === 'ended' ? (await journal(id)).events.length : 0
      for (;;) {
        const row = await rowOf(id).catch(() => null)
        const { events } = row === null ? { events: [] } : await journal(id).catch(() => ({ events: [] }))
        for (const event of events.slice(shown)) emit(event)
        shown = Math.max(shown, events.length)
        if (row?.state === 'ended') return ended(id, row, fold(events))
        if (signal.aborted) return null
        await sleep(LOOK_MS, null, { signal }).catch(() => {})
      }
    },
    async pull(id, { cwd, stateDirectory, worktree }) {
      const pulled = await pullLoop(database, id, { cwd, env, stateDirectory, worktree, force: false })
      await markPulled(database, id)
      return { ...pulled, spec: { ...pulled.spec, worktree } }
    },
    async pause(id, because) {
      if (await pauseQueued(database, id)) return
      await database.query('insert into agent_loop.orders (loop, id, body) values ($1, $2, $3)', [
        ...[id, newOrderId(), JSON.stringify({ kind: 'pause', because })],
      ])
    },
  }
}

function ended(id: string, { status, trouble }: FleetRow, state: LoopState | null): LoopState {
  if (state !== null) return state
  throw fleetProblem('not-begun', { id, status: trouble ?? status })
}
