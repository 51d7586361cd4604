import * as z from 'zod/mini'
import { isOpen, STATUSES } from '../../loop/status.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { MAX_CONCURRENT_LOOPS } from './max-concurrent-loops.ts'

export const REGISTRY_VERSION = '2.0.0'

/** Where a loop is driven: in a terminal, by the daemon, or by another assistant's session. */
export type OwnerKind = 'foreground' | 'background' | 'adopted'

const entrySchema = z.readonly(
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
    /** Together with the pid this identifies one process for good. */
    owner: z.readonly(z.object({ kind: z.string(), started: z.string(), boot: z.string() })),
    working_directory: z.string(),
    state_file: z.string(),
    /** The result of the latest check, and the first line of what it found missing. */
    verdict: z.nullable(z.string()),
    missing: z.nullable(z.string()),
    /** Ids of the first failures of the latest check. */
    failing: z.readonly(z.array(z.string())),
    spent: z.readonly(z.object({ ms: z.number(), tokens: z.nullable(z.number()), usd: z.nullable(z.number()) })),
    /** How long it may work in total. Absent in entries of older versions. */
    time_limit_ms: z.optional(z.number()),
    /** Why it ended, for people; null while it runs. */
    ended: z.nullable(z.string()),
    /** The worker that runs it, when it is a loop of a fleet; null while it waits for one. */
    fleet: z.optional(z.readonly(z.object({ worker: z.nullable(z.string()), queued: z.optional(z.literal(true)) }))),
    /** The loop and the turn that it continues from; absent when it began on its own. */
    fork_of: z.optional(z.readonly(z.object({ loop_id: z.string(), iteration: z.int() }))),
    /** Set for a loop that only verifies a merge, which no person started. */
    verifies_merge: z.optional(z.literal(true)),
    /** Its own worktree and the branch it came from; absent when it works in the person's tree. */
    worktree: z.optional(
      z.readonly(
        z.object({
          path: z.string(),
          branch: z.string(),
          onto: z.nullable(z.string()),
          /** The person's tree, to whose project the loop belongs. */
          origin: z.string(),
        }),
      ),
    ),
  }),
)

export type RegistryEntry = z.infer<typeof entrySchema>

const registrySchema = z.readonly(
  z.object({
    version: z.string(),
    max_concurrent_loops: z.int(),
    updated_at: z.string(),
    active_loops: z.readonly(z.array(entrySchema)),
    /** The loops that ended last, newest first. */
    recent_loops: z.readonly(z.array(entrySchema)),
    totals: z.readonly(z.object({ started: z.int(), verified: z.int(), ended: z.int() })),
  }),
)

export type Registry = z.infer<typeof registrySchema>

/** The registry, or the path of the first field that is wrong ('' for the whole document). */
export function parseRegistry(value: unknown): Result<Registry, string> {
  const parsed = registrySchema.safeParse(value)
  // As it was written: unknown fields are kept.
  return parsed.success ? ok(value as Registry) : fail(parsed.error.issues[0]?.path.join('.') ?? '')
}

export const parseEntry = (value: unknown): RegistryEntry | null =>
  entrySchema.safeParse(value).success ? (value as RegistryEntry) : null

/** The directory from which a person controls a loop. */
export const homeOf = ({ worktree, working_directory }: RegistryEntry): string => worktree?.origin ?? working_directory

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
 * Lists a loop by its status: among the active ones, or, once it has ended, among the recent ones. Idempotent.
 * `archived`: it had ended before, even if it is no longer among the recent ones.
 */
export function withEntry(registry: Registry, entry: RegistryEntry, archived = false): Registry {
  const isOther = ({ loop_id }: RegistryEntry): boolean => loop_id !== entry.loop_id
  const wasActive = !registry.active_loops.every(isOther)
  // A loop that is listed as active was not counted as ended, whatever the archive contains.
  const wasEnded = !wasActive && (archived || !registry.recent_loops.every(isOther))
  const isNew = !wasEnded && !wasActive
  const before = registry.recent_loops.find(({ loop_id }) => loop_id === entry.loop_id)
  // An ended loop that is no longer among the recent ones was counted when it ended.
  const wasVerified = wasEnded && (before === undefined || before.status === 'verified')
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
      // A loop that is resumed has not ended.
      ended: totals.ended + (ends ? 1 : open && wasEnded ? -1 : 0),
      verified: totals.verified + (entry.status === 'verified' && !wasVerified ? 1 : 0),
    },
  }
}
