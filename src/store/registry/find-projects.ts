import { dirname, join } from 'node:path'
import { isUsageError } from '../../std/usage-error.ts'
import type { Disk } from '../../system/disk.ts'
import { archiveFile, loopFiles, type ProjectFolder, projectFolder, projectsOf } from '../layout.ts'
import { entryFrom, readRegistry } from './read-registry.ts'
import { homeOf, type RegistryEntry } from './registry-document.ts'

/** The directory of a loop, and its state view. */
interface LoopHome {
  readonly cwd: string
  readonly view: string
}

/** Whether a project has a loop, active or ended. */
export const hasLoop = async (disk: Disk, folder: ProjectFolder, id: string): Promise<boolean> =>
  (await disk.exists(loopFiles(folder, id).directory)) || (await disk.exists(archiveFile(folder, id)))

/** Every project of this user. */
export const projectFolders = async (disk: Disk, home: string): Promise<readonly ProjectFolder[]> =>
  (await disk.list(projectsOf(home))).map(name => projectFolder(join(projectsOf(home), name)))

/** The user's other projects with a loop of that id. A generated id is unique; one that a person chose may not be. */
export async function homesOf(disk: Disk, home: string, id: string): Promise<readonly LoopHome[]> {
  const folders = await projectFolders(disk, home)
  const entries = await Promise.all(
    folders.map(async folder => ((await hasLoop(disk, folder, id)) ? await entryIn(disk, folder, id) : null)),
  )
  return entries.flatMap(entry => (entry ? [{ cwd: homeOf(entry), view: viewFrom(entry) }] : []))
}

async function entryIn(disk: Disk, folder: ProjectFolder, id: string): Promise<RegistryEntry | null> {
  const registry = await readRegistry(disk, folder.registry).catch((error: unknown) => {
    // A damaged registry is repaired by the project's own commands. The loop's files may still show where it is.
    if (isUsageError(error)) return null
    throw error
  })
  const listed = [...(registry?.active_loops ?? []), ...(registry?.recent_loops ?? [])]
  return (
    listed.find(({ loop_id }) => loop_id === id) ??
    entryFrom(await disk.read(archiveFile(folder, id))) ??
    entryFrom(await disk.read(loopFiles(folder, id).pulse))
  )
}

/** The state view of the project that an entry belongs to. */
export const viewFrom = ({ state_file }: RegistryEntry): string => dirname(dirname(dirname(state_file)))
