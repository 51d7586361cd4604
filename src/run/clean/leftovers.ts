import type { Status } from '../../loop/status.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { type Layout, loopPaths, loopsOf } from '../../store/layout.ts'
import { leaseOf } from '../../store/lease.ts'
import { archivedLoops } from '../../store/registry/archive.ts'
import { readOverview } from '../../store/registry/overview.ts'
import type { RegistryEntry } from '../../store/registry/registry-document.ts'
import type { Disk } from '../../system/disk.ts'
import { folderSize } from '../../system/folder-size.ts'
import { carriersOf, isAlive, type NamedProcess } from '../../system/process-table.ts'
import { damageOf } from '../steer/drop-damaged.ts'
import { type FolderLeftover, findFolders } from './worktree-leftovers.ts'

/** What loops that no process drives any more left behind. */
export type Leftover =
  | { readonly kind: 'damaged'; readonly loop_id: string; readonly damaged: string }
  | { readonly kind: 'interrupted'; readonly loop_id: string; readonly processes: readonly NamedProcess[] }
  | FolderLeftover
  | { readonly kind: 'snapshots'; readonly loop_id: string; readonly bytes: number; readonly last_active: string }

interface CleanParts {
  readonly disk: Disk
  readonly layout: Layout
  /** Snapshots of loops that ended before this time are not kept. */
  readonly keepSince: string
}

/** The snapshots of ended loops that a project keeps, newest first; older ones beyond this are not kept. */
const MOST_SNAPSHOT_BYTES = 2 * 1024 ** 3

/** These never resume, but for an interrupted one. A loop that ended at a limit does, with a higher one. */
const NEVER_RESUMED: readonly Status[] = ['verified', 'claimed', 'aborted', 'stuck', 'gate_broken', 'agent_failed']

/** Everything in a project that `clean` would remove. Changes nothing. */
export async function findLeftovers(parts: CleanParts): Promise<readonly Leftover[]> {
  const { disk, layout } = parts
  const { loops: archived } = await archivedLoops(disk, layout)
  const { active } = await readOverview(disk, layout)
  const ids = [...new Set([...active.map(({ loop_id }) => loop_id), ...(await disk.list(loopsOf(layout)))])]
  const isEnded = new Set(archived.map(({ loop_id }) => loop_id))
  const running = new Set(active.flatMap(({ loop_id, status }) => (status === 'running' ? [loop_id] : [])))
  const idle = ids.filter(id => !running.has(id))
  const found = await Promise.all(idle.map(id => leftoverOf(parts, id, isEnded.has(id))))
  return [
    ...found.filter(each => each !== null),
    ...(await findFolders(parts, new Set([...ids, ...isEnded]))),
    ...(await oldSnapshots(parts, archived)),
  ]
}

async function leftoverOf({ disk, layout }: CleanParts, id: string, ended: boolean): Promise<Leftover | null> {
  const lease = await leaseOf(disk, layout.leases, id)
  // The process that drives it notices by itself when its journal is damaged.
  if (lease && (isAlive(lease.owner) || (lease.host && isAlive(lease.host)))) return null
  const damaged = await damageOf({ disk, layout }, id)
  if (damaged !== null) return { kind: 'damaged', loop_id: id, damaged }
  const state = ended ? null : await peekLoop(disk, loopPaths(layout, id))
  if (state === null || state.outcome) return null
  return { kind: 'interrupted', loop_id: id, processes: carriersOf(state.spec.nonce) }
}

async function oldSnapshots(
  { disk, layout, keepSince }: CleanParts,
  archived: readonly RegistryEntry[],
): Promise<readonly Leftover[]> {
  const found: Leftover[] = []
  let kept = 0
  for (const { loop_id, status, last_active } of archived) {
    const { snapshots } = loopPaths(layout, loop_id)
    if (!NEVER_RESUMED.includes(status) || !(await disk.exists(snapshots))) continue
    const bytes = folderSize(snapshots)
    kept += bytes
    if (last_active < keepSince || kept > MOST_SNAPSHOT_BYTES)
      found.push({ kind: 'snapshots', loop_id, bytes, last_active })
  }
  return found
}
