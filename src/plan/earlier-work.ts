import type { RunRequest } from '../run/run-request.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { activityLogIn, loopPaths } from '../store/layout.ts'
import { gitIn } from '../system/git.ts'
import { treeOf } from '../system/tree.ts'
import { openSnapshots } from '../workspace/snapshots/snapshots.ts'
import { CONFLICTS_WITH_BASE } from '../workspace/worktrees/rebase.ts'
import { loopOf, type PlanSession } from './session.ts'

/** Brings earlier work into a new worktree, uncommitted, with markers where it conflicts. */
export async function applyWork(cwd: string, work: string, { parts }: PlanSession): Promise<Result<string, string>> {
  const git = gitIn(treeOf(cwd), parts.env)
  const picked = await git('-c', CONFLICTS_WITH_BASE, 'cherry-pick', '--no-commit', '--allow-empty', work)
  const conflicts = await git('diff', '--name-only', '--diff-filter=U')
  if (!picked.ok && (!conflicts.ok || conflicts.value === '')) return picked
  return await git('reset', '-q')
}

interface EarlierWork {
  /** The new loop, and the one whose result came back. */
  readonly loop: string
  readonly earlier: string
  readonly work: string
}

/**
 * Keeps earlier work for the first turn of a new loop, and leaves its worktree as the branch is. So its baseline is that of the branch:
 * with conflict markers in the tree, or with work that breaks tests, nobody could tell new failures from old ones.
 */
export async function workAsFirstTurn(
  cwd: string,
  { loop, earlier, work }: EarlierWork,
  session: PlanSession,
): Promise<Result<NonNullable<RunRequest['forkOf']>, string>> {
  const { layout, env } = session.parts
  const tree = treeOf(cwd)
  const applied = await applyWork(cwd, work, session)
  if (!applied.ok) return applied
  const exclude = [layout.view, layout.home, activityLogIn(tree)]
  const snapshots = await openSnapshots({ repository: loopPaths(layout, loop).snapshots, tree, exclude, env })
  if (!snapshots.ok) return snapshots
  const taken = await snapshots.value.take('present')
  await snapshots.value.durable()
  if (!taken.ok) return taken
  const git = gitIn(tree, env)
  for (const command of [
    ['reset', '-q', '--hard'],
    ['clean', '-qfd'],
  ]) {
    const done = await git(...command)
    if (!done.ok) return fail(done.error)
  }
  const iteration = (await loopOf(session, earlier))?.iteration ?? 0
  // A fork of the start would have no first turn.
  return ok({ loop: earlier, iteration: Math.max(1, iteration), snapshot: taken.value.id })
}
