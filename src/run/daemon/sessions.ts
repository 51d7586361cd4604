import { listAdoptions } from '../../store/adoptions.ts'
import type { Disk } from '../../system/disk.ts'
import { isAlive } from '../../system/process-table.ts'

const LOOK_MS = 20_000

export interface Sessions {
  /** Whether some assistant that lives takes the turns of a loop, as of the latest look. */
  readonly any: () => boolean
  readonly stop: () => void
}

/** Looks now and then whether sessions of assistants need somebody who closes their turns; resolves after the first look. */
export async function watchSessions(disk: Disk, folder: string, onGone: () => void): Promise<Sessions> {
  let any = false
  const look = async (): Promise<void> => {
    // What cannot be read needs nobody here: a hook closes its turn without us.
    const all = await listAdoptions(disk, folder).catch(() => [])
    const before = any
    any = all.some(({ host }) => isAlive(host))
    if (before && !any) onGone()
  }
  await look()
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return { any: () => any, stop: () => clearInterval(timer) }
}
