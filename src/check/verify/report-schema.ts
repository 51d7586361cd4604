import * as z from 'zod/mini'
import { TEST_STATES } from '../../tools/ids/executed.ts'

const tests = z.nullable(z.object({ passed: z.int(), failed: z.int(), skipped: z.int(), total: z.int() }))

const failure = z.object({
  id: z.string(),
  file: z.nullable(z.string()),
  line: z.nullable(z.int()),
  message: z.string(),
})

const check = z.object({
  criteria: z.string(),
  command: z.string(),
  verified: z.boolean(),
  exitCode: z.nullable(z.int()),
  output: z.optional(z.string()),
})

const runner = z.object({
  tool: z.string(),
  source: z.enum(['report', 'text']),
  tests: z.array(z.object({ id: z.string(), state: z.enum(TEST_STATES), retries: z.optional(z.int()) })),
  closed: z.boolean(),
  agrees: z.nullable(z.boolean()),
  files: z.int(),
  retries: z.int(),
  only: z.nullable(z.boolean()),
  notes: z.array(z.string()),
})

/** Additional to the result; optional for programs that only know the result. */
const beside = {
  tool: z.optional(z.nullable(z.string())),
  tests: z.optional(tests),
  failures: z.optional(z.array(failure)),
  executed: z.optional(z.array(runner)),
  log: z.optional(z.nullable(z.string())),
}

const answer = z.object({
  verified: z.boolean(),
  command: z.string(),
  exitCode: z.nullable(z.int()),
  output: z.string(),
  duration_ms: z.int(),
  learnings: z.nullable(z.string()),
  ...beside,
})

const compound = z.object({
  verified: z.boolean(),
  checks: z.array(check),
  overallVerified: z.boolean(),
  learnings: z.nullable(z.string()),
  ...beside,
})

const trouble = z.object({
  verified: z.literal(false),
  error: z.enum(['command_not_found', 'timeout', 'cannot_start', 'aborted']),
  command: z.string(),
  message: z.string(),
  learnings: z.string(),
  ...beside,
})

const refusal = z.object({
  verified: z.literal(false),
  error: z.literal('parse_error'),
  criteria: z.string(),
  message: z.string(),
  learnings: z.string(),
})

/** What `verify --json` answers. */
export const verificationReportSchema = z.union([refusal, trouble, compound, answer])
