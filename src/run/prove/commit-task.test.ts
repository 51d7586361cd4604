import { expect, test } from 'vitest'
import { taskFrom } from './commit-task.ts'

test.each<[string, string | null]>([
  ['fix(parser): empty input (#12)', 'Fix empty input'],
  ['fix: handle empty input', 'Handle empty input'],
  ['feat!: dark mode', 'Add dark mode'],
  ['feat: add dark mode.', 'Add dark mode'],
  ['docs: the install page', 'Document the install page'],
  ['chore: bump x', 'chore: bump x'],
  ['Fix the login', 'Fix the login'],
  ['fixup! Fix the login', null],
  ["Merge branch 'main'", null],
  ['wip', null],
  ['', null],
])('%s', (subject, task) => {
  expect(taskFrom([subject])).toBe(task)
})

test('several commits are several orders, each once', () => {
  expect(taskFrom(['Add a parser', 'wip', 'fix: typo', 'Add a parser'])).toBe('Add a parser; Fix typo')
})
