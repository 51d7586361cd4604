import type { Disk } from '../../system/disk.ts'
import { replaceFile } from '../../system/durable.ts'
import type { LoopFiles } from '../layout.ts'
import type { RegistryEntry } from './registry-document.ts'

/**
 * Where a running loop stands, for those who look. A file of its own, without a lock and without waiting for the disk: the
 * journal has it all, and a pulse that a power cut took is that of a process that is gone.
 */
export const writePulse = (disk: Disk, paths: LoopFiles, entry: RegistryEntry): Promise<void> =>
  replaceFile(disk, paths.pulse, JSON.stringify(entry))
