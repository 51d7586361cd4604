import { dirname, join } from 'node:path'
import { isUsageError } from '../../std/usage-error.ts'
import type { Disk } from '../../system/disk.ts'
import { archiveFile, loopFiles, type ProjectFolder, projectFolder, projectsOf } from '../layout.ts'
import { entryFrom, readRegistry } from './read-registry.ts'
import { homeOf, type RegistryEntry } from './registry-document.ts'

/** Where a person would stand, and where the view is, to do something with a loop. */
interface LoopHome {
  readonly cwd: string
  readonly view: string
}

/** Whether a project has a loop, be it active or long over. */
export const hasLoop = async (disk: Disk, folder: ProjectFolder, id: string): Promise<boolean> =>
  (await disk.exists(loopFiles(folder, id).journal)) || (await disk.exists(archiveFile(folder, id)))

/** The other projects of this user that have a loop of that name. A name that was made has one; one that was given may have more. */
export async function homesOf(disk: Disk, home: string, id: string): Promise<readonly LoopHome[]> {
  const folders = (await disk.list(projectsOf(home))).map(name => projectFolder(join(projectsOf(home), name)))
  const entries = await Promise.all(
    folders.map(async folder => ((await hasLoop(disk, folder, id)) ? await entryIn(disk, folder, id) : null)),
  )
  return entries.flatMap(entry => (entry ? [{ cwd: homeOf(entry), view: viewFrom(entry) }] : []))
}

async function entryIn(disk: Disk, folder: ProjectFolder, id: string): Promise<RegistryEntry | null> {
  const registry = await readRegistry(disk, folder.registry).catch((error: unknown) => {
    // Whether a damaged registry is mended is for the project's own commands; the loop may still tell where it is.
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

const viewFrom = ({ state_file }: RegistryEntry): string => dirname(dirname(dirname(state_file)))
