import type { Disk } from '../../system/disk.ts'

/** Moves a damaged file to a free name, so that it is never overwritten; resolves to that name. */
export async function setAside(disk: Disk, path: string): Promise<string> {
  let aside = `${path}.damaged`
  for (let number = 2; await disk.exists(aside); number++) aside = `${path}.damaged-${number}`
  await disk.rename(path, aside)
  return aside
}
