import { expect, test } from 'vitest'
import { readOutput } from '../../check/output/read-output.ts'
import type { Verification } from '../../check/verify/verification.ts'
import type { Criterion } from '../../criteria/criterion.ts'
import type { RunnerEvidence } from '../../tools/ids/executed.ts'
import { onlyBelowThreshold } from './only-below-threshold.ts'

const CRITERION: Criterion = { kind: 'exit_code', command: 'npm test', expect: 0, said: 'npm test' }

const runner = (state: 'passed' | 'failed', closed = true): RunnerEvidence => ({
  tool: 'jest',
  tests: [{ id: 'a.test.js::a', file: 'a.test.js', title: ['a'], state, retries: 0 }],
  closed,
  agrees: true,
  only: false,
  source: 'report',
  files: [],
  notes: [],
  retries: 0,
})

const failed = (output: string, runners = [runner('passed')]): Verification => ({
  kind: 'failed',
  learnings: '',
  criterion: CRITERION,
  said: '',
  command: 'npm test',
  exitCode: 1,
  output,
  durationMs: 1,
  reading: readOutput(output, 1),
  executed: { runners, unknown: [] },
  measured: null,
  parts: [],
})

test.each([
  'Jest: "global" coverage threshold for lines (90%) not met: 50%',
  'Jest: Coverage for lines (14.28%) does not meet "global" threshold (90%)',
  'ERROR: Coverage for lines (50%) does not meet global threshold (90%)',
  'FAIL Required test coverage of 90% not reached. Total coverage: 50.00%',
  'ℹ Error: 62.50% line coverage does not meet threshold of 90%.',
])('red for its coverage alone: %s', line => {
  expect(onlyBelowThreshold(failed(`${line}\n`))).toBe(true)
})

const BELOW = 'Jest: Coverage for lines (14.28%) does not meet "global" threshold (90%)\n'

test('a test that failed, a runner that was cut short or said nothing, and another complaint are more than that', () => {
  expect(onlyBelowThreshold(failed(BELOW, [runner('failed')]))).toBe(false)
  expect(onlyBelowThreshold(failed(BELOW, [runner('passed', false)]))).toBe(false)
  expect(onlyBelowThreshold(failed(BELOW, []))).toBe(false)
  expect(onlyBelowThreshold(failed(`${BELOW}src/a.ts(1,2): error TS2322: no\n`))).toBe(false)
  expect(onlyBelowThreshold(failed('something else is wrong\n'))).toBe(false)
  expect(onlyBelowThreshold({ ...failed(''), kind: 'passed' })).toBe(false)
})

test('of several commands each that is red must be', () => {
  const other: Verification = { ...failed('broken\n'), command: 'npm run lint' }
  const whole: Verification = { ...failed(BELOW), criterion: { kind: 'all_of', parts: [CRITERION] } }
  expect(onlyBelowThreshold({ ...whole, parts: [failed(BELOW)] })).toBe(true)
  expect(onlyBelowThreshold({ ...whole, parts: [failed(BELOW), other] })).toBe(false)
})
