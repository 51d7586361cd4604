import { isOpen, type Status } from '../loop/status.ts'

export const REGISTRY_VERSION = '2.0.0'

/** Where a loop is driven: in somebody's terminal, or by the user's daemon. */
export type OwnerKind = 'foreground' | 'background' | 'adopted'

export interface RegistryEntry {
  readonly loop_id: string
  readonly task: string
  readonly status: Status
  readonly iteration: number
  readonly max_iterations: number
  readonly completion_criteria: string
  readonly started_at: string
  readonly last_active: string
  readonly pid: number
  /** With the pid this names one process for good. */
  readonly owner: { readonly kind: OwnerKind; readonly started: string; readonly boot: string }
  readonly working_directory: string
  readonly state_file: string
  /** What the latest check said, and the first line of what it found missing. */
  readonly verdict: string | null
  readonly missing: string | null
  /** Ids of what the latest check found failing, the first few. */
  readonly failing: readonly string[]
  readonly spent: { readonly ms: number; readonly tokens: number | null; readonly usd: number | null }
  /** Why it ended, for people; null while it has not. */
  readonly ended: string | null
  /** The tree of its own that it works in, and the branch it came from; not there when it works in the person's. */
  readonly worktree?: {
    readonly path: string
    readonly branch: string
    readonly onto: string | null
    /** The person's tree, to whose project the loop belongs. */
    readonly origin: string
  }
}

/** Where a person stands who wants to do something with a loop. */
export const homeOf = ({ worktree, working_directory }: RegistryEntry): string => worktree?.origin ?? working_directory

export interface Registry {
  readonly version: string
  readonly max_concurrent_loops: number
  readonly updated_at: string
  readonly active_loops: readonly RegistryEntry[]
  /** The loops that ended last, newest first. */
  readonly recent_loops: readonly RegistryEntry[]
  readonly totals: { readonly started: number; readonly verified: number; readonly ended: number }
}

export const MAX_CONCURRENT_LOOPS = 4
const RECENT_KEPT = 20

export const emptyRegistry = (at: string): Registry => ({
  version: REGISTRY_VERSION,
  max_concurrent_loops: MAX_CONCURRENT_LOOPS,
  updated_at: at,
  active_loops: [],
  recent_loops: [],
  totals: { started: 0, verified: 0, ended: 0 },
})

/**
 * Puts a loop where its status belongs: among the active ones, or, once it has ended, among the recent. Twice is as once.
 * `archived`: it had ended before, also when that is so long ago that it is no longer among the recent.
 */
export function withEntry(registry: Registry, entry: RegistryEntry, archived = false): Registry {
  const isOther = ({ loop_id }: RegistryEntry): boolean => loop_id !== entry.loop_id
  const wasActive = !registry.active_loops.every(isOther)
  // A loop that stands among the active was not counted as ended, whatever the archive has.
  const wasEnded = !wasActive && (archived || !registry.recent_loops.every(isOther))
  const isNew = !wasEnded && !wasActive
  const open = isOpen(entry.status)
  const ends = !open && !wasEnded
  const { totals } = registry
  const others = { active: registry.active_loops.filter(isOther), recent: registry.recent_loops.filter(isOther) }
  return {
    ...registry,
    updated_at: entry.last_active,
    active_loops: open ? [...others.active, entry] : others.active,
    recent_loops: open ? others.recent : [entry, ...others.recent].slice(0, RECENT_KEPT),
    totals: {
      started: totals.started + (isNew ? 1 : 0),
      // A loop that is taken up again has not ended.
      ended: totals.ended + (ends ? 1 : open && wasEnded ? -1 : 0),
      verified: totals.verified + (ends && entry.status === 'verified' ? 1 : 0),
    },
  }
}
