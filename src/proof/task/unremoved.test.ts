import { expect, test } from 'vitest'
import type { TreeCode } from './tree-code.ts'
import { onlyTestsRemoved } from './unremoved.ts'

const TASKS = [
  'Remove the support for the ts type, with its tests in tests/test_parse.py and its row in README.rst',
  'drop the ts format together with its tests and docs',
  'Delete the ts conversion and its tests',
]
const TEST = 'tests/test_parse.py'
const FULL = 'def test_all():\n    y("ta")\n    y("ts")\n'
const LESS = FULL.replace('    y("ts")\n', '')

function says(task: string, before: Record<string, string>, now: Record<string, string>): string | null {
  const code = {
    before: new Map(Object.entries(before)),
    now: new Map(Object.entries(now)),
    changed: new Set([...Object.keys(before), ...Object.keys(now)]),
  }
  return onlyTestsRemoved(task, code as unknown as TreeCode)
}

test.each(TASKS)('%s: tests do not go alone', task => {
  expect(says(task, { [TEST]: FULL }, { [TEST]: LESS })).toContain('only tests and documents changed')
  expect(says(task, { [TEST]: FULL, 'README.rst': 'ts\n' }, { [TEST]: LESS, 'README.rst': '' })).not.toBeNull()
  expect(says(task, { [TEST]: FULL }, {})).not.toBeNull()
})

test.each(TASKS)('%s: they go with source or data, and new tests may come', task => {
  expect(says(task, { [TEST]: FULL, 'parse.py': 'ts' }, { [TEST]: LESS, 'parse.py': '' })).toBeNull()
  expect(says(task, { [TEST]: FULL, 'types.json': '["ts"]' }, { [TEST]: LESS, 'types.json': '[]' })).toBeNull()
  expect(says(task, { [TEST]: LESS }, { [TEST]: FULL })).toBeNull()
})

test('a task about tests alone', () => {
  for (const task of [
    'remove the duplicate tests and their fixtures',
    'clean up the tests',
    'fix the ts type and its tests',
  ])
    expect(says(task, { [TEST]: FULL }, { [TEST]: LESS })).toBeNull()
})
