import * as z from 'zod/mini'
import { criterionSchema } from '../criteria/criterion.ts'
import { fail, ok } from '../std/result.ts'
import type { ReadEvent } from '../store/journal/journal.ts'
import { LIST_FORMATS } from './lists/task-list.ts'
import { givenSchema, plannedTaskSchema } from './planned-task.ts'

const at = { at: z.string() }
const ofTask = { ...at, task: z.string() }

/** Limits of the whole plan; null: none. */
const planLimitsSchema = z.readonly(
  z.strictObject({
    turns: z.nullable(z.number()),
    ms: z.nullable(z.number()),
    tokens: z.nullable(z.number()),
    usd: z.nullable(z.number()),
  }),
)
export type PlanLimits = z.infer<typeof planLimitsSchema>

const planSpecSchema = z.readonly(
  z.strictObject({
    id: z.string(),
    /** The person's tree, and the folder in it where agents and checks run. */
    tree: z.string(),
    workspace: z.string(),
    /** The list; null when it came from standard input. `tracked`: its path in the tree, when git has it. */
    source: z.nullable(
      z.readonly(z.strictObject({ path: z.string(), format: z.enum(LIST_FORMATS), tracked: z.nullable(z.string()) })),
    ),
    /** The branch that results are merged into, as `refs/heads/main`. */
    onto: z.string(),
    /** What every merged result must keep; null when the project has no tests and none was given. */
    gate: z.nullable(criterionSchema),
    gateSays: z.string(),
    tasks: z.readonly(z.array(plannedTaskSchema)),
    /** The settings that were given as flags. */
    given: givenSchema,
    limits: planLimitsSchema,
    /** Programs that git was configured to start when the plan began. */
    programs: z.readonly(z.array(z.string())),
    /** Marks the lease of the process that runs the plan. */
    nonce: z.string(),
  }),
)
export type PlanSpec = z.infer<typeof planSpecSchema>

const PAUSE_REASONS = [
  'requested',
  'interrupted',
  'limit',
  'dirty_target',
  'branch_gone',
  'foreign_commits',
  'foreign_files',
  'tampered',
  'agent_failed',
] as const

/** Why a verified result could not be merged as it was. */
const BACK_REASONS = ['conflict', 'red', 'breaks_merged', 'markers_left', 'nothing_done'] as const

const planEventSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('plan-start'), ...at, spec: planSpecSchema })),
  z.readonly(
    z.strictObject({
      kind: z.literal('plan-resume'),
      ...at,
      jobs: z.int(),
      given: givenSchema,
      limits: planLimitsSchema,
      tasks: z.readonly(z.array(plannedTaskSchema)),
      /** Tasks that a person wants to be tried again. */
      again: z.readonly(z.array(z.string())),
    }),
  ),
  /** A person accepts the branch as it is: tasks start from this commit. */
  z.readonly(
    z.strictObject({
      kind: z.literal('plan-base'),
      ...at,
      tip: z.string(),
      /** Settings of git that decide what a checkout contains. */
      checkout: z.optional(z.readonly(z.array(z.string()))),
      /** The copies of ignored files that every task gets, and their fingerprint. */
      ignored: z.optional(
        z.readonly(z.strictObject({ entries: z.readonly(z.array(z.string())), fingerprint: z.string() })),
      ),
      /** A list that git does not have: digests of its tasks by id, and the ids of those that it marked as done. */
      list: z.optional(
        z.readonly(
          z.strictObject({
            tasks: z.readonly(z.record(z.string(), z.string())),
            done: z.readonly(z.array(z.string())),
          }),
        ),
      ),
    }),
  ),
  /** Saved before anything of the loop exists, so that nothing of it can be lost. */
  z.readonly(
    z.strictObject({
      kind: z.literal('task-start'),
      ...ofTask,
      loop: z.string(),
      /** All loops of a race, in the order of its agents. */
      racers: z.optional(z.readonly(z.array(z.string()))),
    }),
  ),
  z.readonly(
    z.strictObject({
      kind: z.literal('task-end'),
      ...ofTask,
      loop: z.string(),
      status: z.string(),
      says: z.string(),
      spent: z.readonly(z.strictObject({ turns: z.number(), ms: z.number(), tokens: z.number(), usd: z.number() })),
    }),
  ),
  z.readonly(
    z.strictObject({
      kind: z.literal('boxes-reset'),
      ...ofTask,
      loop: z.string(),
      boxes: z.readonly(z.array(z.string())),
      /** Other tasks whose text was restored. */
      tasks: z.optional(z.readonly(z.array(z.string()))),
    }),
  ),
  /** A list that git does not have: marks that were reset, and tasks that somebody else changed or removed. */
  z.readonly(
    z.strictObject({
      kind: z.literal('list-changed'),
      ...at,
      path: z.string(),
      boxes: z.readonly(z.array(z.string())),
      tasks: z.readonly(z.array(z.string())),
    }),
  ),
  /** The loop that verifies the result on the branch. */
  z.readonly(z.strictObject({ kind: z.literal('merge-start'), ...ofTask, gate: z.string(), tip: z.string() })),
  /** Saved before the branch moves. */
  z.readonly(z.strictObject({ kind: z.literal('merge-commit'), ...ofTask, tip: z.string(), commit: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('task-merged'), ...ofTask, commit: z.string() })),
  z.readonly(
    z.strictObject({
      kind: z.literal('task-back'),
      ...ofTask,
      because: z.enum(BACK_REASONS),
      says: z.string(),
      /** What the agent gets: hunks, or what the check said. */
      details: z.string(),
      files: z.readonly(z.array(z.string())),
      /** The commit with the work. */
      work: z.string(),
      /** The loop that verified it on the branch, when that loop refused it. */
      loop: z.optional(z.string()),
    }),
  ),
  z.readonly(
    z.strictObject({
      kind: z.literal('task-needs-you'),
      ...ofTask,
      because: z.string(),
      says: z.string(),
      /** The loop that refused it on the branch, when the merge queue did. */
      loop: z.optional(z.string()),
    }),
  ),
  z.readonly(z.strictObject({ kind: z.literal('task-dropped'), ...ofTask })),
  z.readonly(
    z.strictObject({
      kind: z.literal('plan-pause'),
      ...at,
      ms: z.number(),
      because: z.enum(PAUSE_REASONS),
      says: z.string(),
      /** Commits on the branch that this plan did not make. */
      commits: z.optional(z.readonly(z.array(z.string()))),
    }),
  ),
  z.readonly(z.strictObject({ kind: z.literal('plan-end'), ...at, ms: z.number() })),
])

export type PlanEvent = z.infer<typeof planEventSchema>
export type PlanEventOf<K extends PlanEvent['kind']> = Extract<PlanEvent, { kind: K }>

/** Why the whole plan stops. */
export type PlanStop = Pick<PlanEventOf<'plan-pause'>, 'because' | 'says' | 'commits'>

export const readPlanEvent: ReadEvent<PlanEvent> = value => {
  const read = planEventSchema.safeParse(value)
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  return fail(`${issue?.path.join('.')}: ${issue?.message}`)
}
