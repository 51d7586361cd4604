import type { Disk } from '../../system/disk.ts'
import { replaceFile } from '../../system/durable.ts'
import type { LoopFiles } from '../layout.ts'
import type { RegistryEntry } from './registry-document.ts'

/**
 * The current registry entry of a running loop, in its own file, without a lock and not durable: the journal has everything, and a
 * power cut also ends the process.
 */
export const writePulse = (disk: Disk, paths: LoopFiles, entry: RegistryEntry): Promise<void> =>
  replaceFile(disk, paths.pulse, JSON.stringify(entry))
