import { isLoopId } from '../loop/loop-id.ts'
import type { LoopState } from '../loop/state.ts'
import { peekLoop } from '../store/journal/read-state.ts'
import { type Layout, type LoopPaths, loopPaths } from '../store/layout.ts'
import { activeElsewhere, readOverview } from '../store/registry/overview.ts'
import { homeOf } from '../store/registry/registry-document.ts'
import type { Disk } from '../system/disk.ts'
import { shellQuote } from '../tools/shell/shell-quote.ts'
import { runProblem } from './problems.ts'

interface FoundLoop {
  readonly paths: LoopPaths
  readonly state: LoopState
}

/** A loop of this project, read from its journal. */
export async function findLoop(disk: Disk, layout: Layout, id: string): Promise<FoundLoop> {
  const paths = isLoopId(id) ? loopPaths(layout, id) : null
  const state = paths && (await peekLoop(disk, paths))
  if (paths && state) return { paths, state }
  if (paths && (await disk.exists(paths.viewState))) throw runProblem('only-state-view', { id })
  const elsewhere =
    paths && (await activeElsewhere(disk, layout.home, layout)).active.find(({ loop_id }) => loop_id === id)
  if (elsewhere) throw runProblem('loop-of-other-project', { id, directory: shellQuote(homeOf(elsewhere)) })
  throw runProblem('no-such-loop', { id })
}

/** Whether a process drives it now. */
export async function isDriven(disk: Disk, layout: Layout, id: string): Promise<boolean> {
  const { active } = await readOverview(disk, layout)
  return active.some(({ loop_id, status }) => loop_id === id && status === 'running')
}
