import type { Disk } from '../system/disk.ts'
import { replaceFile } from '../system/durable.ts'

/** When a daemon was last alive, in seconds since this boot, which no person sets; null when that was another boot, or never. */
export async function lastBeat(disk: Disk, path: string, boot: string): Promise<number | null> {
  const [before, at] = ((await disk.read(path).catch(() => null)) ?? '').split(' ')
  return before === boot && Number.isFinite(Number(at)) ? Number(at) : null
}

export const writeBeat = (disk: Disk, path: string, boot: string, sinceBoot: number): Promise<void> =>
  replaceFile(disk, path, `${boot} ${sinceBoot}`)

const FRESH_SECONDS = 600

/** Whether what a daemon left goes on by itself: nobody wants to find an agent at work, and paid, hours after a crash. */
export const isFresh = (lastAlive: number | null, sinceBoot: number): boolean =>
  lastAlive !== null && sinceBoot - lastAlive <= FRESH_SECONDS
