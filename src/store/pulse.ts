import type { Disk } from '../host/disk.ts'
import { replaceFile } from '../host/durable.ts'
import { entryFrom } from './archive.ts'
import { type Layout, type LoopPaths, loopPaths } from './layout.ts'
import type { RegistryEntry } from './registry-document.ts'

/**
 * Where a running loop stands, for those who look. A file of its own, without a lock and without waiting for the disk: the
 * journal has it all, and a pulse that a power cut took is that of a process that is gone.
 */
export const writePulse = (disk: Disk, paths: LoopPaths, entry: RegistryEntry): Promise<void> =>
  replaceFile(disk, paths.pulse, JSON.stringify(entry))

/** The registry's line as its loop tells it now; the line itself when nothing newer of the same process is there. */
export async function freshEntry(disk: Disk, layout: Layout, entry: RegistryEntry): Promise<RegistryEntry> {
  const pulse = entryFrom(await disk.read(loopPaths(layout, entry.loop_id).pulse))
  const same = pulse?.pid === entry.pid && pulse.owner.started === entry.owner.started
  return pulse && same && pulse.loop_id === entry.loop_id ? pulse : entry
}
