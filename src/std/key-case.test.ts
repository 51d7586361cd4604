import { expect, test } from 'vitest'
import { camelKeys, snakeKeys } from './key-case.ts'

const data = {
  exit_code: 0,
  evidence: [{ duration_ms: 1, may_be_brought: null }],
  spec: { check: { must_pass: ['a_b'] } },
  tools: [{ is_error: false, content: { row_id: 1 } }],
  NOT_A_KEY: 'stays_a_value',
}

test('keys are respelled at every depth, and data of others is left alone', () => {
  expect(camelKeys(data)).toEqual({
    exitCode: 0,
    evidence: [{ durationMs: 1, mayBeBrought: null }],
    spec: { check: { must_pass: ['a_b'] } },
    tools: [{ isError: false, content: { row_id: 1 } }],
    NOT_A_KEY: 'stays_a_value',
  })
})

test('the way back gives the same', () => {
  const { NOT_A_KEY: _, ...ours } = data
  expect(snakeKeys<typeof ours>(camelKeys(ours))).toEqual(ours)
})
