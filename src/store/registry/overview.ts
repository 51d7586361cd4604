import { join } from 'node:path'
import { isOpen } from '../../loop/status.ts'
import { isUsageError } from '../../std/usage-error.ts'
import type { Disk } from '../../system/disk.ts'
import { isAlive } from '../../system/process-table.ts'
import { loopFiles, type ProjectFolder, projectFolder, projectsOf } from '../layout.ts'
import { freshEntry, readRegistry } from './read-registry.ts'
import type { RegistryEntry } from './registry-document.ts'

export interface Overview {
  readonly active: readonly RegistryEntry[]
  /** The loops that ended last, newest first. */
  readonly recent: readonly RegistryEntry[]
}

/** The loops of a project as others see them. Read-only, and fast, because `status` uses it. */
export async function readOverview(disk: Disk, folder: ProjectFolder): Promise<Overview> {
  const registry = await readRegistry(disk, folder.registry)
  const seen = await Promise.all((registry?.active_loops ?? []).map(entry => asSeen(disk, folder, entry)))
  const isActive = ({ status }: RegistryEntry): boolean => isOpen(status)
  return {
    active: seen.filter(isActive),
    recent: [...seen.filter(entry => !isActive(entry)), ...(registry?.recent_loops ?? [])],
  }
}

/** The active loops of the user's other projects, and the registries that cannot be read. */
export async function activeElsewhere(
  disk: Disk,
  home: string,
  here: ProjectFolder,
): Promise<{ readonly active: readonly RegistryEntry[]; readonly damaged: readonly string[] }> {
  const folders = (await disk.list(projectsOf(home)))
    .map(name => projectFolder(join(projectsOf(home), name)))
    .filter(({ project }) => project !== here.project)
  const seen = await Promise.all(
    folders.map(folder =>
      readOverview(disk, folder).catch((error: unknown) => {
        if (isUsageError(error)) return error.message
        throw error
      }),
    ),
  )
  return {
    active: seen.flatMap(overview => (typeof overview === 'string' ? [] : overview.active)),
    damaged: seen.filter(overview => typeof overview === 'string'),
  }
}

/**
 * A running loop whose process is gone is interrupted, unless it died between writing its journal and the registry. A loop whose turns
 * an assistant takes outlives every process that writes for it, so its journal is read.
 */
async function asSeen(disk: Disk, folder: ProjectFolder, kept: RegistryEntry): Promise<RegistryEntry> {
  const entry = await freshEntry(disk, folder, kept)
  const { pid, owner } = entry
  const alive = isAlive({ pid, started: owner.started, boot: owner.boot })
  if (alive && owner.kind !== 'adopted') return entry
  const { peekLoop } = await import('../journal/read-state.ts')
  const state = await peekLoop(disk, loopFiles(folder, entry.loop_id)).catch((error: unknown) => {
    if (isUsageError(error)) return error
    throw error
  })
  // One damaged journal must not hide the other loops.
  if (isUsageError(state)) return { ...entry, status: 'interrupted', missing: state.message }
  const open = alive && state ? 'running' : 'interrupted'
  return { ...entry, status: state?.outcome?.kind ?? open, iteration: state?.iteration ?? entry.iteration }
}
