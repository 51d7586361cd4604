import { expect, test } from 'vitest'
import { whyEnded } from './why-ended.ts'

const missing = 'Not met: the gate of the plan (make ci passes).\nMet: make test passes.'

test('a task that made no progress names what is not met, which may be the gate', () => {
  expect(whyEnded({ outcome: { kind: 'stuck', how: 'repeating', turns: 7 }, missing })).toBe(
    'no progress for 7 turns: the same checks still fail. Not met: the gate of the plan (make ci passes).',
  )
  expect(whyEnded({ outcome: { kind: 'gate_broken', error: 'make not found' }, missing })).toBe('make not found')
  expect(whyEnded({ outcome: null, missing })).toBe('the loop did not end')
})
