import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The working tree that a directory belongs to: the git toplevel, else the directory itself; always its real path. */
export function treeOf(directory: string): string {
  const real = realpathSync(directory)
  for (let folder = real; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return real
  }
}

// What an agent's work does not consist of: version control, installed packages, and our own view.
const skipped = new Set(['.git', 'node_modules', '.aiwg'])

/** Changes whenever a file of the tree is written, added, removed or renamed; equal when nothing was touched. */
export async function fingerprint(tree: string): Promise<string> {
  const hash = createHash('sha256')
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (skipped.has(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await walk(path)
      else hash.update(`${path}\0${await stamp(path)}\0`)
    }
  }
  await walk(tree)
  return hash.digest('hex')
}

async function stamp(path: string): Promise<string> {
  const stat = await lstat(path).catch(() => null)
  return stat ? `${stat.ino} ${stat.size} ${stat.mode} ${stat.mtimeMs} ${stat.ctimeMs}` : 'gone'
}
