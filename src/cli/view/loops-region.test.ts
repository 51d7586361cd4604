import widthOf from 'fast-string-width'
import { expect, test } from 'vitest'
import { specWith } from '../../../test/rig/loop-parts.ts'
import type { SeenLoop } from '../../store/registry/overview.ts'
import { loopsRegion, type ShownLoop } from './loops-region.ts'
import { firstViewState } from './view-state.ts'
import { painter } from './words.ts'

const entry = (n: number, status: SeenLoop['status']): SeenLoop => ({
  loop_id: `ralph-task-0000000${n}`,
  task: `task ${n} with a title that is far too long for a narrow terminal\nand a second line`,
  status,
  iteration: 1,
  max_iterations: 5,
  completion_criteria: 'npm test passes',
  started_at: '2026-11-15T00:00:00.000Z',
  last_active: '2026-11-15T00:00:00.000Z',
  pid: 1,
  owner: { kind: 'background', started: '1', boot: '1' },
  working_directory: '/p',
  state_file: '/p/state.json',
  verdict: null,
  missing: null,
  failing: [],
  spent: { ms: 1, tokens: null, usd: null },
  ended: null,
})
const running = (n: number): ShownLoop => ({ loop: entry(n, 'running'), view: firstViewState(specWith({}), 0) })
const paused = (n: number): ShownLoop => ({ loop: entry(n, 'paused'), view: null })
const region = (shown: readonly ShownLoop[], columns: number, rows: number): readonly string[] =>
  loopsRegion(shown, { now: 1_000, today: 0 }, { columns, rows }, painter(false))

test.each([
  [120, 30],
  [60, 18],
  [60, 8],
  [20, 4],
  [5, 1],
])('is never larger than a terminal of %d columns and %d rows', (columns, rows) => {
  for (const count of [0, 1, 3, 9]) {
    const shown = [paused(1), ...Array.from({ length: count }, (_, n) => running(n)), paused(2), paused(3)]
    const lines = region(shown, columns, rows)
    expect(lines.length).toBeLessThanOrEqual(Math.max(1, rows - 1))
    for (const line of lines) expect(widthOf(line)).toBeLessThan(columns)
  }
})

test('every running loop is shown as in the foreground, the others in one line, and what does not fit is counted', () => {
  const all = region([paused(1), running(2), running(3)], 80, 24)
  expect(all.filter(line => line.includes('baseline 1s: check'))).toHaveLength(2)
  expect(all.filter(line => line.includes('1m left'))).toHaveLength(2)
  expect(all.at(-1)).toContain('paused · turn 1 · ralph-task-00000001  task 1')
  const few = region([running(1), running(2), running(3), running(4)], 80, 8)
  expect(few.filter(line => line.includes('baseline 1s'))).toHaveLength(3)
  expect(few.at(-1)).toBe('… and 1 more')
})
