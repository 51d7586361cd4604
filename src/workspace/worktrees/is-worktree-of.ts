import { realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readRegular } from '../../system/read-regular.ts'
import { realGitFolders } from '../snapshots/user-repository.ts'

/** Whether a tree still is a worktree of the repository of `origin`. An agent can replace the `.git` file, which says so. */
export function isWorktreeOf(origin: string, tree: string): boolean {
  const [ours, theirs] = [realGitFolders(tree), realGitFolders(origin)]
  if (ours === null || theirs === null) return false
  const belongs = ours.common === theirs.common && dirname(ours.own) === join(ours.common, 'worktrees')
  return belongs && knownTree(ours.own) === realpathSync(tree)
}

/** The tree that the repository knows by this folder. */
function knownTree(own: string): string | null {
  const path = readRegular(join(own, 'gitdir'))?.toString().trim()
  try {
    return path ? realpathSync(dirname(resolve(own, path))) : null
  } catch {
    return null
  }
}
