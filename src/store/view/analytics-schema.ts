import * as z from 'zod/mini'

const count = z.int().check(z.gte(0))

const usage = {
  /** Null is unknown, which is not 0. */
  tokens: z.nullable(z.number()),
  usd: z.nullable(z.number()),
}

const iterationSchema = z.readonly(
  z.strictObject({
    iteration: count,
    started_at: z.string(),
    turn_ms: z.nullable(z.number()),
    check_ms: z.number(),
    /** Null when the check did not pass. */
    proof_ms: z.nullable(z.number()),
    turn_ended: z.nullable(z.string()),
    verdict: z.string(),
    failing: count,
    /** Compared with the check before. */
    fixed: count,
    new: count,
    /** Null when the output does not say how many there were. */
    tests: z.nullable(z.readonly(z.strictObject({ passed: count, failed: count, skipped: count, total: count }))),
    tree_changed: z.boolean(),
    ...usage,
  }),
)

/** `analytics.json`: duration, usage, and result of each iteration. */
export const analyticsSchema = z.readonly(
  z.strictObject({
    version: z.literal('1.0.0'),
    loop_id: z.string(),
    /** Over the whole life of the loop, also of the iterations that are no longer listed. */
    totals: z.readonly(
      z.strictObject({
        iterations: count,
        turn_ms: z.number(),
        check_ms: z.number(),
        proof_ms: z.number(),
        waits: count,
        wait_ms: z.number(),
        ...usage,
        fixed: count,
        best_iteration: z.nullable(count),
        /** Null while the loop continues. */
        outcome: z.nullable(z.string()),
      }),
    ),
    /** The latest ones, oldest first; number 0 is the check before the first turn. */
    iterations: z.readonly(z.array(iterationSchema)),
  }),
)

export type Analytics = z.infer<typeof analyticsSchema>
export type IterationRow = z.infer<typeof iterationSchema>
