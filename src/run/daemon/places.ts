import {
  type CapacityPorts,
  handBackPlace,
  keepPlaceAtRest,
  releasePlace,
  takeOverPlace,
} from '../../store/capacity.ts'
import { noPlaceError } from '../../store/capacity-words.ts'
import { layoutOf } from '../../store/layout.ts'
import { MAX_CONCURRENT_LOOPS } from '../../store/registry/registry-document.ts'
import { secondsSinceBoot, systemClock } from '../../system/clock.ts'
import type { Disk } from '../../system/disk.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import { treeOf } from '../../system/tree.ts'
import type { Job } from './jobs.ts'

interface PlaceParts {
  readonly disk: Disk
  readonly self: ProcessIdentity
  readonly log: (message: string) => void
}

/** A place that this process has for a loop. */
export interface TakenPlace {
  release(): Promise<void>
  /** The loop was refused: whoever asked for it has the place again, to try once more in another tree. Nobody may get it between. */
  handBack(): Promise<void>
  /** The loop goes on in the next daemon: from then on its place is not released here. */
  keepAtRest(): Promise<void>
}

/**
 * The place of a loop among those that may run at once becomes this process's. Whoever asked for the loop has counted already, and
 * one that goes on after a crash was let in before: only a place that was lost since is counted again.
 */
export async function takePlace(parts: PlaceParts, job: Job, task: string): Promise<TakenPlace> {
  const ports = portsFor(parts, job)
  const claim = { loop: job.id, task, max: job.maxLoops ?? MAX_CONCURRENT_LOOPS }
  const place = await takeOverPlace(ports, claim)
  if (!place.ok) throw noPlaceError(place.error)
  let atRest = false
  return {
    release: async () => {
      if (!atRest) await releasePlace(ports, job.id)
    },
    handBack: () => handBackPlace(ports, job.id),
    keepAtRest: async () => {
      atRest = true
      await keepPlaceAtRest(ports, job.id)
    },
  }
}

/** Nobody goes on with it by itself. */
export const dropPlace = (parts: PlaceParts, job: Job): Promise<void> => releasePlace(portsFor(parts, job), job.id)

const portsFor = ({ disk, self, log }: PlaceParts, { cwd, env, stateDirectory }: Job): CapacityPorts => ({
  disk,
  layout: layoutOf(env, treeOf(cwd), stateDirectory),
  self,
  now: systemClock.now,
  sinceBoot: secondsSinceBoot,
  warn: log,
})
