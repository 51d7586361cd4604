import type { Disk } from '../system/disk.ts'
import { replaceFile } from '../system/durable.ts'
import { isSameBoot } from '../system/process-table.ts'

/** When a daemon was last alive, in seconds since this boot; null when that was in another boot, or never. */
export async function lastBeat(disk: Disk, path: string, boot: string): Promise<number | null> {
  const [before = '', at] = ((await disk.read(path).catch(() => null)) ?? '').split(' ')
  return isSameBoot(before, boot) && Number.isFinite(Number(at)) ? Number(at) : null
}

export const writeBeat = (disk: Disk, path: string, boot: string, sinceBoot: number): Promise<void> =>
  replaceFile(disk, path, `${boot} ${sinceBoot}`)

const FRESH_SECONDS = 600

/** Whether loops of a dead daemon resume by themselves. Not hours after a crash, when nobody expects an agent to run and cost money. */
export const isFresh = (lastAlive: number | null, sinceBoot: number): boolean =>
  lastAlive !== null && sinceBoot - lastAlive <= FRESH_SECONDS
