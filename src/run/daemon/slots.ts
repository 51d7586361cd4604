import { layoutOf } from '../../store/layout.ts'
import { noSlotError } from '../../store/no-slot-error.ts'
import { MAX_CONCURRENT_LOOPS } from '../../store/registry/max-concurrent-loops.ts'
import { handBackSlot, keepSlotPaused, releaseSlot, type SlotPorts, takeOverSlot } from '../../store/slots.ts'
import { secondsSinceBoot, systemClock } from '../../system/clock.ts'
import type { Disk } from '../../system/disk.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import { treeOf } from '../../system/tree.ts'
import type { Job } from './jobs.ts'

interface SlotParts {
  readonly disk: Disk
  readonly self: ProcessIdentity
  readonly log: (message: string) => void
}

/** A slot that this process holds for a running loop. */
export interface HeldSlot {
  release(): Promise<void>
  /** The loop was refused: its caller gets the slot back, to try again in another tree. Nobody can take it in between. */
  handBack(): Promise<void>
  /** The loop continues in the next daemon: from then on `release` keeps the slot. */
  keepForNextDaemon(): Promise<void>
}

/**
 * Makes this process the owner of a loop's slot. The caller has taken one already, and a loop that resumes after a crash had one before:
 * only a slot that was lost since is counted again.
 */
export async function takeSlot(parts: SlotParts, job: Job, task: string): Promise<HeldSlot> {
  const ports = portsFor(parts, job)
  const taken = await takeOverSlot(ports, { loop: job.id, task, max: job.maxLoops ?? MAX_CONCURRENT_LOOPS })
  if (!taken.ok) throw noSlotError(taken.error)
  let isKept = false
  return {
    release: async () => {
      if (!isKept) await releaseSlot(ports, job.id)
    },
    handBack: () => handBackSlot(ports, job.id),
    keepForNextDaemon: async () => {
      isKept = true
      await keepSlotPaused(ports, job.id)
    },
  }
}

/** Frees the slot of a loop that does not resume by itself. */
export const dropSlot = (parts: SlotParts, job: Job): Promise<void> => releaseSlot(portsFor(parts, job), job.id)

const portsFor = ({ disk, self, log }: SlotParts, { cwd, env, stateDirectory }: Job): SlotPorts => ({
  disk,
  layout: layoutOf(env, treeOf(cwd), stateDirectory),
  self,
  now: systemClock.now,
  sinceBoot: secondsSinceBoot,
  warn: log,
})
