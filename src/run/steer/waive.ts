import { setTimeout as sleep } from 'node:timers/promises'
import { apply } from '../../loop/apply.ts'
import type { EventOf } from '../../loop/events.ts'
import { isoTime } from '../../loop/iso-time.ts'
import type { LoopSpec } from '../../loop/state.ts'
import type { Waiver } from '../../proof/waiver.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { type Layout, loopPaths } from '../../store/layout.ts'
import { type Lease, takeLease } from '../../store/lease.ts'
import type { Store } from '../../store/store.ts'
import { systemClock } from '../../system/clock.ts'
import type { Disk } from '../../system/disk.ts'
import { isAlive, type ProcessIdentity } from '../../system/process-table.ts'
import { newNonce } from '../../system/shell.ts'
import { handOver } from './waiver-inbox.ts'

export const waiverEvent = (spec: LoopSpec, waiver: Waiver): EventOf<'waiver'> => ({
  kind: 'waiver',
  loop: spec.id,
  at: isoTime(systemClock),
  waiver,
})

interface WaivePlace {
  readonly tree: string
  readonly layout: Layout
  readonly disk: Disk
  readonly store: Store
  readonly self: ProcessIdentity
}

/**
 * Saves a waiver. A running loop holds its journal, so the waiver is handed over to it, and this waits until the loop has taken it;
 * otherwise it is written to the journal under the lease. Fails with the lease of another loop that works in the tree.
 */
export async function waive(
  place: WaivePlace,
  id: string,
  waiver: Waiver,
  signal: AbortSignal,
): Promise<Result<'saved' | 'taken' | 'not_taken', Lease>> {
  const { tree, layout, disk, store, self } = place
  const lease = await takeLease(
    { disk, directory: layout.leases, self },
    { tree, loop: id, nonce: newNonce(), owner: self },
  )
  if (!lease.ok)
    return lease.error.loop === id
      ? ok(await handed(place, id, waiver, { lease: lease.error, signal }))
      : fail(lease.error)
  try {
    const loop = await store.open(id)
    if (loop === null) return ok('not_taken')
    const event = waiverEvent(loop.state.spec, waiver)
    await loop.save([event], apply(loop.state, event)).finally(loop.close)
    return ok('saved')
  } finally {
    await lease.value.release()
  }
}

const LOOK_MS = 200

async function handed(
  { disk, layout, self }: WaivePlace,
  id: string,
  waiver: Waiver,
  { lease, signal }: { readonly lease: Lease; readonly signal: AbortSignal },
): Promise<'taken' | 'not_taken'> {
  const paths = loopPaths(layout, id)
  const path = await handOver(disk, paths.waivers, { waiver, owner: self })
  try {
    while (!signal.aborted && isAlive(lease.owner) && (await disk.exists(path)))
      await sleep(LOOK_MS, null, { signal }).catch(() => {})
  } finally {
    await disk.remove(path)
  }
  // The loop removes the file first and then writes the journal. The journal decides.
  for (let look = 0; look < LOOKS; look++) {
    const state = await peekLoop(disk, paths)
    if (state?.waivers.some(each => JSON.stringify(each) === JSON.stringify(waiver))) return 'taken'
    if (signal.aborted) break
    await sleep(LOOK_MS, null, { signal }).catch(() => {})
  }
  return 'not_taken'
}

const LOOKS = 25
