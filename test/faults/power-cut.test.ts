import { expect, test } from 'vitest'
import { fold } from '../../src/loop/apply.ts'
import type { LoopEvent } from '../../src/loop/events.ts'
import { runLoop } from '../../src/loop/run.ts'
import { openReceipt } from '../../src/proof/receipt/envelope.ts'
import { newestCheckpoint } from '../../src/store/journal/checkpoints.ts'
import { readJournal } from '../../src/store/journal/journal.ts'
import { analyticsFile, layoutFor, loopPaths } from '../../src/store/layout.ts'
import { archivedLoops } from '../../src/store/registry/archive.ts'
import { readOverview } from '../../src/store/registry/overview.ts'
import { openStore } from '../../src/store/store.ts'
import { analyticsSchema } from '../../src/store/view/analytics-schema.ts'
import { specWith, turnThat } from '../rig/loop-parts.ts'
import { cutsFor, PowerCut, PowerCutDisk, SURVIVALS, type Survival } from '../rig/power-cut-disk.ts'
import { portsOnDisk } from '../rig/stored-loop.ts'

const TURNS_NEEDED = 3
const layout = layoutFor('/home/state', '/tree', '/tree/.aiwg/ralph')
const paths = loopPaths(layout, specWith().id)

/** One life of the machine's owner: the loop is begun, and taken up again after every cut, until it has ended. */
async function live(disk: PowerCutDisk, survival: Survival, limit: number) {
  const spec = specWith({ iterations: limit })
  // A process that does not exist: what a cut leaves locked must be free for the next one.
  const self = { pid: 2 ** 30, started: 'never', boot: 'none' }
  const store = openStore(layout, { disk, viewDisk: disk, self, onViewTrouble: () => {}, warn: () => {} })
  const shown: LoopEvent[] = []
  const turns: number[] = []
  let work = 0
  let cuts = 0
  for (;;) {
    try {
      const loop = (await store.open(spec.id)) ?? (await store.create(spec))
      await runLoop(
        loop.state,
        {
          ...portsOnDisk({ disk, layout, loop }, TURNS_NEEDED, () => work),
          agent: () => ({
            name: 'worker',
            tells: { tokens: false, usd: false },
            turn: async ({ iteration }) => {
              turns.push(iteration)
              work += 1
              return turnThat('claims-done')
            },
          }),
          emit: event => shown.push(event),
        },
        new AbortController().signal,
      )
      const { active, recent } = await readOverview(disk, layout)
      return { shown, turns, work, cuts, active, recent, registry: await disk.read(layout.registry) }
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error
      cuts += 1
      disk.reboot(survival)
    }
  }
}

async function journalOf(disk: PowerCutDisk): Promise<LoopEvent[]> {
  return (await readJournal(disk, paths.journal))?.events ?? []
}

const peaceful = new PowerCutDisk()
await live(peaceful, 'nothing', 10)

test('there are many places to cut', () => {
  expect(peaceful.changes).toBeGreaterThan(100)
})

test.each(SURVIVALS)('a cut at every change, and %s unsynced survives: nothing is lost or doubled', async survival => {
  for (const at of cutsFor(survival, peaceful)) {
    for (const when of ['before', 'after'] as const) {
      const disk = new PowerCutDisk()
      disk.cutAt(at, when)
      const end = await live(disk, survival, 10)
      const events = await journalOf(disk)
      const context = `cut ${when} change ${at}`

      expect(end.cuts, context).toBe(1)
      expect(fold(events)?.outcome, context).toMatchObject({ kind: 'verified' })
      // Everything that anybody was shown is in the journal, in that order and once.
      expect(events.filter(event => shownIn(end.shown, event)).map(asText), context).toEqual(end.shown.map(asText))
      expect(numbers(events, 'turn-start'), context).toEqual(upTo(numbers(events, 'turn-start').length))
      expect(numbers(events, 'turn-end'), context).toEqual(numbers(events, 'turn-start'))
      expect(end.turns.length, context).toBe(new Set(end.turns).size)
      expect(end.work, context).toBe(TURNS_NEEDED)
      expect(end.active, context).toEqual([])
      await expectKept(disk, numbers(events, 'turn-start').length, context)
      await expectReceipt(disk, events, context)
      expect(JSON.parse(end.registry ?? '').totals, context).toEqual({ started: 1, ended: 1, verified: 1 })
    }
  }
})

test('a cut never buys a turn more than the limit allows, nor a verdict', async () => {
  for (const survival of SURVIVALS) {
    for (const at of cutsFor(survival, peaceful)) {
      const disk = new PowerCutDisk()
      disk.cutAt(at, 'after')
      const end = await live(disk, survival, TURNS_NEEDED - 1)
      expect(Math.max(...end.turns), `cut at ${at}`).toBeLessThanOrEqual(TURNS_NEEDED - 1)
      expect(end.recent, `cut at ${at}`).toMatchObject([{ status: 'limit_reached' }])
    }
  }
})

/** Everything that is made from the journal is there and whole, wherever the cut was. */
async function expectKept(disk: PowerCutDisk, iterations: number, context: string): Promise<void> {
  const damage: string[] = []
  expect(await newestCheckpoint(disk, paths, message => damage.push(message)), context).toBe(iterations)
  expect(damage, context).toEqual([])
  const analytics = analyticsSchema.parse(JSON.parse((await disk.read(analyticsFile(paths))) ?? ''))
  expect(analytics.totals, context).toMatchObject({ iterations, outcome: 'verified' })
  expect(
    analytics.iterations.map(({ iteration }) => iteration),
    context,
  ).toEqual([0, ...upTo(iterations)])
  const { loops, damaged } = await archivedLoops(disk, layout)
  expect([loops.map(({ status }) => status), damaged], context).toEqual([['verified'], []])
  expect(JSON.parse((await disk.read(paths.viewState)) ?? ''), context).toMatchObject({ status: 'verified' })
}

/** The end names a receipt, and that is there and whole. */
async function expectReceipt(disk: PowerCutDisk, events: readonly LoopEvent[], context: string): Promise<void> {
  const end = events.findLast(event => event.kind === 'loop-end')
  const path = end?.kind === 'loop-end' ? end.receipt : null
  expect(path, context).toBe(paths.receipt)
  expect(openReceipt(Buffer.from((await disk.read(path ?? '')) ?? '')), context).toMatchObject({ ok: true })
}

const asText = (event: LoopEvent): string => JSON.stringify(event)
const shownIn = (shown: readonly LoopEvent[], event: LoopEvent): boolean =>
  shown.some(other => asText(other) === asText(event))
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const numbers = (events: readonly LoopEvent[], kind: 'turn-start' | 'turn-end'): number[] =>
  events.flatMap(event => (event.kind === kind ? [event.iteration] : []))
