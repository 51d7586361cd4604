import { type Git, gitIn } from '../../system/git.ts'
import { foreignRepository } from '../../system/git-programs.ts'
import type { Environment } from '../../system/shell.ts'
import { shortRef } from '../../workspace/worktrees/fast-forward.ts'
import type { PlanSpec } from '../events.ts'
import { planProblem } from '../problems.ts'

/** The branch to merge into, as `refs/heads/main`. Throws a `UsageError` when there is none. */
export async function targetBranch(tree: string, into: string | null, env: Environment): Promise<string> {
  const foreign = await foreignRepository(tree, env)
  if (foreign !== null) throw planProblem('not-a-repository', { because: foreign })
  const git = gitIn(tree, env)
  const head = await git('rev-parse', '-q', '--verify', 'HEAD^{commit}')
  if (!head.ok) throw planProblem('not-a-repository', { because: `${tree} has no commit` })
  if (into === null) {
    const current = await git('symbolic-ref', '-q', 'HEAD')
    if (!current.ok) throw planProblem('no-branch', {})
    return current.value
  }
  const ref = `refs/heads/${shortRef(into)}`
  if (!(await git('rev-parse', '-q', '--verify', ref)).ok) throw planProblem('unknown-branch', { branch: into })
  return ref
}

const NAMED = 5

/** Names of uncommitted changes where the branch is checked out in the person's tree; null when there are none. */
export async function uncommitted(tree: string, ref: string, env: Environment): Promise<string | null> {
  const git = gitIn(tree, env)
  const current = await git('symbolic-ref', '-q', 'HEAD')
  if (!current.ok || current.value !== ref) return null
  const names = await changedNames(git)
  if (names.length === 0) return null
  return names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')}, and ${names.length - NAMED} more`
    : names.join(', ')
}

async function changedNames(git: Git): Promise<readonly string[]> {
  const quiet = ['--name-only', '--no-renames', '--ignore-submodules=dirty', '-z']
  const found = await Promise.all([git('diff', ...quiet), git('diff', '--cached', ...quiet)])
  return [...new Set(found.flatMap(each => (each.ok ? each.value.split('\0') : ['?'])))].filter(name => name !== '')
}

/** The path of a file in the tree, when git has it; null when it does not, and its marks are no part of commits. */
export async function trackedPath(tree: string, path: string, env: Environment): Promise<string | null> {
  const listed = await gitIn(tree, env)('ls-files', '-z', '--full-name', '--error-unmatch', '--', path)
  return listed.ok ? (listed.value.split('\0')[0] ?? null) : null
}

/** Agents would not see the changes, and merges could not update the files. */
export async function refuseDirty({ tree, onto }: Pick<PlanSpec, 'tree' | 'onto'>, env: Environment): Promise<void> {
  const names = await uncommitted(tree, onto, env)
  if (names !== null) throw planProblem('target-dirty', { tree, names })
}
