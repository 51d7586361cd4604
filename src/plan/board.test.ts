import { expect, test } from 'vitest'
import { anywhere, columnOf, nextSteps, whyStill } from './board.ts'
import type { PlanSpec } from './events.ts'
import { currentLoops, foldPlan, type PlanState } from './plan-state.ts'
import type { PlannedTask } from './planned-task.ts'

const task = (id: string, more: Partial<PlannedTask> = {}): PlannedTask => ({
  ...{ id, title: id, task: id, criterion: null, criterionSays: 'x', confidence: 'given', needsPerson: false },
  ...{ refused: null, expectNow: 'failing', taskClass: null, rationale: [], proposalYaml: null, iterations: null },
  ...{ after: [], behind: [], agent: null, limits: {}, paths: [] },
  ...more,
})
const spec: PlanSpec = {
  ...{ id: 'p', tree: '/a b', workspace: '/a b', source: null, onto: 'refs/heads/main', gate: null, gateSays: 'none' },
  tasks: [
    task('a', { race: ['claude', 'codex'] }),
    task('b', { after: ['a'] }),
    task('c', { behind: ['a'] }),
    task('d', { refused: { because: 'no check', suggestions: [] } }),
  ],
  ...{ given: {}, limits: { turns: null, ms: null, tokens: null, usd: null }, programs: [], nonce: 'n' },
}
const at = '2026-01-01T00:00:00.000Z'
const spent = { turns: 1, ms: 1, tokens: 0, usd: 0 }
const START = { kind: 'plan-start', at, spec } as const
const RACE = { kind: 'task-start', at, task: 'a', loop: 'l2', racers: ['l1', 'l2'] } as const
const ENDED = { kind: 'task-end', at, task: 'a', loop: 'l1', says: '', spent } as const
const NEEDS = { kind: 'task-needs-you', at, task: 'a', because: 'stuck', says: 'stuck' } as const

function planAfter(...events: Parameters<typeof foldPlan>[0]): PlanState {
  const plan = foldPlan([START, ...events])
  if (plan === null) throw new Error('no plan')
  return plan
}
const board = (plan: PlanState, isProving = false): readonly string[] =>
  plan.tasks.map(state => `${state.task.id} ${columnOf(state, isProving)}: ${whyStill(plan, state)}`)

test('each task has a column, and a reason where it does not move', () => {
  const running = planAfter(RACE)
  expect(board(running)).toEqual([
    'a running: null',
    'b waiting: waits for a',
    'c waiting: waits for a, which changes the same files',
    'd needs_you: no check',
  ])
  expect(board(running, true)[0]).toBe('a proving: null')
  const stuck = planAfter(RACE, { ...ENDED, status: 'stuck' }, NEEDS)
  expect(board(stuck).slice(0, 2)).toEqual(['a needs_you: stuck', 'b waiting: waits for a, which needs you'])
  const commands = stuck.tasks.flatMap(nextSteps).map(step => anywhere(step, spec).command)
  expect(commands).toEqual([
    'agent-loop diff l1',
    "agent-loop plan run --only a --cwd '/a b'",
    "agent-loop plan drop a --cwd '/a b'",
    "agent-loop plan drop d --cwd '/a b'",
  ])
})

test('the loops of a race are current until it ends; then the winner is, and the others are kept as lost', () => {
  const [racing] = planAfter(RACE).tasks
  const [won] = planAfter(RACE, { ...ENDED, status: 'verified' }).tasks
  expect(racing && currentLoops(racing)).toEqual(['l1', 'l2'])
  expect(won).toMatchObject({ status: 'merging', loops: ['l2', 'l1'], racers: [], lost: ['l2'] })
  expect(won && currentLoops(won)).toEqual(['l1'])
})
