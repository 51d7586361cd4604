import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { gitIn } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'

interface Dropped {
  /** Another working tree of the same repository, which stays. */
  readonly origin: string
  readonly path: string
  /** Removed with it; null when it has no branch of its own. */
  readonly branch: string | null
  readonly env: Environment
}

/** Removes a worktree that we created, its folder, and its branch, also where git no longer knows it. */
export async function dropWorktree({ origin, path, branch, env }: Dropped): Promise<void> {
  const git = gitIn(origin, env)
  await git('worktree', 'remove', '--force', '--force', path)
  await rm(dirname(path), { recursive: true, force: true })
  await git('worktree', 'prune')
  if (branch !== null) await git('branch', '-D', branch)
}
