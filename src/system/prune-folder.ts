import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Keeps the last files of a folder, by name; names that begin with a time are thereby kept by age. */
export function pruneFolder(folder: string, keep: number): void {
  let names: string[]
  try {
    names = readdirSync(folder).sort()
  } catch {
    return
  }
  for (const name of names.slice(0, Math.max(0, names.length - keep))) rmSync(join(folder, name), { force: true })
}
