import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { apply } from '../../loop/apply.ts'
import type { EventOf } from '../../loop/events.ts'
import { isoTime } from '../../loop/iso-time.ts'
import type { LoopSpec } from '../../loop/state.ts'
import { loopPaths } from '../../store/layout.ts'
import { systemClock } from '../../system/clock.ts'
import { copyTree } from '../../system/copy-tree.ts'
import { openEvidence } from '../../tools/ids/open-evidence.ts'
import { savedSnapshots } from '../../workspace/snapshots/saved-snapshots.ts'
import type { BeginParts } from '../begin.ts'
import { evidenceFolder, gateFor, keeperFor } from '../drive.ts'
import { findLoop } from '../find-loop.ts'
import { needsBaselineCopy } from '../participants.ts'
import { runProblem } from '../problems.ts'
import { withLease } from '../tree/hold-tree.ts'

interface Move {
  /** Makes the tree ready before its baseline is recorded again, such as by installing its packages. */
  readonly prepare?: () => Promise<void>
  /** The loop ended for good: no baseline is needed here. */
  readonly over?: boolean
  /** The worktree that this directory is; none when it is the person's tree. */
  readonly worktree?: LoopSpec['worktree']
}

/**
 * Continues a loop in this directory: its journal and snapshots are in the store of this project already, the tree may have any files.
 * The baseline is recorded again from the files before the first turn, then the files of the latest turn are put in place.
 */
export async function moveLoop(
  parts: BeginParts,
  id: string,
  { prepare, over = false, worktree = null }: Move,
): Promise<void> {
  const { disk, layout, cwd, tree } = parts
  const { state } = await findLoop(disk, layout, id)
  const spec: LoopSpec = { ...state.spec, tree, workspace: cwd, worktree }
  await withLease(parts, { tree, loop: id, nonce: spec.nonce }, async () => {
    const loop = await parts.store.open(id)
    if (!loop) throw runProblem('loop-gone', { id })
    const moved = { ...loop, state: { ...loop.state, spec } }
    const keeper = await keeperFor(parts, spec)
    const { snapshots, directory } = loopPaths(layout, id)
    const saved = savedSnapshots(snapshots, parts.env)
    const place = async (iteration: number): Promise<void> => {
      const snapshot = await saved.idOf(iteration)
      const trouble = snapshot === null ? 'its snapshot is missing' : await keeper.place(snapshot)
      if (trouble !== null) throw runProblem('files-not-moved', { id, iteration, because: trouble })
    }
    const evidence = openEvidence({ directory: evidenceFolder(layout.home, directory, spec.nonce) })
    try {
      const begun = loop.state.baseline !== null
      if (begun) await place(0)
      await prepare?.()
      if (begun && needsBaselineCopy(spec.check)) {
        await rm(loop.baselineFolder, { recursive: true, force: true })
        await copyTree(spec.workspace, loop.baselineFolder)
      }
      const gate = gateFor(parts, moved, { keeper, env: parts.env, evidence, onBytes: () => {} })
      const sealed = over ? loop.state.sealed : await gate.move(loop.state.sealed)
      if (begun) await place((await saved.iterations()).at(-1) ?? 0)
      const event: EventOf<'loop-move'> = {
        ...{ kind: 'loop-move', loop: id, at: isoTime(systemClock), iteration: loop.state.iteration },
        ...{ tree, workspace: cwd, sealed, ...(worktree === null ? {} : { worktree }) },
      }
      await loop.save([event], apply(loop.state, event))
      parts.emit(event)
    } finally {
      evidence.close()
      await keeper.settled()
      await loop.close()
    }
  })
}

/** Files of the gate that a move needs: the record of the baseline. */
export const baselineRecord = (directory: string): string => join(directory, 'gate', 'record.json')
