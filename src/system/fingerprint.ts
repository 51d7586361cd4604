import { createHash } from 'node:crypto'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

// Not part of an agent's work: version control, installed packages, and our own state view.
const NOT_WORK: readonly string[] = ['.git', 'node_modules', '.aiwg']

/** Changes whenever a file of the tree is written, added, removed, or renamed; equal when nothing was touched. */
export async function fingerprint(
  tree: string,
  ours: string | null,
  without: readonly string[] = NOT_WORK,
): Promise<string> {
  const walk = async (folder: string): Promise<string> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const meant = entries.filter(({ name }) => !without.includes(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
    const marks = await Promise.all(
      meant.map(entry => {
        const path = join(folder, entry.name)
        // Our own store may be inside the tree, when the tree is the user's home.
        if (path === ours) return ''
        return entry.isDirectory() ? walk(path) : stamp(path)
      }),
    )
    return createHash('sha256')
      .update(meant.map(({ name }, index) => `${name}\0${marks[index]}`).join('\0'))
      .digest('hex')
  }
  return walk(tree)
}

async function stamp(path: string): Promise<string> {
  const stat = await lstat(path).catch(() => null)
  return stat ? `${stat.ino} ${stat.size} ${stat.mode} ${stat.mtimeMs} ${stat.ctimeMs}` : 'gone'
}
