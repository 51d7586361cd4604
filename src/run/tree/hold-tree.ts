import { setTimeout as sleep } from 'node:timers/promises'
import { isUsageError, type UsageError } from '../../std/usage-error.ts'
import { heldOutIn, type Layout } from '../../store/layout.ts'
import { type Lease, takeLease } from '../../store/lease.ts'
import type { Disk } from '../../system/disk.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import { runProblem } from '../problems.ts'

const CLEANUP_POLL_MS = 50
/** Ten seconds. */
export const CLEANUP_POLLS = 200

export interface Holding {
  readonly disk: Disk
  readonly layout: Layout
  readonly self: ProcessIdentity
}

/** Does something to a tree under its lease. Processes that a dead holder left running are ended first. */
export async function withLease<T>(
  { disk, layout, self }: Holding,
  holder: Pick<Lease, 'tree' | 'loop' | 'nonce'>,
  work: () => Promise<T>,
  patience = 0,
): Promise<T> {
  const take = () => takeLease({ disk, directory: layout.leases, self }, { ...holder, owner: self })
  let lease = await take()
  // A loop that has ended, according to its journal, may still be cleaning up.
  for (let tries = 0; !lease.ok && lease.error.loop === holder.loop && tries < patience; tries++) {
    await sleep(CLEANUP_POLL_MS)
    lease = await take()
  }
  if (!lease.ok) throw treeBusy(lease.error)
  try {
    // A loop that was killed during a turn left its held-out tests out of the tree.
    if (await disk.exists(heldOutIn(layout.home))) {
      const { restoreHeldFiles } = await import('../hold-out/held-files.ts')
      await restoreHeldFiles({ disk, home: layout.home, tree: holder.tree, env: process.env })
    }
    return await work()
  } finally {
    await lease.value.release().catch(unlessStorage)
  }
}

/** On a full disk the lease stays, and is void once this process is gone. That must not hide how the work ended. */
function unlessStorage(error: unknown): void {
  if (!isUsageError(error) || error.code !== 'storage') throw error
}

/** Why the tree cannot be taken: another loop works in it. */
export function treeBusy({ tree, loop, owner }: Lease): UsageError {
  return runProblem('tree-busy', { loop, pid: owner.pid, tree })
}
