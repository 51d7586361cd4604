import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The working tree that a directory belongs to: the git toplevel, else the directory itself; always its real path. */
export function treeOf(directory: string): string {
  const real = realpathSync(directory)
  for (let folder = real; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return real
  }
}

/** Whether a directory is a git folder, such as a bare repository: it has no files of a project. */
export const isGitFolder = (directory: string): boolean =>
  ['HEAD', 'objects', 'refs'].every(name => existsSync(join(directory, name))) && !existsSync(join(directory, '.git'))
