import { basename, join } from 'node:path'
import type { LoopState } from '../../loop/state.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { type Layout, loopFiles, loopPaths } from '../../store/layout.ts'
import { projectFolders } from '../../store/registry/find-projects.ts'
import type { Disk } from '../../system/disk.ts'
import { whyOver } from '../resume-limits.ts'
import { endedDemos } from './demo-folder.ts'

/** Folders that nobody works in any more. `keeps`: the work in it is nowhere else, or the loop could still be resumed. */
export type FolderLeftover =
  | {
      readonly kind: 'worktree'
      readonly loop_id: string
      readonly path: string
      readonly keeps: boolean
      /** The person's tree and the branch that goes with it; null for a folder that belongs to no loop. */
      readonly of: { readonly origin: string; readonly branch: string } | null
    }
  | { readonly kind: 'demo'; readonly loop_id: string; readonly path: string }
  /** Only the state view is here: the loop ran on another machine, or for another user. */
  | { readonly kind: 'foreign'; readonly loop_id: string; readonly path: string }

interface FolderParts {
  readonly disk: Disk
  readonly layout: Layout
}

/** `known`: the loops that this project has records of, also damaged ones. */
export async function findFolders(parts: FolderParts, known: ReadonlySet<string>): Promise<readonly FolderLeftover[]> {
  const { disk, layout } = parts
  const worktrees = await Promise.all((await disk.list(layout.worktrees)).map(id => worktreeOf(parts, id)))
  const demos = await endedDemos(disk, layout.home)
  return [
    ...worktrees.filter(each => each !== null),
    ...(await foreignViews(parts, known)),
    ...demos.map(path => ({ kind: 'demo', loop_id: basename(path), path }) as const),
  ]
}

async function worktreeOf({ disk, layout }: FolderParts, id: string): Promise<FolderLeftover | null> {
  const state = await peekLoop(disk, loopPaths(layout, id)).catch(() => null)
  if (state === null)
    return (await isOfAnyProject(disk, layout, id))
      ? null
      : { kind: 'worktree', loop_id: id, path: join(layout.worktrees, id), keeps: false, of: null }
  const { tree, worktree } = state.spec
  if (state.outcome === null || worktree === null) return null
  const { origin, branch } = worktree
  return { kind: 'worktree', loop_id: id, path: tree, keeps: isKept(state), of: { origin, branch } }
}

const isKept = ({ outcome, waivedSinceCheck }: LoopState): boolean =>
  outcome !== null && (outcome.kind === 'verified' || whyOver(outcome, waivedSinceCheck) === null)

async function isOfAnyProject(disk: Disk, { home }: Layout, id: string): Promise<boolean> {
  const folders = await projectFolders(disk, home)
  const known = await Promise.all(folders.map(folder => disk.exists(loopFiles(folder, id).directory)))
  return known.includes(true)
}

async function foreignViews(
  { disk, layout }: FolderParts,
  known: ReadonlySet<string>,
): Promise<readonly FolderLeftover[]> {
  const ids = await disk.list(join(layout.view, 'loops'))
  return ids
    .filter(id => !known.has(id))
    .map(id => ({ kind: 'foreign', loop_id: id, path: loopPaths(layout, id).viewDirectory }))
}
