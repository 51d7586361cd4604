import { join } from 'node:path'
import { isOpen } from '../loop/status.ts'
import { makeDirectoryDurably } from '../system/durable.ts'
import { damagedOf, type Layout, loopPaths } from './layout.ts'
import type { StorePorts } from './project.ts'
import { archiveLoop } from './registry/archive.ts'
import { entryFrom, readRegistry } from './registry/read-registry.ts'
import type { RegistryEntry } from './registry/registry-document.ts'
import { putEntry } from './registry/write-registry.ts'

/**
 * Moves the folder of a loop to a free name outside the loops; resolves to that name, or to null when there is no folder. An open
 * loop is listed as aborted from then on.
 */
export async function setLoopAside(layout: Layout, ports: StorePorts, id: string): Promise<string | null> {
  const { disk } = ports
  const entry = await openEntry(layout, ports, id)
  const aside = await moved(layout, ports, id)
  if (entry === null) return aside
  const where = aside === null ? 'its records no longer exist' : `its records were damaged; they are in ${aside}`
  const ended: RegistryEntry = { ...entry, status: 'aborted', ended: where }
  await archiveLoop(disk, layout, ended)
  await putEntry({ ...ports, layout }, ended, false)
  return aside
}

async function moved(layout: Layout, { disk, viewDisk }: StorePorts, id: string): Promise<string | null> {
  const { directory, viewLinks } = loopPaths(layout, id)
  if (!(await disk.exists(directory))) return null
  const folder = damagedOf(layout)
  await makeDirectoryDurably(disk, folder)
  let aside = join(folder, id)
  for (let number = 2; await disk.exists(aside); number++) aside = join(folder, `${id}-${number}`)
  await disk.rename(directory, aside)
  await disk.sync(folder)
  // A link that leads nowhere breaks tools that walk the project.
  const dangling = viewLinks.filter(([, target]) => target.startsWith(`${directory}/`))
  for (const [link] of dangling) await viewDisk.remove(link).catch(() => {})
  return aside
}

async function openEntry(layout: Layout, { disk }: StorePorts, id: string): Promise<RegistryEntry | null> {
  const registry = await readRegistry(disk, layout.registry).catch(() => null)
  const listed = registry?.active_loops.find(({ loop_id }) => loop_id === id)
  const entry = listed ?? entryFrom(await disk.read(loopPaths(layout, id).pulse))
  return entry?.loop_id === id && isOpen(entry.status) ? entry : null
}
