import { posix, relative } from 'node:path'
import type { GateOptions } from '../options.ts'

/** Whether a task means this path: from the root, from the directory of the loop, or a bare name that may be anywhere. */
export function isNamed(
  path: string,
  name: string,
  { tree, workspace }: Pick<GateOptions, 'tree' | 'workspace'>,
): boolean {
  const wanted = posix.normalize(name).replace(/\/$/, '')
  const paths = [wanted, posix.join(relative(tree, workspace), wanted)]
  if (paths.some(one => path === one || path.startsWith(`${one}/`))) return true
  const base = posix.basename(path)
  return (
    !wanted.includes('/') &&
    (base === wanted || (!wanted.includes('.') && new RegExp(`^${wanted}(?:\\.\\w+)?$`, 'i').test(base)))
  )
}
