import { expect, test } from 'vitest'
import { modelNamed, NO_MODEL } from './named.ts'

test.each([
  ['anthropic/claude-sonnet-4-5', 'anthropic', 'claude-sonnet-4-5', 'ANTHROPIC_API_KEY'],
  ['openai/gpt-4o', 'openai', 'gpt-4o', 'OPENAI_API_KEY'],
  ['ollama/qwen3:8b', 'ollama', 'qwen3:8b', null],
  ['vllm/Qwen/Qwen3-8B', 'vllm', 'Qwen/Qwen3-8B', null],
])('%s', (given, provider, name, keyVariable) => {
  expect(modelNamed(given, NO_MODEL)).toMatchObject({
    provider,
    name,
    keyVariable,
    url: expect.stringMatching(/^http/),
  })
})

test('with an address any name will do, and the key is where one says', () => {
  const place = { url: 'http://127.0.0.1:9/v1', keyVariable: 'MINE' }
  expect(modelNamed('Qwen/Qwen3-8B', place)).toEqual({
    provider: 'compatible',
    name: 'Qwen/Qwen3-8B',
    url: 'http://127.0.0.1:9/v1',
    keyVariable: 'MINE',
  })
  expect(modelNamed('openai/gpt-4o', place)).toMatchObject({ provider: 'openai', url: place.url, keyVariable: 'MINE' })
})

test.each(['gpt-4o', 'antropic/claude', 'openai/', 'compatible/x', 'constructor/x'])('%s names no model', given => {
  expect(() => modelNamed(given, NO_MODEL)).toThrow(expect.objectContaining({ code: 'bad-arguments' }))
})
