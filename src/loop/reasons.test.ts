import { describe, expect, test } from 'vitest'
import { specWith } from '../../test/rig/loop-parts.ts'
import { EXIT } from '../std/exit-codes.ts'
import { INTERRUPT, LOST_RACE } from './abort-reasons.ts'
import { abortedBy, exitCodeOf, type Outcome, reasonOf } from './outcome.ts'
import { firstReason, standardPolicy } from './policy.ts'
import { isSameTest, outOfDailyMoney, outOfMoney, outOfTime, outOfTokens, outOfTurns } from './reasons.ts'
import { type CheckSummary, type LoopState, newLoop } from './state.ts'
import { GREEN_KEY, NOTHING_DONE_KEY, standstill, UNASKED_KEY } from './stuck.ts'
import { limitedNow, waitOrPause } from './wait.ts'

const stateWith = (more: Partial<LoopState>, limits = {}): LoopState => ({ ...newLoop(specWith(limits)), ...more })

const check = (iteration: number, missingKey: string, more: Partial<CheckSummary> = {}): CheckSummary => ({
  iteration,
  verdict: 'not_yet',
  missing: missingKey,
  missingKey,
  turnEnded: null,
  tree: `tree ${iteration}`,
  failing: 1,
  measured: null,
  ...more,
})

const spent = (more: Partial<LoopState['spent']>): LoopState['spent'] => ({
  ...newLoop(specWith()).spent,
  ...more,
})
const unreported = { tokens: true, usd: true }

describe('a limit holds from its value on, and not before', () => {
  test.each([
    ['turns', outOfTurns, { iteration: 4 }, { iteration: 5 }, {}],
    ['time', outOfTime, { spent: spent({ ms: 59_999 }) }, { spent: spent({ ms: 60_000 }) }, {}],
    ['tokens', outOfTokens, { spent: spent({ tokens: 99 }) }, { spent: spent({ tokens: 100 }) }, { tokens: 100 }],
    ['cost', outOfMoney, { spent: spent({ usd: 4.99 }) }, { spent: spent({ usd: 5 }) }, { usd: 5 }],
    ['tokens nobody reports', outOfTokens, {}, { spent: spent({ unreported }) }, { tokens: 100 }],
    ['a cost nobody reports', outOfMoney, {}, { spent: spent({ unreported }) }, { usd: 5 }],
  ])('%s', (_, reason, before, at, limits) => {
    expect(reason(stateWith(before, limits))).toBeNull()
    expect(reason(stateWith(at, limits))).toMatchObject({ kind: 'limit_reached', verdict: 'not_yet' })
  })

  test('without a limit on tokens and cost, unreported ones stop nothing', () => {
    const state = stateWith({ spent: spent({ unreported, tokens: 1e9, usd: 1e6 }) })
    expect([outOfTokens(state), outOfMoney(state), outOfDailyMoney(state, { usd: 1e6, unknown: 3 })]).toEqual([
      null,
      null,
      null,
    ])
  })

  test('the cost of a day is that of all loops; a silent agent is stopped, an assistant is not', () => {
    const [own, day] = [stateWith({}, { usdPerDay: 10 }), (usd: number) => ({ usd, unknown: 1 })]
    const silent = { ...own, spent: spent({ unreported }) }
    const host = { ...silent, spec: { ...silent.spec, agent: { kind: 'host', name: 'claude-code' } as const } }
    expect([outOfDailyMoney(own, day(9.99)), outOfDailyMoney(own, null), outOfDailyMoney(host, day(1))]).toEqual([
      null,
      null,
      null,
    ])
    for (const trouble of [outOfDailyMoney(own, day(10)), outOfDailyMoney(silent, day(1))])
      expect(trouble).toMatchObject({ kind: 'limit_reached', limit: 'cost_per_day' })
  })

  test.each([
    ['tampered', 'tampered', { kind: 'tampered' }],
    ['weakened', 'weakened', { kind: 'tampered' }],
    ['a check that cannot fail', 'unprovable', { kind: 'gate_broken' }],
    ['flaky', 'flaky', { kind: 'limit_reached', verdict: 'flaky' }],
  ] as const)('the last check decides how a loop at its limit ends: %s', (_, verdict, end) => {
    expect(outOfTurns(stateWith({ iteration: 5, checks: [check(5, 'x', { verdict })] }))).toMatchObject(end)
  })
})

