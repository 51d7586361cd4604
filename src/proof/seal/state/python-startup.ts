import { createHash } from 'node:crypto'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { readRegular } from '../../../system/read-regular.ts'

type Environment = Readonly<Record<string, string | undefined>>

const MODULES = ['sitecustomize.py', 'usercustomize.py']

/**
 * Files that every Python program runs when it starts: two modules by name, and `.pth` files with code. Those that only add a folder, and
 * those that an installed package lists as its own, come with honest work.
 */
export function pythonStartup(home: string, env: Environment): string[] {
  const base = env['PYTHONUSERBASE'] || join(home, '.local')
  const sites = [base, ...prefixesOf(home, env)].flatMap(prefix => [
    ...below(join(prefix, 'lib'), /^python3/).flatMap(lib => [join(lib, 'site-packages'), join(lib, 'dist-packages')]),
    ...below(join(prefix, 'local', 'lib'), /^python3/).map(lib => join(lib, 'dist-packages')),
  ])
  const paths = (env['PYTHONPATH'] ?? '').split(':').filter(isAbsolute)
  const folders = [...new Set([...sites, ...paths])]
  return folders.flatMap(folder => [
    ...MODULES.map(name => join(folder, name)),
    ...below(folder, /\.pth$/).filter(path => runsCode(path, folder)),
  ])
}

/** Where the interpreters of the PATH are installed. */
function prefixesOf(home: string, env: Environment): string[] {
  const found = (env['PATH'] ?? '').split(':').flatMap(folder =>
    ['python3', 'python'].flatMap(name => {
      const path = join(folder, name)
      return isAbsolute(path) && existsSync(path) ? [dirname(dirname(realpathSync(path)))] : []
    }),
  )
  return [...new Set([...found, ...below(join(home, '.pyenv', 'versions'), /^\d/)])]
}

function below(folder: string, name: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter(one => name.test(one))
      .sort()
      .map(one => join(folder, one))
  } catch {
    return []
  }
}

const runsCode = (path: string, folder: string): boolean =>
  textOf(path)
    .split(/\r?\n/)
    .some(line => /^import[ \t]/.test(line)) && !isOfPackage(path, folder)

/** In the list of files that an installed package brought, with the content that it brought. */
function isOfPackage(path: string, folder: string): boolean {
  const digest = createHash('sha256').update(textOf(path)).digest('base64url')
  const line = `${basename(path)},sha256=${digest},`
  return below(folder, /\.dist-info$/).some(info =>
    textOf(join(info, 'RECORD'))
      .split('\n')
      .some(row => row.startsWith(line)),
  )
}

const textOf = (path: string): string => String(readRegular(path) ?? '')
