import { basename, dirname, join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { isOpen, type Status } from '../../loop/status.ts'
import { isUsageError } from '../../std/usage-error.ts'
import { loopFiles, type ProjectFolder, worktreesIn } from '../../store/layout.ts'
import { projectFolders, viewFrom } from '../../store/registry/find-projects.ts'
import { readOverview, type SeenLoop } from '../../store/registry/overview.ts'
import { entryFrom } from '../../store/registry/read-registry.ts'
import { homeOf } from '../../store/registry/registry-document.ts'
import type { Disk } from '../../system/disk.ts'
import { isWithin } from '../../system/is-within.ts'
import { isAlive } from '../../system/process-table.ts'
import { LOOP_FILTERS, type LoopFilter, type LoopRow, type LoopWindow } from '../page-data.ts'

/** The loops of one project, and what they were read from. */
interface ProjectLoops {
  readonly key: string
  readonly active: readonly SeenLoop[]
  readonly ended: readonly SeenLoop[]
  readonly trouble: string | null
}

interface ArchivedRow {
  readonly stamp: string | null
  readonly row: LoopRow | null
}

/** The rows of ended loops in a project's archive, by file. */
interface Archive {
  stamp: string | null
  readonly files: Map<string, ArchivedRow>
}

const FILES_AT_ONCE = 50

/** All loops of all projects. What has not changed on the disk is not read again, and of ended loops only the row is kept. */
export class LoopList {
  readonly #disk: Disk
  readonly #home: string
  readonly #projects = new Map<string, ProjectLoops>()
  readonly #archives = new Map<string, Archive>()
  #rows: readonly LoopRow[] = []
  #refreshing: Promise<void> | null = null
  #archiving: Promise<void> | null = null
  #version = 0

  constructor(disk: Disk, home: string) {
    this.#disk = disk
    this.#home = home
  }

  /** Increases whenever a row has changed. */
  get version(): number {
    return this.#version
  }

  /** The loops that run or ended recently. Archives may be read later: the first time, ten thousand files take seconds. */
  async refresh(): Promise<void> {
    this.#refreshing ??= this.#lookAtProjects().finally(() => {
      this.#refreshing = null
    })
    await this.#refreshing
    this.#archiving ??= this.#lookAtArchives().finally(() => {
      this.#archiving = null
    })
    void this.#archiving.catch(() => {})
  }

  /** All loops. */
  async refreshAll(): Promise<void> {
    await this.refresh()
    await this.#archiving
  }

  /** The current entry of an open loop, or the row of an ended one. */
  row(project: string, id: string): LoopRow | null {
    return this.#rows.find(row => row.id === id && row.project === project) ?? null
  }

  withId(id: string): LoopRow | null {
    return this.#rows.find(row => row.id === id) ?? null
  }

  window(
    filter: LoopFilter,
    search: string,
    { from, count }: { readonly from: number; readonly count: number },
  ): LoopWindow {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const found =
      words.length === 0 ? this.#rows : this.#rows.filter(row => words.every(word => textOf(row).includes(word)))
    const matching = found.filter(row => belongs(row, filter))
    return {
      rows: matching.slice(from, from + count),
      from,
      total: matching.length,
      counts: countsOf(found),
      directories: [...new Set(this.#rows.flatMap(({ directory, ofMerge }) => (ofMerge ? [] : [directory])))].slice(
        0,
        50,
      ),
      troubles: [...this.#projects.values()].flatMap(({ trouble }) => trouble ?? []),
    }
  }

  async #lookAtProjects(): Promise<void> {
    let changed = false
    for (const folder of await projectFolders(this.#disk, this.#home))
      if (await this.#readProject(folder)) changed = true
    if (changed) this.#sort()
  }

  async #lookAtArchives(): Promise<void> {
    for (const folder of await projectFolders(this.#disk, this.#home)) if (await this.#readArchive(folder)) this.#sort()
  }

  async #readProject(folder: ProjectFolder): Promise<boolean> {
    const known = this.#projects.get(folder.project)
    if (known !== undefined && known.key === (await keyOf(this.#disk, folder, known.active))) return false
    const { active } = await overviewIn(this.#disk, folder)
    // Before the loops are read: what changes meanwhile is then read again at the next look.
    const key = await keyOf(this.#disk, folder, active)
    this.#projects.set(folder.project, { key, ...(await overviewIn(this.#disk, folder)) })
    return true
  }

  async #readArchive(folder: ProjectFolder): Promise<boolean> {
    const archive = this.#archives.get(folder.project) ?? { stamp: null, files: new Map() }
    this.#archives.set(folder.project, archive)
    const stamp = await this.#disk.stamp(folder.archive)
    if (stamp === archive.stamp) return false
    const names = new Set((await this.#disk.list(folder.archive)).filter(name => name.endsWith('.json')))
    for (const name of archive.files.keys()) if (!names.has(name)) archive.files.delete(name)
    for (const [index, name] of [...names].entries()) {
      const path = join(folder.archive, name)
      const file = await this.#disk.stamp(path)
      if (archive.files.get(name)?.stamp === file) continue
      const entry = entryFrom(await this.#disk.read(path))
      archive.files.set(name, { stamp: file, row: entry && rowOf(folder, entry) })
      // Ten thousand files are read once; requests are answered meanwhile.
      if (index % FILES_AT_ONCE === 0) await pause()
    }
    archive.stamp = stamp
    return true
  }

  #sort(): void {
    const rows = new Map<string, LoopRow>()
    const add = (row: LoopRow): unknown =>
      rows.has(`${row.project}/${row.id}`) || rows.set(`${row.project}/${row.id}`, row)
    for (const [project, { active, ended }] of this.#projects)
      for (const loop of [...active, ...ended]) add(rowOf({ project }, loop))
    for (const { files } of this.#archives.values()) for (const { row } of files.values()) if (row) add(row)
    this.#rows = [...rows.values()].sort(byImportance)
    this.#version += 1
  }
}

async function overviewIn(disk: Disk, folder: ProjectFolder): Promise<Omit<ProjectLoops, 'key'>> {
  try {
    const { active, recent } = await readOverview(disk, folder)
    return { active, ended: recent, trouble: null }
  } catch (error) {
    if (isUsageError(error)) return { active: [], ended: [], trouble: error.message }
    throw error
  }
}

/** Whatever changes when a loop of the project does: its files, and whether its process lives. */
async function keyOf(disk: Disk, folder: ProjectFolder, active: readonly SeenLoop[]): Promise<string> {
  const parts = [await disk.stamp(folder.registry)]
  for (const { loop_id, pid, owner } of active) {
    const { pulse, journal } = loopFiles(folder, loop_id)
    const alive = isAlive({ pid, started: owner.started, boot: owner.boot })
    parts.push(loop_id, await disk.stamp(pulse), alive ? 'alive' : await disk.stamp(journal))
  }
  return parts.join('\n')
}

const LONGEST_TASK = 300

const rowOf = ({ project }: Pick<ProjectFolder, 'project'>, entry: SeenLoop): LoopRow => ({
  project: basename(project),
  id: entry.loop_id,
  task: entry.task.trim().slice(0, LONGEST_TASK),
  directory: homeOf(entry),
  view: viewFrom(entry),
  ofMerge: isWithin(homeOf(entry), worktreesIn(dirname(dirname(project)))),
  status: entry.status,
  turn: entry.iteration,
  maxTurns: entry.max_iterations,
  failing: entry.failing.length,
  spent: entry.spent,
  limitMs: entry.time_limit_ms ?? null,
  startedAt: entry.started_at,
  lastActive: entry.last_active,
  ended: entry.ended,
  missing: entry.missing,
  damaged: entry.damaged ?? null,
})

/** Open loops first, by their start, so that no row moves while they run; then the ended ones, latest first. */
function byImportance(a: LoopRow, b: LoopRow): number {
  const [openA, openB] = [belongs(a, 'active'), belongs(b, 'active')]
  if (openA !== openB) return openA ? -1 : 1
  const [keyA, keyB] = openA ? [a.startedAt, b.startedAt] : [a.lastActive, b.lastActive]
  return keyA < keyB ? 1 : keyA > keyB ? -1 : a.id < b.id ? -1 : 1
}

function belongs({ status }: LoopRow, filter: LoopFilter): boolean {
  if (filter === 'all') return true
  const open = isOpen(status as Status)
  return filter === 'active' ? open : filter === 'verified' ? status === 'verified' : !open && status !== 'verified'
}

const textOf = ({ id, task, directory, status }: LoopRow): string =>
  `${id} ${task} ${directory} ${status}`.toLowerCase()

function countsOf(rows: readonly LoopRow[]): LoopWindow['counts'] {
  const counts: Record<LoopFilter, number> = { all: 0, active: 0, verified: 0, other: 0 }
  for (const row of rows) for (const filter of LOOP_FILTERS) if (belongs(row, filter)) counts[filter] += 1
  return counts
}
