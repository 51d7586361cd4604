import { createHash } from 'node:crypto'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

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
