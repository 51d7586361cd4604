import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isOutputFolder } from '../../../tools/protection/kind-of.ts'

/** The files that people and agents work on, and the folders of installed packages. POSIX paths relative to the root. */
interface Walked {
  readonly files: readonly string[]
  /** Folders of installed packages. */
  readonly installed: readonly string[]
  readonly partial: boolean
}

const MOST_FILES = 400_000

export function walkTree(tree: string, ours: string | null): Walked {
  const files: string[] = []
  const installed: string[] = []
  let partial = false
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (files.length > MOST_FILES) partial = true
    if (partial) break
    const prefix = folder === '' ? '' : `${folder}/`
    for (const entry of entriesOf(join(tree, folder))) {
      const path = prefix + entry.name
      // Links are listed as such: they may lead out of the tree, or in circles.
      if (!entry.isDirectory()) files.push(path)
      else if (isOutputFolder(path)) installed.push(...installedIn(tree, path, entry.name))
      else if (join(tree, path) !== ours) folders.push(path)
    }
  }
  return { files: files.sort(), installed, partial }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function installedIn(tree: string, path: string, name: string): readonly string[] {
  if (name === 'node_modules' || name === 'deps') return [path]
  if (name === 'vendor') return existsSync(join(tree, path, 'bundle')) ? [`${path}/bundle`] : [path]
  if (!existsSync(join(tree, path, 'pyvenv.cfg'))) return []
  return entriesOf(join(tree, path, 'lib'))
    .filter(entry => entry.isDirectory() && entry.name.startsWith('python'))
    .map(entry => `${path}/lib/${entry.name}/site-packages`)
}
