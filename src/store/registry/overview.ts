import { join } from 'node:path'
import { isOpen } from '../../loop/status.ts'
import { isUsageError } from '../../std/usage-error.ts'
import type { Disk } from '../../system/disk.ts'
import { carriersOf, isAlive, type NamedProcess } from '../../system/process-table.ts'
import { firstBrokenLine } from '../journal/chain.ts'
import { leasesOf, loopFiles, type ProjectFolder, projectFolder, projectsOf } from '../layout.ts'
import { type MergeRecord, readMerge } from '../merge-record.ts'
import { freshEntry, readRegistry } from './read-registry.ts'
import type { RegistryEntry } from './registry-document.ts'

/** A loop as others see it. */
export interface SeenLoop extends RegistryEntry {
  /** What is wrong with its journal; absent when it can be read. */
  readonly damaged?: string
  /** Processes that still run although the loop's own process is gone; absent when there are none. */
  readonly processes?: readonly NamedProcess[]
  /** Where its work was merged to; absent when it was not. */
  readonly merged?: MergeRecord
}

export interface Overview {
  readonly active: readonly SeenLoop[]
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
): Promise<{ readonly active: readonly SeenLoop[]; readonly damaged: readonly string[] }> {
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
async function asSeen(disk: Disk, folder: ProjectFolder, kept: RegistryEntry): Promise<SeenLoop> {
  const entry = await freshEntry(disk, folder, kept)
  // A copy of a loop that runs elsewhere says what is true there.
  if (entry.fleet) return entry
  const { pid, owner } = entry
  const alive = isAlive({ pid, started: owner.started, boot: owner.boot })
  if (alive && owner.kind !== 'adopted') return entry
  const { peekLoop } = await import('../journal/read-state.ts')
  const { journal } = loopFiles(folder, entry.loop_id)
  const state = await peekLoop(disk, { journal }).catch((error: unknown) => {
    if (isUsageError(error)) return error
    throw error
  })
  // One damaged journal must not hide the other loops.
  if (isUsageError(state)) return await asDamaged(disk, folder, entry, state.message)
  if (state === null) return await asDamaged(disk, folder, entry, `${journal} is missing or empty.`)
  const status = state.outcome?.kind ?? (alive ? 'running' : 'interrupted')
  const left = status === 'interrupted' ? leftovers(state.spec.nonce) : {}
  return { ...entry, status, iteration: state.iteration, ...left }
}

/** The journal does not say how to recognize its processes, but the lease of a process that died still does. */
async function asDamaged(disk: Disk, folder: ProjectFolder, entry: RegistryEntry, damaged: string): Promise<SeenLoop> {
  const { leaseOf } = await import('../lease.ts')
  const lease = await leaseOf(disk, leasesOf(folder), entry.loop_id)
  return { ...entry, status: 'interrupted', missing: damaged, damaged, ...(lease ? leftovers(lease.nonce) : {}) }
}

function leftovers(nonce: string): Pick<SeenLoop, 'processes'> {
  const processes = carriersOf(nonce)
  return processes.length === 0 ? {} : { processes }
}

/** A loop that has ended, with what is wrong with its journal, and with what became of its work. */
export async function withDamage(disk: Disk, folder: ProjectFolder, loop: SeenLoop): Promise<SeenLoop> {
  if (isOpen(loop.status)) return loop
  const { journal, directory } = loopFiles(folder, loop.loop_id)
  const text = await disk.read(journal)
  // Loops of earlier tools have none.
  const line = text === null ? null : firstBrokenLine(text)
  const merged = loop.worktree === undefined ? null : await readMerge(disk, directory)
  return {
    ...loop,
    ...(line === null ? {} : { damaged: `${journal} is damaged at line ${line}.` }),
    ...(merged === null ? {} : { merged }),
  }
}
