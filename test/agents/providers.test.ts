import { LLMock } from '@copilotkit/aimock'
import { expect, onTestFinished, test } from 'vitest'
import { modelJudge } from '../../src/agents/models/judge.ts'
import { modelNamed } from '../../src/agents/models/named.ts'

const REQUEST = { question: 'Is it?', criteria: ['short'], material: [{ title: 'answer', text: 'yes' }] }

test.each(['anthropic/claude-sonnet-4-5', 'openai/gpt-4o'])('%s judges, and its price is known', async name => {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' })
  mock.on({ predicate: () => true }, request => {
    const [tool] = request.tools ?? []
    const verdict = JSON.stringify({ reason: 'it is not', verdict: 'no' })
    const usage = { prompt_tokens: 1_000, completion_tokens: 200, input_tokens: 1_000, output_tokens: 200 }
    // Some are asked for their verdict as a tool that they must call.
    return tool ? { toolCalls: [{ name: tool.function.name, arguments: verdict }], usage } : { content: verdict, usage }
  })
  await mock.start()
  onTestFinished(() => mock.stop())
  const model = modelNamed(name, { url: `http://127.0.0.1:${mock.port}/v1`, keyVariable: 'KEY' })
  const judge = await modelJudge(model, { env: { KEY: 'made-up' }, timeoutMs: 20_000, retries: 0 })
  expect(judge.tells).toEqual({ tokens: true, usd: true })
  const answer = await judge.judge(REQUEST, new AbortController().signal)
  expect(answer).toMatchObject({ verdict: 'no', reason: 'it is not', usage: { tokens: 1_200 } })
  expect(answer.usage?.usd).toBeGreaterThan(0)
})
