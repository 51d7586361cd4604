import { afterEach, expect, test, vi } from 'vitest'
import { plainView } from './plain-view.ts'

afterEach(() => void vi.useRealTimers())

test('a long proof says which step runs and for how long, and nothing after its end', async () => {
  vi.useFakeTimers()
  const lines: string[] = []
  const view = plainView({ out: line => void lines.push(line), colored: false, clogged: () => false })
  view.proving(null)
  view.proving('clean-copy')
  vi.advanceTimersByTime(14_000)
  expect(lines).toEqual([])
  view.proving('canary', 5_000)
  vi.advanceTimersByTime(16_000)
  expect(lines).toEqual([
    '  proof     planting a failure that the check must report, 6s so far',
    '  proof     planting a failure that the check must report, 21s so far',
  ])
  await view.end()
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
})
