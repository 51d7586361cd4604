import { expect, test } from 'vitest'
import type { PlannedTask } from '../plan/planned-task.ts'
import { proposalRows } from './plan-rows.ts'

const task = (id: string, more: Partial<PlannedTask> = {}): PlannedTask => ({
  id,
  title: 'Mention it',
  task: 'Mention it',
  criterion: null,
  criterionSays: 'go test ./... passes',
  confidence: 'high',
  needsPerson: false,
  refused: null,
  expectNow: 'either',
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

test('a table where it fits; else lines below each other, and no id, title, or criterion is cut', () => {
  expect(proposalRows([task('a')], 80)).toEqual([
    'step  id  task        confidence  criterion',
    '1     a   Mention it  high        go test ./... passes',
  ])
  const long = { id: 'mention-wrap-lines-in-the-readme-file', title: 'Mention WrapLines in README '.repeat(3).trim() }
  const refused = { because: 'No check measures this.', suggestions: [] }
  expect(proposalRows([task(long.id, long), task('b', { refused, criterionSays: '' })], 80)).toEqual([
    `step 1  ${long.id}`,
    `    ${long.title}`,
    '    go test ./... passes (high)',
    'step 1  b',
    '    Mention it',
    '    cannot measure: No check measures this.',
  ])
})
