import { dirname } from 'node:path'
import { failingIn } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import type { ProofCase } from '../proof-case.ts'
import { type ExecutedTest, executedTests } from '../tests/executed-tests.ts'
import { otherTestFiles } from './select-files.ts'

/** What a repeated run says: `controls` are tests that passed all along. */
export type Answer = 'passes' | { readonly failing: readonly string[]; readonly controls: 'pass' | 'fail' | 'none' }

/** Tests that pass now and did not before the first turn. Null when no runner says which tests ran. */
export function turnedGreen({ options, question, record }: ProofCase): readonly ExecutedTest[] | null {
  const now = executedTests(question.verifications, options)
  if (now === null) return record.green ? [] : null
  const before = new Set(record.executed?.tests.filter(({ state }) => state === 'passed').map(({ id }) => id))
  return now.tests.filter(({ id, state }) => state === 'passed' && !before.has(id) && !question.mayFail(id))
}

/** The files to leave out: all but those of these tests, and one beside them that passed before where they have no such test. */
export function selectedFor({ options, question, record }: ProofCase, turned: readonly ExecutedTest[]): string[] {
  const files = new Set(turned.map(({ file }) => file))
  if (files.has(null)) return []
  const passed = record.executed?.tests.filter(({ state, file }) => state === 'passed' && file !== null) ?? []
  const has = (file: string | null): boolean => passed.some(test => test.file === file)
  const beside = [...files].some(has)
    ? []
    : passed
        .flatMap(({ file }) => (file !== null && [...files].some(one => isBeside(one, file)) ? [file] : []))
        .slice(0, 1)
  return otherTestFiles(
    executedTests(question.verifications, options),
    [...files, ...beside].flatMap(file => file ?? []),
  )
}

const isBeside = (one: string | null, other: string): boolean => one !== null && dirname(one) === dirname(other)

/** What a run in another place or build says about these tests. */
export function judged(
  { options, question, record }: ProofCase,
  turned: readonly ExecutedTest[] | null,
  run: Verification,
): Answer | 'not-reached' {
  if (run.kind === 'passed' && turned === null) return 'passes'
  if (turned === null) return { failing: failingIn(run), controls: 'none' }
  const there = new Map(executedTests([run], options)?.tests.map(({ id, state }) => [id, state]))
  const ids = turned.map(({ id }) => id)
  const isWhole = ids.every(id => there.has(id))
  const failing = ids.filter(id => there.get(id) === 'failed' && !question.mayFail(id))
  if (failing.length === 0) return isWhole ? 'passes' : 'not-reached'
  const passed = record.executed?.tests.filter(({ id, state }) => state === 'passed' && there.has(id)) ?? []
  const controls = passed.length === 0 ? 'none' : passed.every(({ id }) => there.get(id) === 'passed') ? 'pass' : 'fail'
  // A test that fails early does not reach its subtests.
  return isWhole || controls === 'pass' ? { failing, controls } : 'not-reached'
}
