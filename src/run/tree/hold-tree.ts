import { setTimeout as sleep } from 'node:timers/promises'
import { isUsageError, type UsageError } from '../../std/usage-error.ts'
import type { Layout } from '../../store/layout.ts'
import { type Lease, takeLease } from '../../store/lease.ts'
import type { Disk } from '../../system/disk.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import { runProblem } from '../problems.ts'

const TIDYING_MS = 50
/** Ten seconds. */
export const UNTIL_TIDY = 200

export interface Holding {
  readonly disk: Disk
  readonly layout: Layout
  readonly self: ProcessIdentity
}

/** Holds a tree while something is done to it; what a dead holder left running is ended first. */
export async function alone<T>(
  { disk, layout, self }: Holding,
  holder: Pick<Lease, 'tree' | 'loop' | 'nonce'>,
  work: () => Promise<T>,
  patience = 0,
): Promise<T> {
  const take = () => takeLease({ disk, directory: layout.leases, self }, { ...holder, owner: self })
  let lease = await take()
  // A loop that has ended, as its journal says, may still be tidying up.
  for (let tries = 0; !lease.ok && lease.error.loop === holder.loop && tries < patience; tries++) {
    await sleep(TIDYING_MS)
    lease = await take()
  }
  if (!lease.ok) throw busy(lease.error)
  try {
    return await work()
  } finally {
    await lease.value.release().catch(unlessStorage)
  }
}

/** On a disk that takes nothing a lease stays, and counts for nothing once this process is gone; how the work ended must not be hidden. */
function unlessStorage(error: unknown): void {
  if (!isUsageError(error) || error.code !== 'storage') throw error
}

/** Who has the tree, for whoever wanted it. */
export function busy({ tree, loop, owner }: Lease): UsageError {
  return runProblem('tree-busy', { loop, pid: owner.pid, tree })
}