describe('brakes', () => {
  const brake = (more: Partial<LoopState>) => firstReason(standardPolicy.brakes, stateWith(more))
  const tampered = (iteration: number) => check(iteration, `x${iteration}`, { verdict: 'tampered' })
  const idle = (iteration: number) => check(iteration, NOTHING_DONE_KEY, { tree: 'same' })
  const disputes = [{ test: 'adds', reason: 'it contradicts the task' }]

  test.each<[string, Partial<LoopState>, object | null]>([
    ['nothing is wrong', { checks: [check(0, 'a'), check(1, 'b')] }, null],
    ['two failed turns', { idleFailures: 2 }, null],
    ['three failed turns', { idleFailures: 3 }, { kind: 'agent_failed' }],
    ['tampered once', { checks: [check(0, 'a'), tampered(1)] }, null],
    ['tampered twice', { checks: [check(0, 'a'), tampered(1), tampered(2)] }, { kind: 'tampered' }],
    ['tampered again later', { checks: [tampered(1), check(2, 'b'), tampered(3)] }, null],
    ['weakened twice', { checks: [1, 2].map(turn => check(turn, `w${turn}`, { verdict: 'weakened' })) }, null],
    ['two idle turns', { checks: [idle(0), idle(1), idle(2)] }, null],
    [
      'three idle turns',
      { checks: [idle(0), idle(1), idle(2), idle(3)] },
      { limit: 'idle_turns', verdict: 'nothing_done' },
    ],
    [
      'a disputed test fails',
      { blocked: disputes, failing: { ids: ['a.test.js > adds'], count: 1 } },
      { because: 'needs_waiver' },
    ],
    ['another test fails, too', { blocked: disputes, failing: { ids: ['a > adds', 'a > subtracts'], count: 2 } }, null],
    ['more tests fail than are named', { blocked: disputes, failing: { ids: ['a > adds'], count: 2 } }, null],
    ['nothing fails', { blocked: disputes, failing: { ids: [], count: 0 } }, null],
  ])('%s', (_, state, end) => {
    const found = brake(state)
    if (end === null) expect(found).toBeNull()
    else expect(found).toMatchObject(end)
  })

  test('a test is named by its id or by its title, not by a part of it', () => {
    expect(['f > adds', 'f::adds', 'adds'].map(id => isSameTest('adds', id))).toEqual([true, true, true])
    expect(['f > adds more', 'f > badds', 'f'].map(id => isSameTest('adds', id))).toEqual([false, false, false])
  })
})

describe('standing still', () => {
  const turns = (...keys: readonly string[]): LoopState =>
    stateWith({ checks: keys.map((key, turn) => check(turn, key, { tree: 'same' })) })

  test.each([
    ['only the baseline', turns('a'), null],
    ['new failures each time', turns('a', 'b', 'c'), null],
    ['the same ones', turns('a', 'b', 'b', 'b'), { how: 'repeating', turns: 2, weight: 2 }],
    ['those of the baseline', turns('a', 'a', 'a'), { how: 'repeating', turns: 2, weight: 2 }],
    ['back and forth', turns('a', 'b', 'a', 'b'), { how: 'oscillating', turns: 2, weight: 2 }],
  ])('%s', (_, state, still) => expect(standstill(state)).toEqual(still))

  test('a new tree counts half, and nothing while all that is missing is the claim', () => {
    const same = [check(0, 'a'), check(1, 'a'), check(2, 'a')]
    expect(standstill(stateWith({ checks: same }))).toMatchObject({ turns: 2, weight: 1 })
    const green = same.map(each => ({ ...each, missingKey: GREEN_KEY, failing: 0 }))
    expect(standstill(stateWith({ checks: green }))).toMatchObject({ turns: 2, weight: 0 })
    const refused = green.map(each => ({ ...each, verdict: 'unproven' as const }))
    expect(standstill(stateWith({ checks: refused }))).toMatchObject({ weight: 1 })
  })

  test('a new measured value is progress; an unchecked turn is known by its tree', () => {
    const measured = [3, 2, 1].map((value, turn) => check(turn, 'a', { measured: value, tree: 'same' }))
    expect(standstill(stateWith({ checks: measured }))).toBeNull()
    expect(standstill(stateWith({ checks: [0, 1, 2].map(turn => check(turn, UNASKED_KEY)) }))).toBeNull()
    expect(standstill(turns(UNASKED_KEY, UNASKED_KEY))).toMatchObject({ turns: 1 })
  })

  test('it stops at a weight of six', () => {
    const stuck = (count: number) => firstReason(standardPolicy.brakes, turns('x', ...Array<string>(count).fill('a')))
    expect([stuck(6), stuck(7)]).toEqual([null, { kind: 'stuck', how: 'repeating', turns: 6 }])
  })
})

