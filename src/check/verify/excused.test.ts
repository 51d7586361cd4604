import { expect, test } from 'vitest'
import type { Executed } from '../../tools/ids/executed.ts'
import { readOutput } from '../output/read-output.ts'
import { onlyExcusedFail } from './excused.ts'

const executed = (state: 'passed' | 'failed', more: object = {}): Executed => ({
  runners: [
    {
      tool: 'node:test',
      source: 'report',
      tests: [
        { id: 'a::flaky', file: 'a', title: ['flaky'], state: 'failed', retries: 0 },
        { id: 'a::other', file: 'a', title: ['other'], state, retries: 0 },
      ],
      closed: true,
      agrees: true,
      files: ['a'],
      retries: 0,
      only: null,
      notes: [],
      ...more,
    },
  ],
  unknown: [],
})
const red = { kind: 'exited', exitCode: 1, output: '', durationMs: 1 } as const
const ask = (told: Executed | null, output = ''): boolean =>
  onlyExcusedFail(
    { result: red, reading: readOutput(output, 1), executed: told, startedAt: 0 },
    id => id === 'a::flaky',
  )

test('only tests that may fail have failed', () => expect(ask(executed('passed'))).toBe(true))
test('another one failed too', () => expect(ask(executed('failed'))).toBe(false))
test('nobody told which tests ran', () => expect(ask(null)).toBe(false))
test('one runner did not tell', () => expect(ask({ ...executed('passed'), unknown: ['jest'] })).toBe(false))
test('the runner was cut short', () => expect(ask(executed('passed', { closed: false }))).toBe(false))
test('the report is not what was printed', () => expect(ask(executed('passed', { agrees: false }))).toBe(false))
test('no test failed, so something else did', () => expect(ask(executed('passed', { tests: [] }))).toBe(false))
test('a compiler complains beside it', () =>
  expect(
    ask(executed('passed'), "src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\n"),
  ).toBe(false))
