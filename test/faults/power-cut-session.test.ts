import { expect, test } from 'vitest'
import { adoptedTurns } from '../../src/loop/adopted-turn.ts'
import { fold } from '../../src/loop/apply.ts'
import { type LoopPorts, runLoop } from '../../src/loop/run.ts'
import type { LoopState } from '../../src/loop/state.ts'
import { newestCheckpoint } from '../../src/store/journal/checkpoints.ts'
import { readJournal } from '../../src/store/journal/journal.ts'
import { layoutFor, loopPaths } from '../../src/store/layout.ts'
import { openStore, type SavedLoop } from '../../src/store/store.ts'
import { specWith } from '../rig/loop-parts.ts'
import { cutsFor, PowerCut, PowerCutDisk, SURVIVALS, type Survival } from '../rig/power-cut-disk.ts'
import { portsOnDisk } from '../rig/stored-loop.ts'

const TURNS_NEEDED = 3
const layout = layoutFor('/home/state', '/tree', '/tree/.aiwg/ralph')
const spec = { ...specWith({ iterations: 10 }), agent: { kind: 'host', name: 'claude-code' } } as const
const paths = loopPaths(layout, spec.id)
const nobody = { pid: 2 ** 30, started: 'never', boot: 'none' }

interface Told {
  /** The turns that the assistant was told to take. */
  readonly turns: number[]
  /** Whenever the loop was taken up: how far it was, and the last turn that had been told. */
  readonly found: { readonly iteration: number; readonly told: number }[]
}

/** What a session does with its loop, in a process that keeps it open: a turn of work, a stop, and the loop's answer to it. */
async function session(disk: PowerCutDisk, survival: Survival): Promise<Told> {
  const ports = { disk, viewDisk: disk, self: nobody, host: nobody, onViewTrouble: () => {}, warn: () => {} }
  const store = openStore(layout, ports)
  const told: Told = { turns: [], found: [] }
  let work = 0
  let open: { loop: SavedLoop; state: LoopState } | null = null
  for (;;) {
    try {
      if (open === null) {
        const loop: SavedLoop = (await store.open(spec.id)) ?? (await store.create(spec))
        told.found.push({ iteration: loop.state.iteration, told: told.turns.at(-1) ?? 0 })
        open = { loop, state: loop.state }
      }
      const { loop, state }: { loop: SavedLoop; state: LoopState } = open
      const inTurn = state.phase === 'in-turn'
      const stopped = { agent: 'a', iteration: state.iteration, ended: 'claims-done', answer: 'done' } as const
      const world = worldOf(disk, loop, () => work)
      const hands = adoptedTurns(world, inTurn ? stopped : null)
      open.state = await runLoop(state, world, new AbortController().signal, hands)
      if (open.state.phase === 'ended') {
        await loop.close()
        await disk.exists('/')
        return told
      }
      told.turns.push(open.state.iteration)
      work += 1
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error
      disk.reboot(survival)
      open = null
    }
  }
}

const worldOf = (disk: PowerCutDisk, loop: SavedLoop, work: () => number): LoopPorts => ({
  ...portsOnDisk({ disk, layout, loop }, TURNS_NEEDED, work),
  agent: () => {
    throw new Error('nobody is started')
  },
  emit: () => {},
})

const peaceful = new PowerCutDisk()
await session(peaceful, 'nothing')

test.each(SURVIVALS)(
  'a cut at every change, and %s unsynced survives: no turn that an assistant was told of is forgotten',
  async survival => {
    expect(peaceful.changes).toBeGreaterThan(80)
    for (const at of cutsFor(survival, peaceful)) {
      for (const when of ['before', 'after'] as const) {
        const context = `cut ${when} change ${at}`
        const disk = new PowerCutDisk()
        disk.cutAt(at, when)
        const { turns, found } = await session(disk, survival)
        const events = (await readJournal(disk, paths.journal))?.events ?? []
        expect(fold(events)?.outcome, context).toMatchObject({ kind: 'verified' })
        expect(turns, context).toEqual([...new Set(turns)].sort())
        for (const { iteration, told } of found) expect(iteration, context).toBeGreaterThanOrEqual(told)
        const started = events.flatMap(event => (event.kind === 'turn-start' ? [event.iteration] : []))
        expect(started, context).toEqual(started.map((_, index) => index + 1))
        expect(await newestCheckpoint(disk, paths, () => {}), context).toBe(started.length)
      }
    }
  },
)
