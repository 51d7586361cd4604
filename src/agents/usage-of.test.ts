import { expect, test } from 'vitest'
import { isPriced } from './models/price.ts'
import type { AgentReport } from './report.ts'
import { usageOf } from './usage-of.ts'

const told = (more: Partial<AgentReport>): AgentReport => ({
  answer: '',
  session: null,
  model: null,
  tokens: { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 },
  usd: null,
  tools: [],
  trouble: null,
  endedWell: true,
  ...more,
})

test('what the program says it cost is what it cost', async () => {
  expect(await usageOf(told({ usd: 0.25 }), 'gpt-5')).toEqual({ tokens: 1_000_000, usd: 0.25 })
})

test.each(['gpt-4o', 'openai/gpt-4o'])('%s: tokens have the price of their model', async model => {
  expect((await usageOf(told({ model }), null))?.usd).toBeCloseTo(2.5)
})

test('a model that nobody knows has no price, and 0 from a program that does not know it either is none', async () => {
  expect(await isPriced('no-such-model')).toBe(false)
  expect(await usageOf(told({ model: 'no-such-model', usd: 0 }), null)).toEqual({ tokens: 1_000_000, usd: null })
})

test('without tokens nothing is known', async () => {
  expect(await usageOf(told({ tokens: null }), 'gpt-5')).toBeNull()
})
