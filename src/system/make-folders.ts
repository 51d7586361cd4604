import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and the folders around it; returns the outermost one that was created. Node's own recursive mkdir never returns
 * where the system reports a folder as missing although it cannot be created, as in /proc.
 */
export function makeFolders(path: string, mode?: number): string | undefined {
  if (isFolder(path)) return undefined
  const first = dirname(path) === path ? undefined : makeFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(path)) throw error
    return first
  }
  return first ?? path
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
