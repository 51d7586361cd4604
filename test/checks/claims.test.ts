import { expect, test } from 'vitest'
import { TURN_ENDS } from '../../src/agents/agent.ts'
import { allOf, alwaysComplete, sqlResultCheck } from '../../src/core.ts'
import { askCheck } from '../../src/loop/ask-check.ts'
import { type LoopState, newLoop } from '../../src/loop/state.ts'
import { specWith, steppingClock } from '../rig/loop-parts.ts'

const after = (ended: (typeof TURN_ENDS)[number]): LoopState => ({
  ...newLoop(specWith()),
  iteration: 1,
  turn: {
    agent: 'agent',
    iteration: 1,
    ended,
    answer: 'done!',
    exitCode: 0,
    error: null,
    tree: null,
    treeChanged: false,
    session: null,
    retryAfterMs: null,
    tools: [],
    blocked: [],
  },
})
const ask = async (state: LoopState, check = alwaysComplete()) =>
  (await askCheck(state, { check, clock: steppingClock() }, new AbortController().signal)).facts.verdict

test('before the first turn nobody has claimed anything', async () => {
  expect(await ask(newLoop(specWith()))).toBe('not_yet')
})

test.each(TURN_ENDS)('the agent is taken at its word only when it gives it: a turn that ended as %s', async ended => {
  expect(await ask(after(ended))).toBe(ended === 'claims-done' ? 'verified' : 'not_yet')
})

test('what no agent reports is missing, and no yes', async () => {
  expect(await ask(after('claims-done'), allOf(alwaysComplete(), sqlResultCheck()))).toBe('not_yet')
})
