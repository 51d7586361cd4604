import * as z from 'zod/mini'
import { isOpen, STATUSES } from '../loop/status.ts'

export const REGISTRY_VERSION = '2.0.0'

export const registryEntrySchema = z.readonly(
  z.object({
    loop_id: z.string(),
    task: z.string(),
    status: z.enum(STATUSES),
    iteration: z.int(),
    max_iterations: z.int(),
    completion_criteria: z.string(),
    started_at: z.string(),
    last_active: z.string(),
    pid: z.int(),
    /** With the pid this names one process for good. */
    owner: z.readonly(z.object({ kind: z.enum(['foreground']), started: z.string(), boot: z.string() })),
    working_directory: z.string(),
    state_file: z.string(),
    /** What the latest check said, and the first line of what it found missing. */
    verdict: z.nullable(z.string()),
    missing: z.nullable(z.string()),
    /** Ids of what the latest check found failing, the first few. */
    failing: z.readonly(z.array(z.string())),
    spent: z.readonly(z.object({ ms: z.number(), tokens: z.nullable(z.number()), usd: z.nullable(z.number()) })),
    /** Why it ended, for people; null while it has not. */
    ended: z.nullable(z.string()),
  }),
)

export const registrySchema = z.readonly(
  z.object({
    version: z.string(),
    max_concurrent_loops: z.int(),
    updated_at: z.string(),
    active_loops: z.readonly(z.array(registryEntrySchema)),
    /** The loops that ended last, newest first. */
    recent_loops: z.readonly(z.array(registryEntrySchema)),
    totals: z.readonly(z.object({ started: z.int(), verified: z.int(), ended: z.int() })),
  }),
)

export type RegistryEntry = z.infer<typeof registryEntrySchema>
export type Registry = z.infer<typeof registrySchema>

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
      ended: totals.ended + (ends ? 1 : 0),
      verified: totals.verified + (ends && entry.status === 'verified' ? 1 : 0),
    },
  }
}
