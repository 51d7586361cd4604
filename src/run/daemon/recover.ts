import type { LoopState } from '../../loop/state.ts'
import { isOpen } from '../../loop/status.ts'
import { isFresh } from '../../store/heartbeat.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { layoutOf, loopPaths } from '../../store/layout.ts'
import { reapOrphans } from '../../store/lease.ts'
import { secondsSinceBoot } from '../../system/clock.ts'
import type { Disk } from '../../system/disk.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import { treeOf } from '../../system/tree.ts'
import { dropJob, type Job, type JobStore, openJob, readJobs, saveJob } from './jobs.ts'
import type { LoopRunner } from './loop-runner.ts'
import { dropSlot } from './slots.ts'

interface RecoveryParts extends JobStore {
  /** The folder of leases: which process works on which tree. */
  readonly leases: string
  readonly self: ProcessIdentity
  readonly runner: LoopRunner
  readonly log: (message: string) => void
}

/**
 * Kills the processes that dead loops left running, then resumes the loops of the daemon before. Only if that one was alive a short
 * while ago: nobody wants to find an agent running, and paid, hours after a crash.
 */
export async function recover(parts: RecoveryParts, lastAlive: number | null): Promise<void> {
  const { disk, paths, self, log } = parts
  const fresh = isFresh(lastAlive, secondsSinceBoot())
  await reapOrphans({ disk, directory: parts.leases, self }).catch((error: unknown) => log(String(error)))
  for (const job of await readJobs(disk, paths)) {
    await recoverJob(parts, job, fresh).catch((error: unknown) => log(`${job.id}: not resumed: ${String(error)}`))
  }
}

async function recoverJob(parts: RecoveryParts, stored: Job, fresh: boolean): Promise<void> {
  const { disk, paths, key, runner, log } = parts
  const job = openJob(stored, key)
  const state = await stateOf(disk, stored)
  // It never started, or it has ended: only its environment is still stored.
  if (state === null || (state.outcome && !isOpen(state.outcome.kind))) return await dropJob(disk, paths, stored.id)
  if (stored.waits || (state.outcome && !stored.resting)) return
  if (!fresh || job === null) {
    log(
      `${stored.id}: ${job === null ? lostSecrets(stored) : 'interrupted too long ago'}; it stays interrupted until a person resumes it`,
    )
    await dropSlot(parts, stored)
    return await saveJob(parts, { ...stored, waits: true })
  }
  log(`${job.id}: resumed`)
  await runner.resume(job, { limits: {}, heeding: true })
}

/** An agent without its key would only fail. */
const lostSecrets = ({ sealed }: Job): string =>
  `${sealed?.names.join(', ')} can no longer be read: the daemon and its supervisor ended at the same time`

/** Throws for a tree that is gone and a journal that cannot be read: a person has to look at those. */
function stateOf(disk: Disk, { id, cwd, env, stateDirectory }: Job): Promise<LoopState | null> {
  return peekLoop(disk, loopPaths(layoutOf(env, treeOf(cwd), stateDirectory), id))
}
