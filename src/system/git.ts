import { dirname } from 'node:path'
import { fail, ok, type Result } from '../std/result.ts'
import { runGit, userEnvironment } from './run-git.ts'
import type { Environment } from './shell.ts'

/** Checking out a large tree takes its time; a git that hangs must not take for ever. */
const PATIENCE_MS = 10 * 60_000

/** A program signs nothing in a person's name, and nothing moves but what was asked for. */
const SETTINGS = ['commit.gpgSign=false', 'rebase.autoStash=false', 'rebase.updateRefs=false', 'safe.directory=*']

const OURS = SETTINGS.flatMap(setting => ['-c', setting])

/** What git printed, trimmed. */
export type Git = (...args: readonly string[]) => Promise<Result<string, string>>

/** Git in one of the working trees of a person's repository. Starts no hook and no editor. */
export function gitIn(tree: string, env: Environment, more: Environment = {}): Git {
  const named = Object.entries(env).filter(([name]) => /^GIT_(?:AUTHOR|COMMITTER)_/.test(name))
  return async (...args) => {
    const printed = await runGit({
      args: [...OURS, ...args],
      cwd: tree,
      env: {
        ...userEnvironment(env),
        ...Object.fromEntries(named),
        GIT_CEILING_DIRECTORIES: dirname(tree),
        GIT_EDITOR: 'true',
        ...more,
      },
      timeoutMs: PATIENCE_MS,
    })
    // What was asked for is told, and not how.
    return printed.ok ? ok(printed.value.toString().trim()) : fail(printed.error.replace(`${OURS.join(' ')} `, ''))
  }
}

/** What makes git commit also for a person who has told it no name. */
export async function committer(git: Git): Promise<readonly string[]> {
  const known = await git('-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT')
  return known.ok ? [] : ['-c', 'user.name=agent-loop', '-c', 'user.email=agent-loop@localhost']
}
