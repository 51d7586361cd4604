import { isOpen, type Status } from '../loop/status.ts'

export const REGISTRY_VERSION = '2.0.0'

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
  readonly owner: { readonly kind: 'foreground' | 'adopted'; readonly started: string; readonly boot: string }
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
}

export interface Registry {
  readonly version: string
  readonly max_concurrent_loops: number
  readonly updated_at: string
  readonly active_loops: readonly RegistryEntry[]
  /** The loops that ended last, newest first. */
  readonly recent_loops: readonly RegistryEntry[]
  readonly totals: { readonly started: number; readonly verified: number; readonly ended: number }
}

const MAX_CONCURRENT_LOOPS = 4
const RECENT_KEPT = 20

export const emptyRegistry = (at: string): Registry => ({
  version: REGISTRY_VERSION,
  max_concurrent_loops: MAX_CONCURRENT_LOOPS,
  updated_at: at,
  active_loops: [],
  recent_loops: [],
  totals: { started: 0, verified: 0, ended: 0 },
})

/** Puts a loop where its status belongs: among the active ones, or, once it has ended, among the recent. Twice is as once. */
export function withEntry(registry: Registry, entry: RegistryEntry): Registry {
  const isOther = ({ loop_id }: RegistryEntry): boolean => loop_id !== entry.loop_id
  const wasEnded = !registry.recent_loops.every(isOther)
  const isNew = !wasEnded && registry.active_loops.every(isOther)
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
