import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { type Git, gitIn } from '../../system/git.ts'
import { foreignRepository, gitPrograms } from '../../system/git-programs.ts'
import type { Environment } from '../../system/shell.ts'
import { gitFolders } from '../snapshots/user-repository.ts'
import { checkoutSettings } from './checkout-settings.ts'
import { checkoutTrouble } from './checkout-trouble.ts'
import { type CopiedFiles, copyEntries, copyIgnoredFiles } from './copy-ignored.ts'
import { dropWorktree } from './drop-worktree.ts'
import { oneAtATime } from './one-at-a-time.ts'

interface WorktreeRequest {
  /** The user's tree. */
  readonly tree: string
  readonly loop: string
  /** The folder that holds all worktrees. */
  readonly folder: string
  /** The state view in the tree, which is not copied. */
  readonly ours: string
  readonly env: Environment
  /** The branch to start at and to merge into, as `refs/heads/main`; the one that is checked out when not given. */
  readonly onto?: string | undefined
  /** The commit to start at; the branch's own when not given. */
  readonly at?: string | undefined
  /** Copies of the ignored files, made earlier; those in the tree when not given. */
  readonly ignored?: KeptFiles | undefined
}

/** Files outside the tree, in the same places as in it. */
export interface KeptFiles {
  readonly folder: string
  readonly entries: readonly string[]
}

export interface Worktree extends CopiedFiles {
  readonly path: string
  readonly branch: string
  /** The branch that was checked out; null when none was. */
  readonly onto: string | null
  readonly base: string
  /** Programs that git may start in it, to see later whether the loop changed them. */
  readonly programs: readonly string[]
  /** The settings of git that decide what a checkout contains, for the same purpose. */
  readonly checkout: readonly string[]
  /** The user's tree has uncommitted changes, which are not in the worktree. */
  readonly dirty: boolean
}

/** Creates a worktree for a loop, on a new branch, with installed dependencies; or says why it cannot. */
export async function openWorktree(request: WorktreeRequest): Promise<Result<Worktree, string>> {
  const { tree, loop, env, ours } = request
  const foreign = await foreignRepository(tree, env)
  if (foreign !== null) return fail(foreign)
  const git = gitIn(tree, env)
  const base = await git('rev-parse', '-q', '--verify', `${request.at ?? request.onto ?? 'HEAD'}^{commit}`)
  const trouble = refusal(request, base.ok)
  if (trouble !== null || !base.ok) return fail(trouble ?? 'git cannot tell which commit is checked out')
  const onto = request.onto === undefined ? await git('symbolic-ref', '-q', 'HEAD') : ok(request.onto)
  const branch = branchOf(loop)
  const taken = await takenRef(git, branch)
  if (taken !== null) return fail(taken)
  const path = worktreePath(request)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const added = await addWorktree(request, { branch, path, base: base.value })
  if (!added.ok) return fail(`git could not create a worktree: ${added.error}`)
  const wrong = await checkoutTrouble({ tree, path, commit: base.value, env })
  if (wrong !== null) {
    await dropWorktree({ origin: tree, path, branch, env })
    return fail(wrong)
  }
  const status = await git('status', '--porcelain', '--ignore-submodules=dirty')
  try {
    const kept = request.ignored
    const ignored = await (kept === undefined
      ? copyIgnoredFiles(tree, path, ours, env)
      : copyEntries({ from: kept.folder, to: path, ours }, kept.entries))
    const dirty = !status.ok || status.value !== ''
    const programs = [...new Set([...(await gitPrograms(tree, env)), ...(await gitPrograms(path, env))])]
    const checkout = await checkoutSettings(tree, env)
    const target = onto.ok ? onto.value : null
    return ok({ path, branch, onto: target, base: base.value, programs, checkout, dirty, ...ignored })
  } catch (error) {
    await dropWorktree({ origin: tree, path, branch, env })
    return fail(`ignored files could not be copied: ${error instanceof Error ? error.message : String(error)}`)
  }
}

interface NewWorktree {
  readonly branch: string
  readonly path: string
  readonly base: string
}

/** The branch first, so that the second step can be repeated. */
async function addWorktree(
  { tree, env }: WorktreeRequest,
  { branch, path, base }: NewWorktree,
): Promise<Result<string, string>> {
  const git = gitIn(tree, env)
  const made = await git('update-ref', `refs/heads/${branch}`, base, '')
  if (!made.ok) return made
  const added = await oneAtATime(tree, () => git('worktree', 'add', '-q', path, branch))
  if (!added.ok) await dropWorktree({ origin: tree, path, branch, env })
  return added
}

/** Why the branch cannot be created: it exists, or its parent name is a branch. */
async function takenRef(git: Git, branch: string): Promise<string | null> {
  for (const name of [branch, dirname(branch)])
    if ((await git('rev-parse', '-q', '--verify', `refs/heads/${name}`)).ok)
      return `the branch ${name} already exists, and the loop needs ${branch}`
  return null
}

function refusal({ tree, folder, loop }: WorktreeRequest, committed: boolean): string | null {
  if (gitFolders(tree) === null) return `${tree} is not a git working tree`
  if (!committed) return `${tree} has no commit yet`
  if (folder.startsWith(`${tree}/`)) return `worktrees are kept in ${folder}, which is inside the tree`
  // Git leaves submodules empty in a second working tree, and filling them needs the network.
  if (existsSync(join(tree, '.gitmodules'))) return `${tree} has submodules, which git does not check out in a worktree`
  return existsSync(join(folder, loop)) ? `${join(folder, loop)} already exists` : null
}

/** The last part has the name of the tree, because some projects print and test the name of their folder. */
const worktreePath = ({ tree, loop, folder }: WorktreeRequest): string => join(folder, loop, basename(tree) || 'root')

const branchOf = (loop: string): string => `agent-loop/${loop}`
