import { join } from 'node:path'
import { type Layout, type ProjectFolder, projectFolder, projectsOf } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'

/** Every project of this user. */
export async function projectsIn(disk: Disk, { home }: Layout): Promise<readonly ProjectFolder[]> {
  return (await disk.list(projectsOf(home))).map(name => projectFolder(join(projectsOf(home), name)))
}
