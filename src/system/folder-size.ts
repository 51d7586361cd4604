import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** How many bytes the files in a folder have; a file that disappears meanwhile counts as none. */
export function folderSize(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter(entry => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0)
  } catch {
    return 0
  }
}

const sizeOf = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0
