import { dirname } from 'node:path'
import type { Result } from '../../std/result.ts'
import { runGit, userEnvironment } from '../../system/run-git.ts'
import type { Environment } from '../../system/shell.ts'

// A repository with a pipe in the place of a file would keep git waiting for ever.
const PATIENCE_MS = 30_000

/** Git in the person's repository, and in no other one above it. Starts no hook and no monitor, whoever owns the folder. */
export function userGit(tree: string, env: Environment, args: readonly string[]): Promise<Result<Buffer, string>> {
  return runGit({
    args: ['-c', 'safe.directory=*', ...args],
    cwd: tree,
    env: { ...userEnvironment(env), GIT_CEILING_DIRECTORIES: dirname(tree) },
    timeoutMs: PATIENCE_MS,
  })
}
