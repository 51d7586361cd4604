import type { LoopState } from '../../loop/state.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { activityLogIn, type Layout, loopPaths } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import type { RestoreReport } from '../../workspace/snapshots/restore.ts'
import type { SavedSnapshots } from '../../workspace/snapshots/saved-snapshots.ts'
import { openSnapshots } from '../../workspace/snapshots/snapshots.ts'
import { runProblem } from '../problems.ts'

/** An iteration, by a word (before the first turn, or the one that left least to do), or the files from before a restore. */
export type RestorePoint = number | 'start' | 'best' | { readonly beforeRestore: number }

export interface RestoreTurnRequest {
  readonly id: string
  readonly to: RestorePoint
  /** Also when the tree was changed since the loop's last turn. */
  readonly force: boolean
  /** Only these files and folders; everything when not given. */
  readonly only?: readonly string[] | undefined
}

export interface RestoredTurn {
  /** Null for files from before a restore. */
  readonly iteration: number | null
  readonly report: RestoreReport
}

/** Restores the tree's files as they were after an iteration of a loop. Saves a snapshot first, so nothing is lost. */
export async function restoreTurn(
  { id, to, force, only }: RestoreTurnRequest,
  { layout, disk, tree, env }: { layout: Layout; disk: Disk; tree: string; env: Environment },
): Promise<RestoredTurn> {
  const paths = loopPaths(layout, id)
  const state = await peekLoop(disk, paths)
  if (state === null) throw runProblem('no-such-loop', { id })
  const snapshots = await openSnapshots({
    repository: paths.snapshots,
    tree,
    exclude: [layout.view, layout.home, activityLogIn(tree)],
    env,
  })
  if (!snapshots.ok) throw runProblem('snapshots-unreadable', { because: snapshots.error })
  const iteration = iterationOf(to, state)
  const kept = await snapshots.value.iterations()
  // A turn in progress has no snapshot yet.
  const [target, last] = [await targetOf(snapshots.value, to, iteration), await snapshots.value.idOf(kept.at(-1) ?? 0)]
  if (target === null || last === null)
    throw iteration === null ? runProblem('nothing-saved', { id }) : runProblem('turn-not-kept', { iteration, kept })
  const report = await snapshots.value.restore(target, { from: last, force, ...(only ? { only } : {}) })
  if (!report.ok) throw runProblem('not-restored', { because: report.error })
  return { iteration, report: report.value }
}

function iterationOf(to: RestorePoint, { best }: LoopState): number | null {
  if (typeof to === 'object') return null
  return to === 'start' ? 0 : to === 'best' ? (best?.iteration ?? 0) : to
}

const targetOf = (snapshots: SavedSnapshots, to: RestorePoint, iteration: number | null): Promise<string | null> =>
  typeof to === 'object' ? snapshots.idBeforeRestore(to.beforeRestore) : snapshots.idOf(iteration ?? 0)
