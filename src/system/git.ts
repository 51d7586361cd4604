import { dirname } from 'node:path'
import { fail, ok, type Result } from '../std/result.ts'
import { runGit, userEnvironment } from './run-git.ts'
import type { Environment } from './shell.ts'

/** A repository with a named pipe in the place of a file would keep git waiting forever. */
const READ_TIMEOUT_MS = 30_000
/** Checking out a large tree takes its time. */
const WORK_TIMEOUT_MS = 10 * 60_000

/** Nothing is signed in the user's name, and nothing moves but what was asked for. */
const SETTINGS = ['commit.gpgSign=false', 'rebase.autoStash=false', 'rebase.updateRefs=false', 'safe.directory=*']

const SETTING_ARGS = SETTINGS.flatMap(setting => ['-c', setting])

interface UserGitOptions {
  /** Added to the environment. */
  readonly more?: Environment
  readonly timeoutMs?: number
}

/** Runs git in the user's repository, and in none above it. Starts no hook and no monitor. */
export async function userGit(
  tree: string,
  env: Environment,
  args: readonly string[],
  { more = {}, timeoutMs = READ_TIMEOUT_MS }: UserGitOptions = {},
): Promise<Result<Buffer, string>> {
  const printed = await runGit({
    args: [...SETTING_ARGS, ...args],
    cwd: tree,
    env: { ...userEnvironment(env), GIT_CEILING_DIRECTORIES: dirname(tree), ...more },
    timeoutMs,
  })
  // The error names the command without our settings.
  return printed.ok ? printed : fail(printed.error.replace(`${SETTING_ARGS.join(' ')} `, ''))
}

/** Runs git and returns its output, trimmed. */
export type Git = (...args: readonly string[]) => Promise<Result<string, string>>

/** Git for work in one of the user's working trees: commits under the user's name, and starts no editor. */
export function gitIn(tree: string, env: Environment, more: Environment = {}): Git {
  const names = Object.fromEntries(Object.entries(env).filter(([name]) => /^GIT_(?:AUTHOR|COMMITTER)_/.test(name)))
  const options = { more: { ...names, GIT_EDITOR: 'true', ...more }, timeoutMs: WORK_TIMEOUT_MS }
  return async (...args) => {
    const printed = await userGit(tree, env, args, options)
    return printed.ok ? ok(printed.value.toString().trim()) : printed
  }
}

/** Arguments that let git commit also where the user has configured no name. */
export async function committer(git: Git): Promise<readonly string[]> {
  const known = await git('-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT')
  return known.ok ? [] : ['-c', 'user.name=agent-loop', '-c', 'user.email=agent-loop@localhost']
}
