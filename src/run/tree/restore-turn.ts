import { peekLoop } from '../../store/journal/read-state.ts'
import { type Layout, loopPaths } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import type { RestoreReport } from '../../workspace/snapshots/restore.ts'
import { openSnapshots } from '../../workspace/snapshots/snapshots.ts'
import { runProblem } from '../problems.ts'

/** An iteration, or by a word: before the first turn, or the one that left least to do. */
export type RestorePoint = number | 'start' | 'best'

export interface RestoreTurnRequest {
  readonly id: string
  readonly to: RestorePoint
  /** Also when the tree was changed since the loop's last turn. */
  readonly force: boolean
}

export interface RestoredTurn {
  readonly iteration: number
  readonly report: RestoreReport
}

/** Restores the tree's files as they were after an iteration of a loop. Saves a snapshot first, so nothing is lost. */
export async function restoreTurn(
  { id, to, force }: RestoreTurnRequest,
  { layout, disk, tree, env }: { layout: Layout; disk: Disk; tree: string; env: Environment },
): Promise<RestoredTurn> {
  const paths = loopPaths(layout, id)
  const state = await peekLoop(disk, paths)
  if (state === null) throw runProblem('no-such-loop', { id })
  const snapshots = await openSnapshots({ repository: paths.snapshots, tree, exclude: [layout.view, layout.home], env })
  if (!snapshots.ok) throw runProblem('snapshots-unreadable', { because: snapshots.error })
  const iteration = to === 'start' ? 0 : to === 'best' ? (state.best?.iteration ?? 0) : to
  const kept = await snapshots.value.iterations()
  // A turn in progress has no snapshot yet.
  const [target, last] = [await snapshots.value.idOf(iteration), await snapshots.value.idOf(kept.at(-1) ?? 0)]
  if (target === null || last === null) throw runProblem('turn-not-kept', { iteration, kept })
  const report = await snapshots.value.restore(target, { from: last, force })
  if (!report.ok) throw runProblem('not-restored', { because: report.error })
  return { iteration, report: report.value }
}
