import * as z from 'zod/mini'
import { executedIn } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import { type RunnerEvidence, TEST_STATES } from '../../tools/ids/executed.ts'
import { fromTree, type RoomRunOptions } from '../options.ts'

const testSchema = z.readonly(
  z.object({
    id: z.string(),
    file: z.nullable(z.string()),
    title: z.readonly(z.array(z.string())),
    state: z.enum(TEST_STATES),
  }),
)

/** All tests of one run of the criterion, whichever runners ran them. */
export const executedTestsSchema = z.readonly(
  z.object({
    tests: z.readonly(z.array(testSchema)),
    tools: z.readonly(z.array(z.string())),
    /** Every runner came to its own end. */
    closed: z.boolean(),
    /** What the runners printed and what they reported are the same. */
    agrees: z.boolean(),
    only: z.boolean(),
    retries: z.int(),
    /** Runners of which no ids are known. */
    unknown: z.readonly(z.array(z.string())),
  }),
)

export type ExecutedTests = z.infer<typeof executedTestsSchema>
export type ExecutedTest = z.infer<typeof testSchema>

/** Null when no runner told which tests it ran. */
export function executedTests(verifications: readonly Verification[], options: RoomRunOptions): ExecutedTests | null {
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

/** Without the tests that may fail or go: nothing is made of what they do. */
export const without = (executed: ExecutedTests, mayFail: (id: string) => boolean): ExecutedTests => ({
  ...executed,
  tests: executed.tests.filter(({ id }) => !mayFail(id)),
})

/** A test that was skipped or only announced proves nothing. */
export const wasRun = ({ state }: ExecutedTest): boolean => state !== 'skipped' && state !== 'todo'
