import { systemClock } from '../host/clock.ts'
import type { Disk } from '../host/disk.ts'
import type { ProcessIdentity } from '../host/process-table.ts'
import { treeOf } from '../host/tree.ts'
import { type CapacityPorts, claimPlace, releasePlace } from '../store/capacity.ts'
import { noPlaceError } from '../store/capacity-words.ts'
import { layoutOf } from '../store/layout.ts'
import type { Job } from './jobs.ts'

export interface PlaceParts {
  readonly disk: Disk
  readonly self: ProcessIdentity
  readonly log: (message: string) => void
}

/**
 * The place of a loop among those that may run at once becomes this process's. Whoever asked for the loop has counted already, and
 * one that goes on after a crash was let in before: it is not counted again.
 */
export async function takePlace(parts: PlaceParts, job: Job, task: string): Promise<void> {
  const place = await claimPlace(portsFor(parts, job), { loop: job.id, task, max: Number.POSITIVE_INFINITY })
  if (!place.ok) throw noPlaceError(place.error)
}

export const givePlace = (parts: PlaceParts, job: Job): Promise<void> => releasePlace(portsFor(parts, job), job.id)

const portsFor = ({ disk, self, log }: PlaceParts, { cwd, env, stateDirectory }: Job): CapacityPorts => ({
  disk,
  layout: layoutOf(env, treeOf(cwd), stateDirectory),
  self,
  now: systemClock.now,
  warn: log,
})
