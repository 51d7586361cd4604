import { describe, expect, test } from 'vitest'
import { idlePorts, specWith, steppingClock, turnThat } from '../../test/rig/loop-parts.ts'
import type { Agent } from '../agents/agent.ts'
import type { CompletionCheck } from '../check/completion/completion-check.ts'
import { apply } from './apply.ts'
import { decisionsIn, whyNoActions } from './approval.ts'
import type { LoopEvent } from './events.ts'
import type { Outcome } from './outcome.ts'
import { standardPolicy } from './policy.ts'
import { resumed } from './resume.ts'
import { type LoopPorts, runLoop } from './run.ts'
import { type LoopState, newLoop } from './state.ts'

const WAIVER: LoopEvent = {
  kind: 'waiver',
  loop: 'x',
  at: '2026-11-15T00:00:00.000Z',
  waiver: { rule: 'tests-gone', places: null, test: null, reason: 'fine', by: 'me' },
}

/** A loop with one turn; `changes` says which files each look at the tree finds changed. */
async function play(changes: readonly (readonly string[])[], passes = true, start = newLoop(specWith())) {
  let [looks, checks, turns] = [0, 0, 0]
  const events: LoopEvent[] = []
  const check: CompletionCheck = {
    description: () => 'done',
    check: async () => (checks++ === 0 && start.turn === null ? 'not yet' : passes ? null : 'still not'),
  }
  const agent: Agent = {
    name: 'agent',
    tells: { tokens: false, usd: false },
    turn: async () => {
      turns += 1
      return turnThat('claims-done')
    },
  }
  const ports: LoopPorts = {
    ...idlePorts,
    check,
    agent: () => agent,
    clock: steppingClock(),
    done: 'done',
    policy: standardPolicy,
    keepPrompt: async () => '/prompt',
    isStateReached: async () => true,
    keepTree: async iteration => `tree ${iteration}`,
    markTree: async () => ({ tree: 'checked', changed: async () => changes[looks++] ?? [] }),
    save: async saved => saved,
    emit: event => void events.push(event),
  }
  const end = await runLoop(start, ports, new AbortController().signal)
  return { end, events, turns, checks }
}

describe('files that change between a passing check and its record', () => {
  test('once: it is checked again, without another turn, and the checked tree is kept', async () => {
    const { end, turns, checks } = await play([['a.js']])
    expect(end.outcome).toMatchObject({ kind: 'verified' })
    expect([turns, checks]).toEqual([1, 3])
    expect(end.checks.at(-1)?.tree).toBe('checked')
  })

  test('twice: not verified, and the finding names them', async () => {
    const always = Array.from({ length: 50 }, () => ['a.js'])
    const { end, events } = await play(always)
    expect(end.outcome?.kind).not.toBe('verified')
    expect(events.find(({ kind }) => kind === 'finding')).toMatchObject({
      finding: { rule: 'changed-after-check', objection: 'unproven', places: ['a.js'] },
    })
  })

  test('a waiver does not accept it', async () => {
    const always = Array.from({ length: 50 }, () => ['a.js'])
    const waive = newLoop({ ...specWith(), waive: ['changed-after-check'] })
    expect((await play(always, true, waive)).end.outcome?.kind).not.toBe('verified')
  })
})

describe('a waived loop resumes with a check, whatever it ended on', () => {
  const ended = async (outcome: Outcome | null): Promise<LoopState> => {
    const { end } = await play([], false)
    return apply({ ...end, phase: outcome ? 'ended' : 'ready', outcome }, WAIVER)
  }
  const ENDS: readonly (Outcome | null)[] = [
    { kind: 'limit_reached', limit: 'iterations', allowed: '1', verdict: 'unproven' },
    { kind: 'paused', because: 'asked' },
    { kind: 'stuck', how: 'repeating', turns: 3 },
    { kind: 'blocked', because: 'agent', says: 'x' },
    { kind: 'tampered', says: 'x' },
    null,
  ]
  test.each(ENDS.map(end => [end?.kind ?? 'interrupted', end] as const))('%s', async (_, outcome) => {
    const state = await ended(outcome)
    const again = resumed(state, state.spec.limits)
    expect(again.phase).toBe('closing')
    const { end, turns } = await play([], true, again)
    expect(end.outcome).toMatchObject({ kind: 'verified' })
    expect(turns).toBe(0)
    expect(end.waivedSinceCheck).toBe(false)
  })

  test('a turn that met a rate limit does not hide the tree that it left', async () => {
    const state = await ended({ kind: 'paused', because: 'rate limit' })
    const limited: LoopState = {
      ...state,
      iteration: state.iteration + 1,
      turn: state.turn && { ...state.turn, iteration: state.iteration + 1, ended: 'rate-limited' },
    }
    const { end, turns } = await play([], true, resumed(limited, state.spec.limits))
    expect(end.outcome).toMatchObject({ kind: 'verified' })
    expect(turns).toBe(0)
  })

  test('before the first turn there is nothing to check again', () => {
    const state = apply(
      { ...newLoop(specWith()), phase: 'ready', baseline: { failing: [], measured: null, ran: null, closed: null } },
      WAIVER,
    )
    expect(resumed(state, state.spec.limits).phase).toBe('ready')
  })
})

test('after a waiver no loop may act, also no sandboxed one', () => {
  const [plain, waived] = [newLoop(specWith()), apply(newLoop(specWith()), WAIVER)]
  expect(whyNoActions(plain)).toBe(null)
  expect(whyNoActions(waived)).toBe('waiver-not-authenticated')
  expect(whyNoActions(apply(newLoop({ ...specWith(), sandbox: true }), WAIVER))).toBe('waiver-not-authenticated')
})

test('decisions are waivers and limits that were raised, not those that were lowered', () => {
  const spec = specWith()
  const common = { loop: 'x', at: '2026-11-15T00:00:00.000Z' }
  const resume = (limits: Partial<LoopState['spec']['limits']>): LoopEvent => ({
    kind: 'loop-resume',
    ...common,
    iteration: 1,
    from: 'limit_reached',
    limits: { ...spec.limits, ...limits },
  })
  const start: LoopEvent = { kind: 'loop-start', ...common, spec: { ...spec, limits: { ...spec.limits, usd: 5 } } }
  const iterations = spec.limits.iterations + 1
  expect(decisionsIn([start, WAIVER, resume({ iterations, usd: 1 }), resume({ usd: null, iterations })])).toEqual({
    waivers: ['tests-gone'],
    raised: ['iterations', 'usd'],
  })
})
