import widthOf from 'fast-string-width'
import { describe, expect, test } from 'vitest'
import { specWith } from '../../../test/rig/loop-parts.ts'
import type { CheckFacts, LoopEvent } from '../../loop/events.ts'
import { regionOf, type Size } from './region.ts'
import { firstViewState, nextViewState, type ViewState } from './view-state.ts'
import { painter } from './words.ts'

const common = { loop: 'ralph-a-task-00000001', at: '2026-11-15T00:00:00.000Z' }
const facts = (failed: number, passed: number): CheckFacts => ({
  verdict: failed === 0 ? 'verified' : 'not_yet',
  missing: failed === 0 ? null : 'Failing test in a.test.js',
  evidence: [
    {
      command: 'npm test',
      verified: failed === 0,
      exit_code: failed === 0 ? 0 : 1,
      error: null,
      may_be_brought: false,
      closed: true,
      duration_ms: 1,
      tests: { passed, failed, skipped: 0, total: passed + failed },
      failing: [],
      failing_count: failed,
      executed: null,
      measured: null,
    },
  ],
  missing_key: String(failed),
  findings: [],
  proof: null,
  duration_ms: 1,
})
const baseline: LoopEvent = { kind: 'baseline-end', ...common, ...facts(8, 2), tree: null, sealed: null }
const start = (iteration: number): LoopEvent => ({ kind: 'turn-start', ...common, iteration })
const text = (said: string): LoopEvent => ({ kind: 'turn-text', ...common, iteration: 1, text: said })
const check = (iteration: number, failed: number): LoopEvent => ({
  kind: 'check-end',
  ...common,
  iteration,
  ...facts(failed, 10 - failed),
})
const scene = (...events: readonly LoopEvent[]): ViewState =>
  events.reduce((seen, event) => nextViewState(seen, event, 0), firstViewState(specWith({ totalMs: 120_000 }), 0))
const drawn = (of: ViewState, size: Size = { columns: 80, rows: 24 }, now = 12_000): readonly string[] =>
  regionOf(of, { now, today: Date.parse(common.at) + now }, size, painter(false))

describe('what stands at the bottom', () => {
  test('the turn, what goes on, what is left, the agent’s last lines, the last check, the failing set', () => {
    const said = Array.from({ length: 9 }, (_, index) => `line ${index}\n`).join('')
    expect(drawn(scene(baseline, start(1), check(1, 4), start(2), text(said)))).toEqual([
      '⠦ turn 2/5 · agent working for 12s',
      '  1m 47s left · check',
      '│ line 4',
      '│ line 5',
      '│ line 6',
      '│ line 7',
      '│ line 8',
      '✗ not yet  4 failed · 6 passed (baseline: 10 tests)  (turn 1)',
      'failing █▅  8 → 4',
    ])
  })

  test('a wait counts down, and costs nothing', () => {
    const until = new Date(Date.parse(common.at) + 72_000).toISOString()
    const wait: LoopEvent = { kind: 'wait', ...common, iteration: 1, until, wait_ms: 72_000, because: 'rate limited' }
    const [status, budget] = drawn(scene(baseline, start(1), wait))
    expect(status).toMatch(/turn 1\/5 · waiting for a rate limit until \d\d:\d\d, 1m left/)
    expect(budget).toContain('2m left')
  })

  test('what the agent prints cannot move the cursor, turn the writing round or widen a line', () => {
    const lines = drawn(scene(baseline, start(1), text('\u001b[2J\u202e日本語\u001b]0;x\u0007\twide '.repeat(40))), {
      columns: 40,
      rows: 24,
    })
    for (const line of lines) {
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
      expect(widthOf(line)).toBeLessThan(40)
    }
  })

  test.each([1, 2, 3, 6, 12, 50])('never more than half of %i rows, and never nothing', rows => {
    const finding: LoopEvent = {
      kind: 'finding',
      ...common,
      iteration: 1,
      finding: { rule: 'skipped', objection: 'not_yet', says: 'A test was skipped.', places: ['a::b'] },
    }
    const full = scene(baseline, start(1), finding, check(1, 3), text('a\nb\nc\nd\ne\nf\n'))
    const lines = drawn(full, { columns: 20, rows })
    expect(lines.length).toBeGreaterThanOrEqual(1)
    expect(lines.length).toBeLessThanOrEqual(Math.max(1, rows / 2))
    expect(lines[0]).toContain('turn 1/5')
  })
})
