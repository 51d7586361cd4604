import { lstat, readdir, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import picomatch from 'picomatch'

// Not included in "every file of src": installed, generated, or version control's own.
const SKIPPED_FOLDERS = new Set(['node_modules', '.git', '.hg', '.svn', '.aiwg', '__pycache__', '.venv'])

/** The files that a glob names, as posix paths from the root, sorted. A plain path may also name a folder. */
export async function findFiles(root: string, glob: string, { anyCase = false } = {}): Promise<string[]> {
  const pattern = glob.replace(/^\.\//, '').replace(/\/$/, '')
  const { base, isGlob } = picomatch.scan(pattern)
  if (!isGlob && !anyCase) return (await lstat(join(root, pattern)).catch(() => null)) ? [pattern] : []
  const fits = picomatch(pattern, { dot: true, nocase: anyCase })
  const found: string[] = []
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (SKIPPED_FOLDERS.has(entry.name)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      // Links are not followed: they may lead out of the tree, or in circles.
      if (entry.isDirectory()) await (isGlob ? walk(path) : null)
      else if (fits(path) && (!entry.isSymbolicLink() || (await isFile(join(root, path))))) found.push(path)
    }
  }
  await walk(isGlob ? base : posix.dirname(pattern).replace(/^\.$/, ''))
  return found.sort()
}

/** The base folder of a glob, if it does not exist. */
export async function missingFolder(root: string, glob: string): Promise<string | null> {
  const { base, isGlob } = picomatch.scan(glob.replace(/^\.\//, ''))
  if (!isGlob || base === '') return null
  return (await stat(join(root, base)).catch(() => null)) ? null : base
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isFile() ?? false
