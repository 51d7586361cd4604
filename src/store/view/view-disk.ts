import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { join, relative } from 'node:path'
import { type Disk, nodeDisk } from '../../system/disk.ts'
import { isWithin } from '../../system/is-within.ts'
import type { Layout } from '../layout.ts'
import { storeProblem } from '../problems.ts'

type ViewPlace = Pick<Layout, 'view' | 'viewRoot' | 'viewReflections'>

/** The disk for the state view. It never writes through a link that leads out of the project: whoever can write there could set one. */
export function viewDisk(layout: ViewPlace): Disk {
  const disk = nodeDisk('shared')
  const inside = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    refuseLinkOutwards(layout, path)
    return await work()
  }
  return {
    ...disk,
    makeDirectory: path => inside(join(path, 'any'), () => disk.makeDirectory(path)),
    write: (path, data) => inside(path, () => disk.write(path, data)),
    rename: (from, to) => inside(to, () => disk.rename(from, to)),
    link: (from, to) => inside(to, () => disk.link(from, to)),
    symlink: (target, path) => inside(path, () => disk.symlink(target, path)),
    remove: path => inside(path, () => disk.remove(path)),
  }
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
