import { type FSWatcher, watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PendingRequests } from '../../loop/pending-requests.ts'
import type { LoopState } from '../../loop/state.ts'
import { systemClock } from '../../system/clock.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably } from '../../system/durable.ts'
import { dropOrders, forProcess, LONGEST_HINT, readOrders } from './orders.ts'

/** How a running loop receives orders from other processes. */
export interface LoopControl {
  /** Aborted by the process that started the loop, or by an order. */
  readonly signal: AbortSignal
  heard(state: LoopState): Promise<PendingRequests>
  /** Waits for that moment, or for the abort, or for an order to pause. */
  waitUntil(moment: string): Promise<void>
  /** Removes the orders to this process. Hints that came too late stay until the loop is resumed. */
  close(): Promise<void>
}

// Only needed where the system does not report new files: network disks, too many watchers.
const SLOW_LOOK_MS = 2_000
const LONGEST_SLEEP_MS = 2 ** 31 - 1

/** Reads orders when a file appears in the folder. Does not keep the process alive. */
export async function openControl(disk: Disk, folder: string, outer: AbortSignal): Promise<LoopControl> {
  await makeDirectoryDurably(disk, folder)
  const [aborting, pausing] = [new AbortController(), new AbortController()]
  const signal = AbortSignal.any([outer, aborting.signal])
  const look = async (): Promise<void> => {
    const kinds = (await readOrders(disk, folder).catch(() => [])).map(({ kind }) => kind)
    if (kinds.includes('abort')) aborting.abort()
    if (kinds.includes('pause')) pausing.abort()
  }
  const watcher = watchFolder(folder, () => void look())
  const timer = setInterval(() => void look(), SLOW_LOOK_MS)
  timer.unref()
  // Orders that already exist were left for a process that died before it read them.
  await look()
  return {
    signal,
    async heard(state) {
      const orders = await readOrders(disk, folder)
      const known = new Set(state.heard)
      await dropOrders(
        disk,
        folder,
        orders.flatMap(({ id }) => (known.has(id) ? [id] : [])),
      )
      return {
        hints: orders.flatMap(order =>
          order.kind === 'tell' && !known.has(order.id)
            ? [{ id: order.id, text: order.text.slice(0, LONGEST_HINT) }]
            : [],
        ),
        pause: orders.flatMap(order => (order.kind === 'pause' ? [order.because ?? 'requested'] : []))[0] ?? null,
      }
    },
    async waitUntil(moment) {
      const ms = Math.min(Math.max(0, Date.parse(moment) - systemClock.now()), LONGEST_SLEEP_MS)
      await sleep(ms, null, { signal: AbortSignal.any([signal, pausing.signal]) }).catch(() => {})
    },
    async close() {
      watcher?.close()
      clearInterval(timer)
      await dropOrders(disk, folder, forProcess(await readOrders(disk, folder)))
    },
  }
}

function watchFolder(folder: string, look: () => void): FSWatcher | null {
  try {
    return watch(folder, { persistent: false }, look).on('error', () => {})
  } catch {
    return null
  }
}
