import type { Result } from '../../std/result.ts'
import type { Layout } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import type { RestoreReport } from '../../workspace/snapshots/restore.ts'
import type { ChangedPath } from '../../workspace/snapshots/saved-snapshots.ts'
import { openSnapshots, type Snapshots } from '../../workspace/snapshots/snapshots.ts'
import { findLoop } from '../find-loop.ts'
import { runProblem } from '../problems.ts'

export type Reverted =
  | {
      readonly kind: 'refused'
      /** Files that are not as the last turn left them. */
      readonly changed: readonly ChangedPath[]
      /** Branch or staged files are not as the last turn left them. */
      readonly git: boolean
    }
  | {
      readonly kind: 'reverted'
      readonly files: Extract<RestoreReport, { kind: 'restored' }>
      /** What the loop's start and the tree before the revert differed in: by the agent, or by a person. */
      readonly changed: readonly ChangedPath[]
      /** Why branch and index could not be brought back; null when they are, or never moved. */
      readonly gitTrouble: string | null
      /** A branch of the agent's that HEAD left; it stays. */
      readonly leftBranch: string | null
      /** The commit that the branch pointed to before it was moved back; null when it was not moved. */
      readonly movedFrom: string | null
    }

interface RevertParts {
  readonly layout: Layout
  readonly disk: Disk
  readonly env: Environment
}

/** Puts a tree back as its loop found it: files, branch and index. The present is kept first; what git ignores stays as it is. */
export async function revertLoop(id: string, force: boolean, { layout, disk, env }: RevertParts): Promise<Reverted> {
  const { paths, state } = await findLoop(disk, layout, id)
  const exclude = [layout.view, layout.home]
  const snapshots = read(await openSnapshots({ repository: paths.snapshots, tree: state.spec.tree, exclude, env }))
  const [first, last] = [await snapshots.idOf(0), await lastKept(snapshots)]
  if (first === null || last === null) throw runProblem('start-not-kept', { id })
  const stands = read(await snapshots.isGitUnchanged(last))
  if (!stands && !force) {
    const now = read(await snapshots.take('present'))
    return { kind: 'refused', changed: read(await snapshots.changedPaths(last, now.id)), git: true }
  }
  const [recorded, expected] = [read(await snapshots.gitState(first)), read(await snapshots.gitState())]
  const files = read(await snapshots.restore(first, { from: last, force }))
  if (files.kind === 'refused') return { ...files, git: false }
  const changed = read(await snapshots.changedPaths(first, files.before))
  const moved = recorded && expected && (await snapshots.restoreGit(recorded, expected))
  const git = moved?.ok ? moved.value : { leftBranch: null, movedFrom: null }
  return { kind: 'reverted', files, changed, gitTrouble: moved?.ok === false ? moved.error : null, ...git }
}

/** The last saved snapshot. Changes of a turn that a crash interrupted are not in it, so they may be a person's. */
async function lastKept(snapshots: Snapshots): Promise<string | null> {
  const iteration = (await snapshots.iterations()).at(-1)
  return iteration === undefined ? null : await snapshots.idOf(iteration)
}

function read<T>(result: Result<T, string>): T {
  if (result.ok) return result.value
  throw runProblem('not-restored', { because: result.error })
}
