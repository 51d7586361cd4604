import { expect, test } from 'vitest'
import { emptyRegistry, type RegistryEntry, withEntry } from './registry-document.ts'

const entry = (loop_id: string, status: RegistryEntry['status']): RegistryEntry => ({
  loop_id,
  task: 'a task',
  status,
  iteration: 1,
  max_iterations: 10,
  completion_criteria: 'x',
  started_at: '2026-11-15T00:00:00.000Z',
  last_active: '2026-11-15T00:00:01.000Z',
  pid: 1,
  owner: { kind: 'foreground', started: '1', boot: 'b' },
  working_directory: '/tree',
  state_file: '/tree/state.json',
  verdict: null,
  missing: null,
  failing: [],
  spent: { ms: 0, tokens: 0, usd: 0 },
  ended: null,
})

test('a loop is active until it ends, is counted once, and saying the same again changes nothing', () => {
  const steps = [
    entry('a', 'running'),
    entry('a', 'running'),
    entry('b', 'running'),
    entry('a', 'verified'),
    entry('a', 'verified'),
    entry('b', 'aborted'),
  ]
  const end = steps.reduce((registry, step) => withEntry(registry, step), emptyRegistry(''))
  expect(end.active_loops).toEqual([])
  expect(end.recent_loops.map(({ loop_id }) => loop_id)).toEqual(['b', 'a'])
  expect(end.totals).toEqual({ started: 2, ended: 2, verified: 1 })
})

test('a loop that is taken up again is active, and ends once', () => {
  const steps = [entry('a', 'running'), entry('a', 'limit_reached'), entry('a', 'running')]
  const again = steps.reduce((registry, step) => withEntry(registry, step), emptyRegistry(''))
  expect([again.active_loops.length, again.recent_loops.length]).toEqual([1, 0])
  expect(again.totals).toEqual({ started: 1, ended: 0, verified: 0 })
  expect(withEntry(again, entry('a', 'verified')).totals).toEqual({ started: 1, ended: 1, verified: 1 })
})

test('it stays small, however many loops there were', () => {
  let registry = emptyRegistry('')
  for (let n = 0; n < 1_000; n++)
    registry = withEntry(withEntry(registry, entry(`l${n}`, 'running')), entry(`l${n}`, 'verified'))
  expect(registry.recent_loops).toHaveLength(20)
  expect(registry.totals).toEqual({ started: 1_000, ended: 1_000, verified: 1_000 })
})

test('a loop that ended long ago is no new one when it is taken up or told about again', () => {
  let registry = withEntry(withEntry(emptyRegistry(''), entry('old', 'running')), entry('old', 'limit_reached'))
  for (let n = 0; n < 30; n++)
    registry = withEntry(withEntry(registry, entry(`l${n}`, 'running')), entry(`l${n}`, 'verified'))
  expect(registry.recent_loops.some(({ loop_id }) => loop_id === 'old')).toBe(false)
  expect(withEntry(registry, entry('old', 'limit_reached'), true).totals).toEqual(registry.totals)
  const again = withEntry(registry, entry('old', 'running'), true)
  expect(again.totals).toEqual({ started: 31, ended: 30, verified: 30 })
  expect(withEntry(again, entry('old', 'verified'), true).totals).toEqual({ started: 31, ended: 31, verified: 31 })
})
