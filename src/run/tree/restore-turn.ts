import { UsageError } from '../../std/usage-error.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { type Layout, loopPaths } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import type { RestoreReport } from '../../workspace/snapshots/restore.ts'
import { openSnapshots } from '../../workspace/snapshots/snapshots.ts'

/** An iteration, or by a word: before the first turn, or the one that left least to do. */
export type RestorePoint = number | 'start' | 'best'

export interface GoBackRequest {
  readonly id: string
  readonly to: RestorePoint
  /** Also when somebody changed the tree since the loop's last turn. */
  readonly force: boolean
}

export interface WentBack {
  readonly iteration: number
  readonly report: RestoreReport
}

/** Puts the tree's files back as they were after an iteration of a loop. The present is kept first, so nothing is lost. */
export async function goBack(
  { id, to, force }: GoBackRequest,
  { layout, disk, tree, env }: { layout: Layout; disk: Disk; tree: string; env: Environment },
): Promise<WentBack> {
  const paths = loopPaths(layout, id)
  const state = await peekLoop(disk, paths)
  if (state === null) throw new UsageError('no-such-loop', `There is no loop "${id}".`, 'See agent-loop list')
  const snapshots = await openSnapshots({ repository: paths.snapshots, tree, exclude: [layout.view, layout.home], env })
  if (!snapshots.ok)
    throw new UsageError('storage', `Nothing can be put back: ${snapshots.error}`, 'See agent-loop diff')
  const iteration = to === 'start' ? 0 : to === 'best' ? (state.best?.iteration ?? 0) : to
  const kept = await snapshots.value.iterations()
  // Of a turn that is under way there is none yet.
  const [target, last] = [await snapshots.value.idOf(iteration), await snapshots.value.idOf(kept.at(-1) ?? 0)]
  if (target === null || last === null)
    throw new UsageError(
      'bad-arguments',
      `Iteration ${iteration} is not kept.`,
      `Kept are ${kept.join(', ') || 'none'}.`,
    )
  const report = await snapshots.value.restore(target, { from: last, force })
  if (!report.ok) throw new UsageError('storage', `Nothing was put back: ${report.error}`, 'The tree is as it was.')
  return { iteration, report: report.value }
}
