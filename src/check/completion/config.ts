import * as z from 'zod/mini'
import { criterionSchema } from '../../criteria/criterion.ts'

const line = z.string().check(z.regex(/\S/))
const timeout_ms = z.optional(z.int().check(z.positive()))
const table = {
  expected_columns: z.optional(z.readonly(z.array(z.string()).check(z.minLength(1)))),
  min_rows: z.optional(z.int().check(z.positive())),
}

const sandboxed = {
  sandbox: z.optional(z.enum(['none', 'bubblewrap'])),
  /** What the commands may write outside the workspace, when they are in a sandbox. */
  writable: z.optional(z.readonly(z.array(line))),
}

/** How often the judge is asked, and how many must say yes. */
const quorumSchema = z
  .readonly(z.strictObject({ votes: z.int().check(z.positive(), z.maximum(9)), yes: z.int().check(z.positive()) }))
  .check(
    z.refine(
      ({ votes, yes }) => yes <= votes && yes * 2 > votes,
      'yes must be more than half of votes, and at most all of them',
    ),
  )

const singleSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('feature_list'), path: z.optional(line), ...sandboxed })),
  z.readonly(
    z.strictObject({
      kind: z.literal('test_suite'),
      command: line,
      working_directory: z.optional(line),
      timeout_ms,
      ...sandboxed,
    }),
  ),
  z.readonly(z.strictObject({ kind: z.literal('sql_query'), database: line, query: line, timeout_ms, ...table })),
  z.readonly(z.strictObject({ kind: z.literal('sql_result'), tool: z.optional(line), ...table })),
  z.readonly(
    z.strictObject({
      kind: z.literal('question'),
      question: z.optional(line),
      rubric: z.optional(z.union([line, z.readonly(z.array(line).check(z.minLength(1)))])),
      quorum: z.optional(quorumSchema),
    }),
  ),
  z.readonly(z.strictObject({ kind: z.literal('always') })),
  z.readonly(z.strictObject({ kind: z.literal('command'), command: line, description: z.optional(line), timeout_ms })),
  z.readonly(z.strictObject({ kind: z.literal('criterion'), criterion: criterionSchema })),
])

type SingleCheckConfig = z.infer<typeof singleSchema>

/** A check as data, so that a loop can be saved and resumed by another process. */
export type CheckConfig = SingleCheckConfig | { readonly kind: 'all_of'; readonly checks: readonly CheckConfig[] }

export const checkConfigSchema: z.ZodMiniType<CheckConfig> = z.union([
  singleSchema,
  z.readonly(
    z.strictObject({
      kind: z.literal('all_of'),
      checks: z.readonly(z.array(z.lazy((): z.ZodMiniType<CheckConfig> => checkConfigSchema)).check(z.minLength(1))),
    }),
  ),
])
