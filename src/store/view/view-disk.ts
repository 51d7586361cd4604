import { closeSync, constants, existsSync, lstatSync, openSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { type Disk, nodeDisk } from '../../system/disk.ts'
import { isWithin } from '../../system/is-within.ts'
import { systemProblem } from '../../system/problems.ts'
import type { Layout } from '../layout.ts'
import { storeProblem } from '../problems.ts'

type ViewPlace = Pick<Layout, 'view' | 'viewRoot' | 'viewReflections'>

/** The disk for the state view. It never writes through a link that leads out of the project: anyone who can write there could set one. */
export function viewDisk(layout: ViewPlace): Disk {
  const disk = nodeDisk('shared')
  const { viewRoot } = layout
  let root: string | null = null
  const inside = async <T>(path: string, work: (place: string) => Promise<T>): Promise<T> => {
    refuseLinkOutwards(layout, path)
    root ??= realpathSync(viewRoot)
    return await inOpenFolder(path, root, work)
  }
  const makeDirectory = async (path: string): Promise<string | null> => {
    if (path === viewRoot || !isWithin(path, viewRoot)) return await disk.makeDirectory(path)
    const outer = await makeDirectory(dirname(path))
    refuseLinkOutwards(layout, join(path, 'any'))
    const made = await inside(path, place => disk.makeDirectory(place))
    return outer ?? (made === null ? null : path)
  }
  return {
    ...disk,
    makeDirectory,
    write: (path, data) => inside(path, place => disk.write(place, data)),
    rename: (from, to) => inside(from, source => inside(to, target => disk.rename(source, target))),
    link: (from, to) => inside(to, place => disk.link(from, place)),
    symlink: (target, path) => inside(path, place => disk.symlink(target, place)),
    remove: async path => {
      if (found(dirname(path)) !== undefined) await inside(path, place => disk.remove(place))
    },
  }
}

/** Linux has a path for each open folder, which leads to that folder also when its name is replaced. */
const OPEN_FOLDERS = '/proc/self/fd'
const hasOpenFolders = existsSync(OPEN_FOLDERS)

/**
 * Works in the folder that was compared: between a look at a path and its use, another user who can write to the project could
 * replace a folder by a link.
 */
async function inOpenFolder<T>(path: string, root: string, work: (place: string) => Promise<T>): Promise<T> {
  if (!hasOpenFolders) return await work(path)
  const parent = dirname(path)
  const folder = opened(parent)
  const place = join(OPEN_FOLDERS, String(folder))
  try {
    if (!isWithin(readlinkSync(place), root)) throw storeProblem('view-leaves-project', { link: parent })
    return await work(join(place, basename(path)))
  } catch (error) {
    throw namingPath(error, place, parent)
  } finally {
    closeSync(folder)
  }
}

function opened(folder: string): number {
  try {
    return openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  } catch (error) {
    throw systemProblem('path-unusable', { path: folder, because: String(error) }, error)
  }
}

/** The error of the disk, with the path that a person knows. */
function namingPath(error: unknown, place: string, parent: string): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error) || !cause.message.includes(place)) return error
  return systemProblem('path-unusable', { path: parent, because: cause.message.replaceAll(place, parent) }, cause)
}

/** Refuses to begin a loop whose state view would be written outside the project, or over files of others. */
export async function refuseForeignView(layout: ViewPlace, disk: Disk): Promise<void> {
  const registry = join(layout.view, 'registry.json')
  for (const folder of [layout.view, join(layout.view, 'loops'), layout.viewReflections])
    refuseLinkOutwards(layout, join(folder, 'any'))
  const text = await disk.read(registry)
  if (text !== null && !isRegistry(text, await disk.exists(join(layout.view, 'loops'))))
    throw storeProblem('registry-foreign', { path: registry })
}

/** A power cut may tear our own file; then our other files are beside it. */
function isRegistry(text: string, besideLoops: boolean): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'active_loops' in value && Array.isArray(value.active_loops)
  } catch {
    return besideLoops
  }
}

function refuseLinkOutwards({ viewRoot }: ViewPlace, path: string): void {
  let folder = viewRoot
  for (const name of relative(viewRoot, path).split('/').slice(0, -1)) {
    folder = join(folder, name)
    if (found(folder)?.isSymbolicLink() && !isWithin(targetOf(folder), realpathSync(viewRoot)))
      throw storeProblem('view-leaves-project', { link: folder })
  }
}

const found = (path: string): Stats | undefined => {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

/** Of a link that leads nowhere, an empty path: it is within no folder. */
const targetOf = (link: string): string => {
  try {
    return realpathSync(link)
  } catch {
    return ''
  }
}
