import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { isUsageError } from '../std/usage-error.ts'
import type { Disk } from '../system/disk.ts'

/** Disk space that is reserved for the end of a loop, and a test whether a turn can be saved. */
export interface DiskReserve {
  /** Null when a turn can be saved; otherwise the reason, and the reserve is freed for what must still be written. */
  trouble(): Promise<string | null>
  free(): Promise<void>
}

/** More than an end takes: its line in the journal, the registry, the view. */
const RESERVED = new Uint8Array(256 * 1024)

/** A turn costs money, so whether it can be saved is tested before it begins. */
export async function openDiskReserve(disk: Disk, folder: string): Promise<DiskReserve> {
  const [kept, probe] = [join(folder, 'reserve'), join(folder, 'probe')]
  const free = (): Promise<void> => disk.remove(kept).catch(() => {})
  await disk.write(kept, RESERVED).catch(free)
  return {
    free,
    async trouble() {
      try {
        await disk.write(probe, RESERVED)
        openMany()
        return null
      } catch (error) {
        await free()
        return `its state cannot be saved: ${isUsageError(error) ? error.message : String(error)}`
      } finally {
        await disk.remove(probe).catch(() => {})
      }
    },
  }
}

/** More files than a turn, its check, and the end of the loop have open at once. */
const DESCRIPTORS = 48

/** Descriptors belong to the process, not to the disk, so any file works. Synchronous, because a turn waits for it. */
function openMany(): void {
  const opened: number[] = []
  try {
    while (opened.length < DESCRIPTORS) opened.push(openSync('/dev/null', 'r'))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
