import { join } from 'node:path'
import type { CheckMemory } from '../../check/completion/ports.ts'
import { shortDigest } from '../../system/digest.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'

/** What checks remember across processes, in a private folder, so that a list that shrank is noticed after a crash too. */
export const checkMemory = (disk: Disk, folder: string): CheckMemory => {
  // Names contain paths of the project, so they cannot be file names.
  const pathOf = (name: string): string => join(folder, `${shortDigest(name)}.txt`)
  return {
    recall: name => disk.read(pathOf(name)),
    async keep(name, text) {
      await makeDirectoryDurably(disk, folder)
      await writeDurably(disk, pathOf(name), text)
    },
  }
}
