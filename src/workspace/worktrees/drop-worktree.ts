import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ok, type Result } from '../../std/result.ts'
import { type Git, gitIn } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'
import { oneAtATime } from './one-at-a-time.ts'

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
  const remove = () => git('worktree', 'remove', '--force', '--force', path)
  const removed = existsSync(path) ? await oneAtATime(origin, remove) : null
  await rm(dirname(path), { recursive: true, force: true })
  // Git refuses a folder whose `.git` file an agent has deleted, but not one that is gone. Not `prune`: that also removes the entry of
  // a worktree that another process creates at this moment.
  if (!removed?.ok) await oneAtATime(origin, remove)
  if (branch !== null) await oneAtATime(origin, () => dropBranch(git, branch))
}

async function dropBranch(git: Git, branch: string): Promise<Result<string, string>> {
  const known = await git('rev-parse', '-q', '--verify', `refs/heads/${branch}`)
  return known.ok ? await git('branch', '-D', branch) : ok('')
}
