import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { UNKNOWN_USAGE } from '../../agents/agent.ts'
import type { Evidence, LoopEvent } from '../../loop/events.ts'
import { formatJson } from '../format-json.ts'
import { analyticsSchema } from './analytics-schema.ts'
import { analyticsText } from './analytics-text.ts'
import { type Chronicle, emptyChronicle, record } from './chronicle.ts'

const common = { loop: 'l', at: '2026-11-15T00:00:00.000Z' }
const evidence = (failing: readonly string[]): Evidence => ({
  command: 'check',
  verified: failing.length === 0,
  exit_code: 0,
  error: null,
  may_be_brought: false,
  closed: true,
  duration_ms: 5,
  tests: { passed: 3 - failing.length, failed: failing.length, skipped: 0, total: 3 },
  failing,
  failing_count: failing.length,
  executed: null,
  measured: null,
})

const facts = (failing: readonly string[], ran = true) => ({
  verdict: failing.length === 0 && ran ? ('verified' as const) : ('not_yet' as const),
  missing: null,
  evidence: ran ? [evidence(failing)] : [],
  missing_key: '',
  findings: [],
  proof: failing.length === 0 && ran ? { level: 'fast' as const, steps: [], runs: 1, duration_ms: 4 } : null,
  duration_ms: 10,
})

const turn = (iteration: number, tokens: number | null = 7): LoopEvent[] => [
  { kind: 'turn-start', ...common, iteration },
  {
    kind: 'turn-end',
    ...common,
    iteration,
    agent: 'agent',
    ended: 'claims-done',
    claims_done: true,
    exit_code: 0,
    error: null,
    answer: '',
    tree: 't',
    tree_changed: true,
    duration_ms: 100,
    session: UNKNOWN_USAGE.session,
    usage: tokens === null ? null : { tokens, usd: 0.5 },
    retry_after_ms: null,
    tools: [],
    blocked: [],
  },
]

const check = (iteration: number, failing: readonly string[], ran = true): LoopEvent => ({
  kind: 'check-end',
  ...common,
  iteration,
  ...facts(failing, ran),
})
const baseline = (failing: readonly string[]): LoopEvent => ({
  kind: 'baseline-end',
  ...common,
  ...facts(failing),
  tree: 't',
  sealed: null,
})
const told = (events: readonly LoopEvent[]): Chronicle => events.reduce(record, emptyChronicle('l'))

test('what each iteration took and brought', () => {
  const { analytics } = told([
    baseline(['a', 'b']),
    ...turn(1),
    check(1, ['b', 'c']),
    ...turn(2),
    check(2, ['b', 'c'], false),
    ...turn(3),
    check(3, []),
  ])
  expect(
    analytics.iterations.map(({ iteration, failing, fixed, new: fresh }) => [iteration, failing, fixed, fresh]),
  ).toEqual([
    [0, 2, 0, 0],
    [1, 2, 1, 1],
    [2, 0, 0, 0],
    [3, 0, 2, 0],
  ])
  expect(analytics.iterations.at(-1)).toMatchObject({ check_ms: 6, proof_ms: 4, turn_ms: 100, tokens: 7, usd: 0.5 })
  expect(analytics.totals).toMatchObject({ iterations: 3, turn_ms: 300, tokens: 21, fixed: 3, best_iteration: 3 })
  expect(analyticsSchema.safeParse(analytics).success).toBe(true)
})

test('a sum of which a part is unknown is no sum, and waits are counted', () => {
  const wait: LoopEvent = { kind: 'wait', ...common, iteration: 2, until: '', wait_ms: 30, because: 'limit' }
  const { totals } = told([...turn(1, null), check(1, ['a']), wait, wait, ...turn(2)]).analytics
  expect(totals).toMatchObject({ tokens: null, usd: null, waits: 2, wait_ms: 60 })
})

test('bounded at 500 iterations, with exact totals', () => {
  const { analytics } = told(Array.from({ length: 1_200 }, (_, n) => [...turn(n + 1), check(n + 1, ['a'])]).flat())
  expect(analytics.iterations).toHaveLength(500)
  expect(analytics.totals).toMatchObject({ iterations: 1_200, turn_ms: 120_000, check_ms: 12_000, tokens: 8_400 })
})

test('it is written as a formatter leaves it', () => {
  for (const count of [0, 1, 3]) {
    const { analytics } = told(Array.from({ length: count }, (_, n) => [...turn(n + 1), check(n + 1, ['a'])]).flat())
    expect(analyticsText(analytics)).toBe(formatJson(analytics))
  }
})

test('a finding is kept once, with the last iteration that had it', () => {
  const finding = { rule: 'r', objection: null, says: 'a test was skipped', places: [] }
  const event = (iteration: number): LoopEvent => ({ kind: 'finding', ...common, iteration, finding })
  expect(told([event(1), event(2)]).findings).toMatchObject([{ iteration: 2, says: 'a test was skipped' }])
})

test('the published schema is the one we use', () => {
  const path = 'schemas/analytics.schema.json'
  const text = `${JSON.stringify(z.toJSONSchema(analyticsSchema), null, 2)}\n`
  if (process.env['UPDATE']) writeFileSync(path, text)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(text))
})