describe('how a loop ended, for programs', () => {
  test.each<[Outcome, number, string]>([
    [{ kind: 'verified', because: 'already_green' }, EXIT.verified, 'already_green'],
    [{ kind: 'claimed' }, EXIT.verified, 'claimed'],
    [{ kind: 'limit_reached', limit: 'time', allowed: '1h', verdict: 'flaky' }, EXIT.limit, 'flaky'],
    [{ kind: 'stuck', how: 'oscillating', turns: 6 }, EXIT.stuck, 'oscillating'],
    [{ kind: 'blocked', because: 'agent', says: 'x' }, EXIT.stuck, 'agent'],
    [{ kind: 'blocked', because: 'red_baseline', says: 'x' }, EXIT.noCriterion, 'red_baseline'],
    [{ kind: 'tampered', says: 'x' }, EXIT.tampered, 'tampered'],
    [{ kind: 'gate_broken', error: 'x' }, EXIT.gateBroken, 'gate_broken'],
    [{ kind: 'agent_failed', error: 'x' }, EXIT.agentUnusable, 'agent_failed'],
    [{ kind: 'paused', because: 'x' }, EXIT.paused, 'paused'],
    [{ kind: 'aborted' }, EXIT.aborted, 'aborted'],
  ])('%j', (outcome, code, reason) => expect([exitCodeOf(outcome), reasonOf(outcome)]).toEqual([code, reason]))

  test('an abort knows who caused it', () => {
    const by = (reason?: unknown) => abortedBy(AbortSignal.abort(reason))
    expect([by(), by(INTERRUPT), by(LOST_RACE)]).toEqual([
      { kind: 'aborted' },
      { kind: 'aborted', interrupted: true },
      { kind: 'aborted', lostRace: true },
    ])
  })
})

describe('a rate limit', () => {
  const NOW = Date.parse('2026-11-16T00:00:00.000Z')
  const clock = { now: () => NOW, elapsed: () => 0 }
  const limited = (retryAfterMs: number | null, waitMs = 0): LoopState =>
    stateWith({
      spent: spent({ waitMs }),
      turn: { agent: 'agent', error: 'too many requests', retryAfterMs } as unknown as LoopState['turn'],
    })
  const waits = (state: LoopState): unknown => {
    const event = waitOrPause(state, clock)
    return event.kind === 'wait' ? event.wait_ms : event.kind
  }

  test('is waited for as long as the agent says, else 30 s and then as long as before, within the limit', () => {
    expect([waits(limited(5000)), waits(limited(null)), waits(limited(null, 29_000))]).toEqual([5000, 30_000, 30_000])
    const patient = { ...limited(null, 40_000), spec: specWith({ waitMs: 3_600_000 }) }
    expect(waits(patient)).toBe(40_000)
    expect(waits({ ...patient, spent: spent({ waitMs: 1_800_000 }) })).toBe(900_000)
    expect([waits(limited(60_000)), waits(limited(60_001)), waits(limited(30_001, 30_000))]).toEqual([
      60_000,
      'loop-end',
      'loop-end',
    ])
  })

  test('of one agent does not hold up another; names of limited ones are known until then', () => {
    const other = { kind: 'command', command: 'other' } as const
    const two = limited(50_000)
    const both = { ...two, spec: { ...two.spec, otherAgents: [other] } }
    expect(waits(both)).toBe(0)
    const until = new Date(NOW + 20_000).toISOString()
    const held = { ...both, limited: [{ agent: 'other', until }] }
    expect(waits(held)).toBe(20_000)
    expect(limitedNow(held, clock)).toEqual(['other'])
    expect(limitedNow(held, { ...clock, now: () => NOW + 20_000 })).toEqual([])
  })
})
