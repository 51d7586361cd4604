import { expect, test } from 'vitest'
import type { AgentReport } from '../report.ts'
import { errorOf, outcomeEnd } from './outcome.ts'
import { readUpdate, tokensIn } from './updates.ts'

const told: AgentReport = {
  answer: 'Done.',
  session: 's1',
  model: null,
  tokens: null,
  usd: null,
  tools: [],
  trouble: null,
  endedWell: null,
}
const calm = { told, stray: '', aborted: false, late: null }
const exited = { kind: 'exited', exitCode: 0, output: '', durationMs: 1 } as const

test.each([
  [
    { kind: 'answered', stopReason: 'end_turn' },
    { ended: 'claims-done', error: null },
  ],
  [{ kind: 'answered', stopReason: 'max_tokens' }, { ended: 'wants-more' }],
  [
    { kind: 'answered', stopReason: 'refusal' },
    { ended: 'failed', error: 'the model refused to continue' },
  ],
  [
    { kind: 'over', result: exited },
    { ended: 'failed', error: 'it exited during the turn, exit code 0' },
  ],
  [{ kind: 'refused', error: { code: -32_000, message: 'Authentication required' } }, { ended: 'unusable' }],
  [
    { kind: 'refused', error: { code: -32_603, message: 'Internal error', data: { statusCode: 429 } } },
    { ended: 'rate-limited' },
  ],
  [{ kind: 'refused', error: { code: -32_603, message: 'Internal error' } }, { ended: 'failed' }],
] as const)('%j', (outcome, end) => {
  expect(outcomeEnd(outcome, calm)).toMatchObject(end)
})

test('what was told to stop has been stopped, whatever it answered', () => {
  const answered = { kind: 'answered', stopReason: 'cancelled' } as const
  expect(outcomeEnd(answered, { ...calm, aborted: true })).toMatchObject({ ended: 'aborted' })
  expect(outcomeEnd(answered, { ...calm, late: 60_000 })).toMatchObject({
    ended: 'failed',
    error: 'took longer than 1m',
  })
})

test('an error says what it is about in its data', () => {
  const error = { code: -32_603, message: 'Internal error', data: { details: 'status 401: no such key' } }
  expect(errorOf(error)).toMatchObject({ kind: 'refused', says: 'Internal error: status 401: no such key' })
})

test.each([
  [
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' } },
    [{ kind: 'text', text: 'Hi', part: true }],
  ],
  [{ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Hm' } }, []],
  [{ sessionUpdate: 'tool_call', toolCallId: 't', title: 'ls', status: 'pending' }, [{ kind: 'doing', says: 'ls' }]],
  [
    { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'failed', rawOutput: 'no' },
    [{ kind: 'tool', result: { tool: 't', is_error: true, content: 'no' } }],
  ],
  [
    {
      sessionUpdate: 'plan',
      entries: [
        { content: 'look', status: 'completed' },
        { content: 'fix', status: 'pending' },
      ],
    },
    [{ kind: 'doing', says: 'plan: ✓ look · fix' }],
  ],
  [{ sessionUpdate: 'usage_update', used: 5, size: 9 }, []],
  [
    { sessionUpdate: 'usage_update', used: 5, size: 9, cost: { amount: 0.5, currency: 'USD' } },
    [{ kind: 'used', by: 'turn', tokens: null, usd: 0.5 }],
  ],
])('%j', (update, facts) => {
  expect(readUpdate(update)).toEqual(facts)
})

test.each([
  [
    { usage: { inputTokens: 100, outputTokens: 20, totalTokens: 150, cachedReadTokens: 30 } },
    { input: 130, output: 20 },
  ],
  [{ _meta: { quota: { token_count: { input_tokens: 100, output_tokens: 20 } } } }, { input: 100, output: 20 }],
])('%j', (response, tokens) => {
  expect(tokensIn(response)).toMatchObject(tokens)
})
