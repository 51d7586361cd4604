import { describe, expect, test } from 'vitest'
import { specWith } from '../../../test/rig/loop-parts.ts'
import type { CheckFacts } from '../../loop/events.ts'
import type { Outcome } from '../../loop/outcome.ts'
import { type LoopState, newLoop } from '../../loop/state.ts'
import { reportLines } from './report.ts'
import { painter, proofLine } from './words.ts'

const ids = Array.from({ length: 20 }, (_, index) => `a.test.js::case ${index}`)
const state: LoopState = {
  ...newLoop(specWith({ usd: 2 })),
  iteration: 4,
  spent: { ms: 90_000, tokens: 1_200, usd: 0.4, waitMs: 60_000, unreported: { tokens: true, usd: true } },
  failing: { ids, count: 31 },
  best: { iteration: 2, tree: null, failing: 3 },
}
const proof = {
  level: 'standard',
  steps: [
    { step: 'room', result: 'ok', says: '' },
    { step: 'ids', result: 'refused', says: '41 of 42' },
    { step: 'canary', result: 'not_checked', says: 'no place for one' },
  ],
  runs: 2,
  duration_ms: 3_100,
} as const
const check: CheckFacts = {
  verdict: 'tampered',
  missing: 'bent',
  evidence: [],
  missing_key: '',
  findings: Array.from({ length: 9 }, (_, index) => ({
    rule: `rule-${index}`,
    objection: 'tampered' as const,
    says: 'The check was bent.\nTwice.',
    places: ['a', 'b', 'c', 'd'],
  })),
  proof,
  duration_ms: 1,
}
const paths = {
  progress: 'p.md',
  handOff: 'h.md',
  pull: null,
  log: (n: number, name: string) => `${n}/${name}`,
  before: '',
  where: '',
  confirm: '',
  changed: '1 file changed in a.js',
  git: true,
}
const lines = (outcome: Outcome): readonly string[] =>
  reportLines(
    { state, outcome, check, baseline: null, receipt: '/r.json' },
    paths,
    changes => `again ${JSON.stringify(changes)}`,
    painter(false),
  )

const outcomes: readonly Outcome[] = [
  { kind: 'verified', because: 'criterion_holds' },
  { kind: 'claimed' },
  { kind: 'limit_reached', limit: 'cost', allowed: '$2', verdict: 'not_yet' },
  { kind: 'stuck', how: 'repeating', turns: 6 },
  { kind: 'blocked', because: 'agent', says: 'no key' },
  { kind: 'tampered', says: 'bent\ntwice' },
  { kind: 'gate_broken', error: 'no such command' },
  { kind: 'agent_failed', error: 'exit code 1' },
  { kind: 'paused', because: 'rate limited' },
  { kind: 'aborted' },
]

describe('the report', () => {
  test.each(outcomes)('$kind: at most fifteen lines, each one line, and the next command last', outcome => {
    const [blank, ...shown] = lines(outcome)
    expect(blank).toBe('')
    expect(shown.length).toBeLessThanOrEqual(15)
    expect(shown.join('').includes('\n')).toBe(false)
    expect(shown.slice(-2).join('\n')).toMatch(/^ {2}next {8}\S/m)
    expect(shown.join(' ')).not.toMatch(/\bcorrect\b/)
  })

  test('what nobody looked at is said, and what is known of the cost is called a part', () => {
    const shown = lines({ kind: 'tampered', says: 'bent' })
    expect(shown).toContain('  not checked canary (no place for one)')
    expect(shown).toContain('  used        1m 30s of 1m, 1m waited, at least 1,200 tokens, $0.40')
    expect(shown).toContain('  best        turn 2, 3 failing')
    expect(shown).toContain('              …and 28 more failures')
    const findings = shown.filter(line => line.includes('rule-'))
    expect(findings).toHaveLength(3)
    expect(findings.at(-1)).toMatch(/^ {14}…and \d+ more: rule-/)
  })

  test('of each limit that is used up twice as much is named; of what is not known, none can be kept to', () => {
    expect(lines({ kind: 'limit_reached', limit: 'cost', allowed: '$2', verdict: 'not_yet' }).at(-1)).toBe(
      `  next        agent-loop resume ${state.spec.id} --timeout 2m --max-cost none`,
    )
  })

  test('restoring the best turn is offered only when a turn was better than the start', () => {
    const next = (iteration: number): string =>
      reportLines(
        {
          state: { ...state, best: { iteration, tree: null, failing: 3 } },
          outcome: { kind: 'stuck', how: 'repeating', turns: 6 },
          check,
          baseline: null,
          receipt: null,
        },
        paths,
        () => 'again',
        painter(false),
      ).join('\n')
    expect(next(2)).toContain(`agent-loop restore ${state.spec.id} best`)
    expect(next(0)).not.toContain('restore')
  })

  test('the steps of a proof on one line', () => {
    expect(proofLine(proof)).toBe('standard  clean copy ✓  test ids ✗  canary –   2 runs, 3.1s')
  })
})
