import type { LoopState } from '../../loop/state.ts'
import { isOpen } from '../../loop/status.ts'
import { isFresh } from '../../store/heartbeat.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { type DaemonPaths, layoutOf, loopPaths } from '../../store/layout.ts'
import { reapOrphans } from '../../store/lease.ts'
import { secondsSinceBoot } from '../../system/clock.ts'
import type { Disk } from '../../system/disk.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import { treeOf } from '../../system/tree.ts'
import type { LoopRunner } from './foreman.ts'
import { dropJob, type Job, readJobs, saveJob } from './jobs.ts'
import { dropPlace } from './places.ts'

interface RecoveryParts {
  readonly disk: Disk
  readonly paths: DaemonPaths
  /** Where it stands who works on which tree. */
  readonly leases: string
  readonly self: ProcessIdentity
  readonly foreman: LoopRunner
  readonly log: (message: string) => void
}

/**
 * What the daemon before left: first nothing of a dead loop may be alive, then the loops that it was at work on go on. Only when that was
 * a short while ago: nobody wants to find an agent at work, and paid, hours after a crash.
 */
export async function recover(parts: RecoveryParts, lastAlive: number | null): Promise<void> {
  const { disk, paths, self, log } = parts
  const fresh = isFresh(lastAlive, secondsSinceBoot())
  await reapOrphans({ disk, directory: parts.leases, self }).catch((error: unknown) => log(String(error)))
  for (const job of await readJobs(disk, paths)) {
    await settle(parts, job, fresh).catch((error: unknown) => log(`${job.id}: left alone: ${String(error)}`))
  }
}

async function settle(parts: RecoveryParts, job: Job, fresh: boolean): Promise<void> {
  const { disk, paths, foreman, log } = parts
  const state = await stateOf(disk, job)
  // Nobody was told that it had begun, or it has ended: only its environment is still here.
  if (state === null || (state.outcome && !isOpen(state.outcome.kind))) return await dropJob(disk, paths, job.id)
  if (job.waits || (state.outcome && !job.resting)) return
  if (!fresh) {
    log(`${job.id}: interrupted too long ago; it waits for a person`)
    await dropPlace(parts, job)
    return await saveJob(disk, paths, { ...job, waits: true })
  }
  log(`${job.id}: goes on`)
  await foreman.resume(job, { limits: {}, heeding: true })
}

/** Throws for a tree that is gone and a journal that cannot be read: those are for a person to look at. */
function stateOf(disk: Disk, { id, cwd, env, stateDirectory }: Job): Promise<LoopState | null> {
  return peekLoop(disk, loopPaths(layoutOf(env, treeOf(cwd), stateDirectory), id))
}
