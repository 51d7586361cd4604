import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { isUsageError } from '../std/usage-error.ts'
import type { Disk } from '../system/disk.ts'

/** Room that is kept free for the last words of a loop, and the question whether there is room for a turn. */
export interface Reserve {
  /** Null when there is; else why not, and the reserve is free for what must still be written. */
  trouble(): Promise<string | null>
  free(): Promise<void>
}

/** More than an end takes: its line in the journal, the registry, the view. */
const RESERVED = new Uint8Array(256 * 1024)

/** An agent is paid for before anybody knows whether its turn can be written down, so that is asked before it begins. */
export async function openReserve(disk: Disk, folder: string): Promise<Reserve> {
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

/** What a turn, its check and its last words have open at once, and some more. */
const DESCRIPTORS = 48

/** Descriptors are the process's and not the disk's, so any file will do; at once, for a turn waits for this. */
function openMany(): void {
  const opened: number[] = []
  try {
    while (opened.length < DESCRIPTORS) opened.push(openSync('/dev/null', 'r'))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
