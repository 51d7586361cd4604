import { join } from 'node:path'
import type { Disk } from '../../system/disk.ts'
import { writeDurably } from '../../system/durable.ts'
import { formatJson } from '../format-json.ts'
import { archiveFile, type ProjectFolder } from '../layout.ts'
import { entryFrom } from './read-registry.ts'
import type { RegistryEntry } from './registry-document.ts'

/** Saves the entry of an ended loop in its own file. Idempotent. */
export async function archiveLoop(disk: Disk, folder: ProjectFolder, entry: RegistryEntry): Promise<void> {
  await writeDurably(disk, archiveFile(folder, entry.loop_id), formatJson(entry))
}

/** A loop that is resumed has not ended. */
export const unarchiveLoop = (disk: Disk, folder: ProjectFolder, id: string): Promise<void> =>
  disk.remove(archiveFile(folder, id))

/** Every ended loop of the project, newest first, and the files that cannot be read. */
export async function archivedLoops(
  disk: Disk,
  { archive }: ProjectFolder,
): Promise<{ readonly loops: readonly RegistryEntry[]; readonly damaged: readonly string[] }> {
  const paths = (await disk.list(archive)).filter(name => name.endsWith('.json')).map(name => join(archive, name))
  const read = await Promise.all(paths.map(async path => ({ path, entry: entryFrom(await disk.read(path)) })))
  return {
    loops: read
      .flatMap(({ entry }) => entry ?? [])
      .sort((a, b) => (a.last_active < b.last_active ? 1 : a.last_active > b.last_active ? -1 : 0)),
    damaged: read.filter(({ entry }) => entry === null).map(({ path }) => path),
  }
}
