import { expect, test } from 'vitest'
import type { CheckSummary, LoopState } from './state.ts'
import { GREEN_KEY, standstill } from './stuck.ts'

type Row = Partial<CheckSummary> & Pick<CheckSummary, 'missingKey' | 'tree'>

const after = (...rows: readonly Row[]): ReturnType<typeof standstill> =>
  standstill({
    checks: rows.map((row, iteration) => ({ iteration, verdict: 'not_yet', failing: 1, measured: null, ...row })),
  } as unknown as LoopState)

const at = (missingKey: string, tree: string | null): Row => ({ missingKey, tree })

test('a new set of failures is progress', () => {
  expect(after(at('a', '1'), at('b', '2'))).toBeNull()
})

test('a new tree with the same failures counts half, a tree that was there before counts whole', () => {
  expect(after(at('a', '1'), at('a', '2'))).toEqual({ how: 'repeating', turns: 1, weight: 0.5 })
  expect(after(at('a', '1'), at('a', '2'), at('a', '1'))).toMatchObject({ turns: 2, weight: 1.5 })
  expect(after(at('a', '1'), at('a', null))).toMatchObject({ weight: 1 })
})

test('only the turns since the last progress say whether it repeats or oscillates', () => {
  expect(after(at('x', '0'), at('a', '1'), at('a', '2'), at('a', '3'))).toMatchObject({ how: 'repeating', turns: 2 })
  expect(after(at('a', '1'), at('b', '2'), at('a', '3'))).toMatchObject({ how: 'oscillating', turns: 1 })
})

test('work that goes on while nothing fails does not count', () => {
  const green = (more: Partial<CheckSummary>): number | undefined =>
    after(at(GREEN_KEY, '1'), { ...at(GREEN_KEY, '2'), failing: 0, ...more })?.weight
  expect([green({}), green({ failing: 1 }), green({ verdict: 'tampered' })]).toEqual([0, 0.5, 0.5])
  expect(after(at('a', '1'), { ...at('a', '2'), failing: 0 })?.weight).toBe(0.5)
})
