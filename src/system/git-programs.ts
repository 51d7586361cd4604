import { shortDigest } from './digest.ts'
import { gitIn, userGit } from './git.ts'
import type { Environment } from './shell.ts'

/** Settings with a program that git starts while it checks out, commits, merges, or rebases; their names may be empty. Hooks and monitors are always off. */
const PROGRAMS = /^(?:filter\..*\.(?:clean|smudge|process)|merge\..*\.driver|gpg\.(?:.*\.)?program)$/
/** A partial clone: git fetches the objects that are missing. */
const PARTIAL = /^(?:extensions\.partialclone|remote\..*\.promisor)$/
/** Settings with a program that git starts to fetch. */
const FETCHING =
  /^(?:remote\..*\.(?:uploadpack|vcs)|protocol\.(?:.*\.)?allow|core\.(?:sshcommand|gitproxy|askpass)|credential\.(?:.*\.)?helper)$/

/** Settings that decide where a push goes and what it starts. */
const PUSHING =
  /^(?:remote\..*\.(?:receivepack|url|pushurl|proxy|mirror)|url\..*\.(?:insteadof|pushinsteadof)|http\..*)$/

interface ProgramOptions {
  /** Also what a push uses. */
  readonly pushing?: boolean
}

/** The programs that git is configured to start in a tree: the name of each setting, and a digest of its value. */
export async function gitPrograms(
  tree: string,
  env: Environment,
  { pushing = false }: ProgramOptions = {},
): Promise<readonly string[]> {
  const listed = await userGit(tree, env, ['config', '--list', '-z'])
  const entries = (listed.ok ? listed.value.toString() : '').split('\0').map(entry => entry.split('\n'))
  const partial = entries.some(([name = '']) => PARTIAL.test(name))
  const named = [
    PROGRAMS,
    ...(partial ? [PARTIAL] : []),
    ...(partial || pushing ? [FETCHING] : []),
    ...(pushing ? [PUSHING] : []),
  ]
  return entries
    .filter(([name = '']) => named.some(pattern => pattern.test(name)))
    .map(([name, ...value]) => `${name} ${shortDigest(value.join('\n'))}`)
    .sort()
}

/** The settings with a program that git would start in a tree and that is not among the `known` ones. */
export async function newPrograms(
  tree: string,
  known: readonly string[],
  env: Environment,
  options: ProgramOptions = {},
): Promise<readonly string[]> {
  const found = (await gitPrograms(tree, env, options)).filter(program => !known.includes(program))
  return [...new Set(found.map(program => program.split(' ')[0] ?? ''))]
}

/**
 * Why git refuses to work in this repository: another user owns it, and could have configured programs that git starts. Null when it
 * does not. A person who trusts the repository says so to git.
 */
export async function foreignRepository(tree: string, env: Environment): Promise<string | null> {
  const ask = ['rev-parse', '--git-dir']
  if ((await gitIn(tree, env)(...ask)).ok || !(await userGit(tree, env, ask)).ok) return null
  return `the repository ${tree} belongs to another user, whose settings could start programs. If you trust it: git config --global --add safe.directory ${tree}`
}
