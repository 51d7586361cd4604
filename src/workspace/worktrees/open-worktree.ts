import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { type Git, gitIn } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'
import { gitFolders } from '../snapshots/user-repository.ts'
import { type CopiedFiles, copyIgnoredFiles } from './copy-ignored.ts'
import { dropWorktree } from './drop-worktree.ts'

interface WorktreeRequest {
  /** The person's tree. */
  readonly tree: string
  readonly loop: string
  /** Where all worktrees stand. */
  readonly folder: string
  /** The view of our loops in the tree, which is not copied. */
  readonly ours: string
  readonly env: Environment
}

export interface Worktree extends CopiedFiles {
  readonly path: string
  readonly branch: string
  /** The branch that it came from; null when none was checked out. */
  readonly onto: string | null
  readonly base: string
  /** The person's tree has changes that are in no commit, and so not in the worktree. */
  readonly dirty: boolean
}

/** Makes a working tree of its own for a loop, on a branch of its own, with what is installed; or says why it cannot be. */
export async function openWorktree(request: WorktreeRequest): Promise<Result<Worktree, string>> {
  const { tree, loop, env, ours } = request
  const git = gitIn(tree, env)
  const base = await git('rev-parse', '-q', '--verify', 'HEAD^{commit}')
  const trouble = refusal(request, base.ok)
  if (trouble !== null || !base.ok) return fail(trouble ?? 'git does not tell what is checked out')
  const onto = await git('symbolic-ref', '-q', 'HEAD')
  const branch = branchOf(loop)
  const taken = await takenRef(git, branch)
  if (taken !== null) return fail(taken)
  const path = worktreePath(request)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const added = await git('worktree', 'add', '-q', '-b', branch, path, base.value)
  if (!added.ok) return fail(`git could not make one: ${added.error}`)
  const status = await git('status', '--porcelain')
  try {
    const furnished = await copyIgnoredFiles(tree, path, ours, env)
    const dirty = !status.ok || status.value !== ''
    return ok({ path, branch, onto: onto.ok ? onto.value : null, base: base.value, dirty, ...furnished })
  } catch (error) {
    await dropWorktree({ origin: tree, path, branch, env })
    return fail(`what is installed could not be copied: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A branch of that name, or one that git keeps where it would have to keep ours. */
async function takenRef(git: Git, branch: string): Promise<string | null> {
  for (const name of [branch, dirname(branch)])
    if ((await git('rev-parse', '-q', '--verify', `refs/heads/${name}`)).ok)
      return `a branch ${name} is there already, and its own would be ${branch}`
  return null
}

function refusal({ tree, folder, loop }: WorktreeRequest, committed: boolean): string | null {
  if (gitFolders(tree) === null) return `${tree} is not kept by git`
  if (!committed) return `${tree} has no commit yet`
  if (folder.startsWith(`${tree}/`)) return `it would stand in ${folder}, which is inside of the tree itself`
  // Git leaves them empty in a second working tree, and to fill them needs the network.
  if (existsSync(join(tree, '.gitmodules'))) return `${tree} has submodules, which git does not bring along`
  return existsSync(join(folder, loop)) ? `${join(folder, loop)} is there already` : null
}

/** The last part is called as the tree is: the name of the folder is part of what some projects print and test. */
const worktreePath = ({ tree, loop, folder }: WorktreeRequest): string => join(folder, loop, basename(tree) || 'root')

const branchOf = (loop: string): string => `agent-loop/${loop}`
