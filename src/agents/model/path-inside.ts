import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'

/** The real location of a path that a model names, if it is inside the tree. The error completes "the path …". */
export async function pathInside(root: string, asked: string): Promise<Result<string, string>> {
  const home = await realpath(root)
  const rest: string[] = []
  // The deepest existing part decides: below it there are no links yet.
  for (let path = resolve(home, asked); ; path = dirname(path)) {
    const real = await realpath(path).catch(() => null)
    if (real !== null) {
      const place = join(real, ...rest)
      return isWithin(home, place) ? ok(place) : fail('is outside the working directory')
    }
    const leadsNowhere = await lstat(path).then(
      () => true,
      () => false,
    )
    if (leadsNowhere || path === dirname(path)) return fail('is a broken link')
    rest.unshift(basename(path))
  }
}

/** Files in git's own folder can contain commands that other programs run later, so file tools must not write there. */
export const belongsToGit = (root: string, place: string): boolean =>
  relative(root, place)
    .split(sep)
    .some(part => part.toLowerCase() === '.git')

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep)
}
