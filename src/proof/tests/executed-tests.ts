import * as z from 'zod/mini'
import { executedIn } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import { type RunnerEvidence, TEST_STATES } from '../../tools/ids/executed.ts'
import { type CopyRunOptions, fromTree } from '../options.ts'

const testSchema = z.readonly(
  z.object({
    id: z.string(),
    file: z.nullable(z.string()),
    title: z.readonly(z.array(z.string())),
    state: z.enum(TEST_STATES),
  }),
)

/** All tests of one run of the criterion, from all runners. */
export const executedTestsSchema = z.readonly(
  z.object({
    tests: z.readonly(z.array(testSchema)),
    tools: z.readonly(z.array(z.string())),
    /** Every runner finished. */
    closed: z.boolean(),
    /** Those that did not finish have no end that could be missing. */
    endless: z.optional(z.boolean()),
    /** The runners printed the same results as they reported. */
    agrees: z.boolean(),
    only: z.boolean(),
    retries: z.int(),
    /** Runners that reported no ids. */
    unknown: z.readonly(z.array(z.string())),
  }),
)

export type ExecutedTests = z.infer<typeof executedTestsSchema>
export type ExecutedTest = z.infer<typeof testSchema>

/** Null when no runner reported which tests it ran. */
export function executedTests(verifications: readonly Verification[], options: CopyRunOptions): ExecutedTests | null {
  const executed = verifications.flatMap(executedIn)
  const runners = executed.flatMap(({ runners }) => runners)
  if (runners.length === 0) return null
  return {
    tests: runners.flatMap(({ tests }) =>
      tests.map(({ id, file, title, state }) => ({
        id,
        file: file === null ? null : fromTree(options, file),
        title,
        state,
      })),
    ),
    tools: [...new Set(runners.map(({ tool }) => tool))].sort(),
    closed: runners.every(({ closed }) => closed),
    endless: runners.every(({ closed, endless }) => closed || endless === true),
    agrees: runners.every(({ agrees }) => agrees !== false),
    only: runners.some(({ only }) => only === true),
    retries: mostRetries(runners),
    unknown: [...new Set(executed.flatMap(({ unknown }) => unknown))].sort(),
  }
}

const mostRetries = (runners: readonly RunnerEvidence[]): number =>
  Math.max(
    0,
    ...runners.map(({ retries, tests }) => tests.reduce((most, test) => Math.max(most, test.retries), retries)),
  )

/** Without the tests that may fail or disappear. */
export const without = (executed: ExecutedTests, mayFail: (id: string) => boolean): ExecutedTests => ({
  ...executed,
  tests: executed.tests.filter(({ id }) => !mayFail(id)),
})

/** A skipped or todo test proves nothing. */
export const wasRun = ({ state }: ExecutedTest): boolean => state !== 'skipped' && state !== 'todo'
