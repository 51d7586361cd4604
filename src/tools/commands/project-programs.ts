import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Where package managers put the programs of a project. */
export const programFolders = (folder: string): readonly string[] =>
  ['node_modules/.bin', 'vendor/bin', '.venv/bin', 'venv/bin'].map(name => join(folder, name))

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment with the project's own programs at the end of the search path: `jest` is found as in a script of the project, and
 * a program that the machine has is never replaced by one that an agent could write. Folders above count up to the repository.
 */
export function withProjectPrograms(env: Environment, cwd: string): Environment {
  const folders = foldersOfRepository(cwd).flatMap(programFolders).filter(existsSync)
  return folders.length === 0 ? env : { ...env, PATH: [env['PATH'], ...folders].filter(Boolean).join(delimiter) }
}

function foldersOfRepository(cwd: string): readonly string[] {
  const folders: string[] = []
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder)
    if (existsSync(join(folder, '.git'))) return folders
    if (dirname(folder) === folder) return [cwd]
  }
}
