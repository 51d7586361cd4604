import { systemClock } from '../host/clock.ts'
import type { Disk } from '../host/disk.ts'
import { isAlive, type ProcessIdentity } from '../host/process-table.ts'
import { treeOf } from '../host/tree.ts'
import { type CapacityPorts, claimPlace, ownerOfPlace, releasePlace } from '../store/capacity.ts'
import { noPlaceError } from '../store/capacity-words.ts'
import { layoutOf } from '../store/layout.ts'
import type { Job } from './jobs.ts'

export interface PlaceParts {
  readonly disk: Disk
  readonly self: ProcessIdentity
  readonly log: (message: string) => void
}

/** A place that this process has for a loop. */
export interface TakenPlace {
  release(): Promise<void>
  /** The loop was refused: whoever asked for it has the place again, to try once more in another tree. Nobody may get it between. */
  handBack(): Promise<void>
}

/**
 * The place of a loop among those that may run at once becomes this process's. Whoever asked for the loop has counted already, and
 * one that goes on after a crash was let in before: it is not counted again.
 */
export async function takePlace(parts: PlaceParts, job: Job, task: string): Promise<TakenPlace> {
  const ports = portsFor(parts, job)
  const claim = { loop: job.id, task, max: Number.POSITIVE_INFINITY }
  const asker = await ownerOfPlace(ports, job.id)
  const place = await claimPlace(ports, claim)
  if (!place.ok) throw noPlaceError(place.error)
  const release = (): Promise<void> => releasePlace(ports, job.id)
  return {
    release,
    async handBack() {
      if (asker && isAlive(asker)) await claimPlace(ports, { ...claim, owner: asker })
      else await release()
    },
  }
}

const portsFor = ({ disk, self, log }: PlaceParts, { cwd, env, stateDirectory }: Job): CapacityPorts => ({
  disk,
  layout: layoutOf(env, treeOf(cwd), stateDirectory),
  self,
  now: systemClock.now,
  warn: log,
})
