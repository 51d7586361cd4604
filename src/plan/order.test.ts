import { expect, test } from 'vitest'
import type { PlanEvent, PlanSpec } from './events.ts'
import { behindOthers, blockedBy, cycleIn, readyTasks, stepsOf } from './order.ts'
import { foldPlan, type PlanState } from './plan-state.ts'
import type { PlannedTask } from './planned-task.ts'

const ordered = (id: string, after: readonly string[] = [], paths: readonly string[] = []) => ({ id, after, paths })

test.each([
  [['src/a.js'], ['src/a.js'], true],
  [['src/a.js'], ['src/b.js'], false],
  [['src'], ['src/b.js'], true],
  [['src/*.js'], ['src/b.js'], true],
  [['src/*.js'], ['src/b.ts'], false],
  [['src/parser/**'], ['src/lexer/**'], false],
  [['src/**'], ['src/lexer/**'], true],
  [['**/*.md'], ['src/lexer/**'], true],
  [['./src/a.js'], ['src/a.js'], true],
  [['srcs/a.js'], ['src'], false],
  [[], ['src'], false],
])('%j and %j overlap: %s', (one, other, expected) => {
  const behind = behindOthers([ordered('a', [], one), ordered('b', [], other)])
  expect(behind.get('b')).toEqual(expected ? ['a'] : [])
  expect(behind.get('a')).toEqual([])
})

test('a task does not wait for one that comes after it, and cycles are found', () => {
  const tasks = [ordered('a', ['b'], ['x']), ordered('b', [], ['x'])]
  expect(behindOthers(tasks).get('b')).toEqual([])
  expect(cycleIn(tasks)).toBeNull()
  expect(cycleIn([ordered('a', ['c']), ordered('b', ['a']), ordered('c', ['b'])])).toEqual(['a', 'c', 'b', 'a'])
  const steps = stepsOf([
    { id: 'a', after: [], behind: [] },
    { id: 'b', after: ['a'], behind: [] },
    { id: 'c', after: [], behind: ['b'] },
  ])
  expect([...steps]).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
})

const planned = (id: string, more: Partial<PlannedTask> = {}): PlannedTask => ({
  id,
  title: id,
  task: id,
  criterion: { kind: 'exit_code', command: `test -f ${id}`, expect: 0, said: id },
  criterionSays: id,
  confidence: 'given',
  needsPerson: false,
  refused: null,
  expectNow: 'failing',
  taskClass: null,
  rationale: [],
  proposalYaml: null,
  iterations: null,
  after: [],
  behind: [],
  agent: null,
  limits: {},
  paths: [],
  ...more,
})

const at = '2026-01-01T00:00:00.000Z'
const NO_LIMITS = { turns: null, ms: null, tokens: null, usd: null }
const spec = (tasks: readonly PlannedTask[]): PlanSpec => ({
  id: 'plan-x-00000000',
  tree: '/x',
  workspace: '/x',
  source: null,
  onto: 'refs/heads/main',
  gate: null,
  gateSays: 'none',
  tasks,
  given: {},
  limits: NO_LIMITS,
  programs: [],
  nonce: 'n',
})

function after(tasks: readonly PlannedTask[], ...events: readonly PlanEvent[]): PlanState {
  const state = foldPlan([{ kind: 'plan-start', at, spec: spec(tasks) }, ...events])
  if (!state) throw new Error('no plan')
  return state
}

const readyIn = (state: PlanState) => readyTasks(state).map(({ task }) => task.id)

test('a stuck task blocks only what depends on it; one on the same files only has to be out of the way', () => {
  const tasks = [
    planned('a'),
    planned('b', { after: ['a'] }),
    planned('c', { after: ['b'] }),
    planned('d', { behind: ['a'] }),
    planned('e', { behind: ['b'] }),
    planned('f'),
  ]
  expect(readyIn(after(tasks))).toEqual(['a', 'f'])
  const stuck = after(
    tasks,
    { kind: 'task-start', at, task: 'a', loop: 'l' },
    { kind: 'task-needs-you', at, task: 'a', because: 'stuck', says: 'no progress' },
  )
  expect(readyIn(stuck)).toEqual(['d', 'e', 'f'])
  expect(stuck.tasks.map(task => blockedBy(stuck, task))).toEqual([null, 'a', 'b', null, null, null])
  const merged = after(tasks, { kind: 'task-merged', at, task: 'a', commit: 'c1' })
  expect(readyIn(merged)).toEqual(['b', 'd', 'f'])
})

test('a result that came back starts first; a person can have a task tried again, and new tasks join', () => {
  const back: PlanEvent = {
    kind: 'task-back',
    at,
    task: 'b',
    because: 'conflict',
    says: 'conflict',
    details: '',
    files: ['x'],
    work: 'w',
  }
  const state = after([planned('a'), planned('b')], { kind: 'task-start', at, task: 'b', loop: 'l1' }, back)
  expect([readyIn(state), state.tasks[1]?.backs]).toEqual([['b', 'a'], 1])
  const refused = planned('r', { criterion: null, refused: { because: 'vague', suggestions: [] } })
  const again = after(
    [planned('a'), refused],
    { kind: 'task-needs-you', at, task: 'a', because: 'stuck', says: '' },
    {
      kind: 'plan-resume',
      at,
      jobs: 2,
      given: {},
      limits: NO_LIMITS,
      tasks: [planned('r'), planned('n')],
      again: ['a'],
    },
  )
  expect(readyIn(again)).toEqual(['a', 'r', 'n'])
})
