import { type FSWatcher, watch } from 'node:fs'
import { dropOrders, leaveOrder, readOrders } from '../run/steer/orders.ts'
import { planPaths } from '../store/layout.ts'
import { makeDirectoryDurably } from '../system/durable.ts'
import type { PlanPlace } from './plan-store.ts'
import type { PlanSession } from './session.ts'

export interface PauseOrders {
  close(): Promise<void>
}

/** Only needed where the system does not report new files. */
const SLOW_LOOK_MS = 2_000

/** Calls back when a person wants the plan to pause. Orders to an earlier process are void. */
export async function watchOrders({ parts, plan }: PlanSession, pause: () => void): Promise<PauseOrders> {
  const { disk } = parts
  const { control } = plan.paths
  const drop = async (): Promise<void> =>
    dropOrders(
      disk,
      control,
      (await readOrders(disk, control)).map(({ id }) => id),
    )
  await makeDirectoryDurably(disk, control)
  await drop()
  const look = async (): Promise<void> => {
    if ((await readOrders(disk, control)).some(({ kind }) => kind === 'pause')) pause()
  }
  const watching = watched(control, () => void look().catch(() => {}))
  const timer = setInterval(() => void look().catch(() => {}), SLOW_LOOK_MS)
  timer.unref()
  return {
    close: async () => {
      watching?.close()
      clearInterval(timer)
      await drop()
    },
  }
}

function watched(folder: string, look: () => void): FSWatcher | null {
  try {
    return watch(folder, look).on('error', () => {})
  } catch {
    return null
  }
}

export const orderPause = ({ disk, layout }: PlanPlace, id: string): Promise<string> =>
  leaveOrder(disk, planPaths(layout, id).control, { kind: 'pause' })
