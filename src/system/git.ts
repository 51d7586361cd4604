import { dirname } from 'node:path'
import { fail, ok, type Result } from '../std/result.ts'
import { NO_FETCH, runGit, userEnvironment } from './run-git.ts'
import type { Environment } from './shell.ts'

/** A repository with a named pipe in the place of a file would keep git waiting forever. */
const READ_TIMEOUT_MS = 30_000
/** Checking out a large tree takes its time. */
const WORK_TIMEOUT_MS = 10 * 60_000

/** Nothing is signed in the user's name, and nothing moves but what was asked for. */
const SETTINGS = [
  'commit.gpgSign=false',
  'merge.verifySignatures=false',
  'log.showSignature=false',
  'rebase.autoStash=false',
  'rebase.updateRefs=false',
  'submodule.recurse=false',
]
/** Reading starts no program, because nothing is fetched (`NO_FETCH`), so it is safe in the repository of another user too. */
const READING = 'safe.directory=*'

interface UserGitOptions {
  /** Writes files, which may start programs that the repository configures: only where git itself trusts it. */
  readonly works?: boolean
  /** Added to the environment. */
  readonly more?: Environment
  readonly timeoutMs?: number
  readonly stdin?: string
}

/**
 * Runs git in the user's repository, and in none above it. Starts no hook and no monitor. Commands that read or write files of the
 * working tree must come through `gitIn`, because git may start filters for them.
 */
export async function userGit(
  tree: string,
  env: Environment,
  args: readonly string[],
  { works = false, more = {}, timeoutMs = READ_TIMEOUT_MS, stdin }: UserGitOptions = {},
): Promise<Result<Buffer, string>> {
  const settings = [...SETTINGS, ...(works ? [] : [READING])].flatMap(setting => ['-c', setting])
  const printed = await runGit({
    args: [...settings, ...args],
    cwd: tree,
    env: { ...userEnvironment(env), ...(works ? {} : NO_FETCH), GIT_CEILING_DIRECTORIES: dirname(tree), ...more },
    timeoutMs,
    ...(stdin === undefined ? {} : { stdin }),
  })
  // The error names the command without our settings.
  return printed.ok ? printed : fail(printed.error.replace(`${settings.join(' ')} `, ''))
}

/** Runs git and returns its output, trimmed. */
export type Git = (...args: readonly string[]) => Promise<Result<string, string>>

/** Git for work in one of the user's working trees: commits under the user's name, and starts no editor. */
export function gitIn(tree: string, env: Environment, more: Environment = {}): Git {
  const names = Object.fromEntries(Object.entries(env).filter(([name]) => /^GIT_(?:AUTHOR|COMMITTER)_/.test(name)))
  const options = { works: true, more: { ...names, GIT_EDITOR: 'true', ...more }, timeoutMs: WORK_TIMEOUT_MS }
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
