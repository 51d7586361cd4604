import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { type Git, gitIn } from '../../system/git.ts'
import { foreignRepository, gitPrograms } from '../../system/git-programs.ts'
import type { Environment } from '../../system/shell.ts'
import { gitFolders } from '../snapshots/user-repository.ts'
import { type CopiedFiles, copyIgnoredFiles } from './copy-ignored.ts'
import { dropWorktree } from './drop-worktree.ts'

interface WorktreeRequest {
  /** The user's tree. */
  readonly tree: string
  readonly loop: string
  /** The folder that holds all worktrees. */
  readonly folder: string
  /** The state view in the tree, which is not copied. */
  readonly ours: string
  readonly env: Environment
}

export interface Worktree extends CopiedFiles {
  readonly path: string
  readonly branch: string
  /** The branch that was checked out; null when none was. */
  readonly onto: string | null
  readonly base: string
  /** Programs that git may start in it, to see later whether the loop changed them. */
  readonly programs: readonly string[]
  /** The user's tree has uncommitted changes, which are not in the worktree. */
  readonly dirty: boolean
}

/** Creates a worktree for a loop, on a new branch, with installed dependencies; or says why it cannot. */
export async function openWorktree(request: WorktreeRequest): Promise<Result<Worktree, string>> {
  const { tree, loop, env, ours } = request
  const foreign = await foreignRepository(tree, env)
  if (foreign !== null) return fail(foreign)
  const git = gitIn(tree, env)
  const base = await git('rev-parse', '-q', '--verify', 'HEAD^{commit}')
  const trouble = refusal(request, base.ok)
  if (trouble !== null || !base.ok) return fail(trouble ?? 'git cannot tell which commit is checked out')
  const onto = await git('symbolic-ref', '-q', 'HEAD')
  const branch = branchOf(loop)
  const taken = await takenRef(git, branch)
  if (taken !== null) return fail(taken)
  const path = worktreePath(request)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const added = await git('worktree', 'add', '-q', '-b', branch, path, base.value)
  if (!added.ok) return fail(`git could not create a worktree: ${added.error}`)
  const status = await git('status', '--porcelain', '--ignore-submodules=dirty')
  try {
    const ignored = await copyIgnoredFiles(tree, path, ours, env)
    const dirty = !status.ok || status.value !== ''
    const programs = [...new Set([...(await gitPrograms(tree, env)), ...(await gitPrograms(path, env))])]
    return ok({ path, branch, onto: onto.ok ? onto.value : null, base: base.value, programs, dirty, ...ignored })
  } catch (error) {
    await dropWorktree({ origin: tree, path, branch, env })
    return fail(`ignored files could not be copied: ${error instanceof Error ? error.message : String(error)}`)
  }
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
