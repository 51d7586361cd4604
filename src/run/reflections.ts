import type { LoopEvent } from '../loop/events.ts'
import type { LoopState } from '../loop/state.ts'
import { UNASKED_KEY } from '../loop/stuck.ts'
import type { Layout } from '../store/layout.ts'
import { sightOf } from '../store/reflections/failure-view.ts'
import { type Look, learnFrom, stepsIn } from '../store/reflections/learn-from.ts'
import { recall } from '../store/reflections/recall.ts'
import { changeMemory, readMemory } from '../store/reflections/reflections-file.ts'
import { viewDisk } from '../store/view/view-disk.ts'
import { systemClock } from '../system/clock.ts'
import type { Disk } from '../system/disk.ts'
import type { ProcessIdentity } from '../system/process-table.ts'

interface RecollectionPorts {
  readonly layout: Layout
  readonly disk: Disk
  readonly self: ProcessIdentity
  readonly warn: (message: string) => void
  /** The files that differ between two iterations; empty when unknown. */
  readonly changed: (from: number, to: number) => Promise<readonly string[]>
}

export interface Recollection {
  /** What earlier loops learned about what is missing now. */
  recall(state: LoopState): Promise<readonly string[]>
  /** Saves what this loop learned, once it has ended. */
  keep(end: LoopState, history: () => Promise<readonly LoopEvent[]>): Promise<void>
}

/** Only these outcomes show whether a recalled reflection helped: the agent had its turns, and the check ran. */
const TELLING: readonly string[] = ['verified', 'limit_reached', 'stuck']

export async function openRecollection(ports: RecollectionPorts): Promise<Recollection> {
  const { layout, disk, warn } = ports
  const view = { disk: viewDisk(layout), folder: layout.viewReflections }
  const place = { disk, folder: layout.reflections, view, warn }
  const memory = await readMemory(place)
  return {
    async recall({ checks, failing, missing }) {
      const key = checks.at(-1)?.missingKey
      if (key === undefined || missing === null) return []
      const sight = sightOf({ key, tests: failing?.ids ?? [], missing })
      return recall(memory, sight, systemClock.now()).map(({ says }) => says)
    },
    async keep({ spec, outcome, lastActive }, read) {
      if (outcome === null || !TELLING.includes(outcome.kind)) return
      const history = await read()
      const looks = looksIn(history)
      if (looks.length < 2) return
      const steps = await Promise.all(
        stepsIn(looks).map(async step => ({
          ...step,
          paths: await ports.changed(step.iteration - 1, step.iteration),
        })),
      )
      const verified = outcome.kind === 'verified'
      const story = { loop: spec.id, endedAt: lastActive, verified, looks, steps }
      await changeMemory(place, ports.self, kept => learnFrom(kept, story))
    },
  }
}

/** What the checks saw, in order, without those that did not run or gave no result. */
function looksIn(history: readonly LoopEvent[]): readonly Look[] {
  return history.flatMap((event): Look[] => {
    if (event.kind !== 'check-end' && event.kind !== 'baseline-end') return []
    const iteration = event.kind === 'check-end' ? event.iteration : 0
    const { verdict, missing, missing_key: key, evidence } = event
    if (verdict === 'verified') return [{ iteration, sight: null }]
    if (verdict === 'gate_error' || missing === null || key === UNASKED_KEY) return []
    return [{ iteration, sight: sightOf({ key, tests: evidence.flatMap(({ failing }) => failing), missing }) }]
  })
}
