import { expect, test } from 'vitest'
import { plantTests } from '../../proof/canary/choose.ts'
import { alike } from './alike.ts'
import { plantingFor } from './plans.ts'
import { textOf } from './plant.ts'

test.each([
  ['a.test.js', ['sums', 'adds two numbers'], 'sums adds two numbers '],
  ['a.test.js', ["it's quoted"], ''],
  ['test_a.py', ['TestA', 'test_bug'], 'bug_'],
  ['test_a.py', ['test_bug[1-2]'], 'bug_'],
  ['a_test.go', ['TestBug'], 'Bug_'],
  ['tests/a.rs', ['sums::bug'], 'bug_'],
])('%s %j: a name that begins like it', (path, title, begins) => {
  const planting = plantingFor(path, [])
  expect(planting && alike(planting, title)).toBe(begins)
})

test('failures are planted under names of their own, or under names like those that ran', () => {
  const tests = [
    { file: 'a.test.js', title: ['skipped'], passed: false },
    { file: 'a.test.js', title: ['ok'], passed: true },
  ]
  const choose = { read: () => "test('ok', () => {})\n", word: () => 'w1', differed: [], runners: [] }
  expect(plantTests(tests, choose).map(textOf).join()).toContain("test('w1'")
  expect(
    plantTests(tests, { ...choose, alike: true })
      .map(textOf)
      .join(),
  ).toContain("test('ok w1'")
})

test('the runner that ran a file decides how a test is planted in it', () => {
  expect(plantingFor('a.test.js', ['uvu'])).not.toBe(plantingFor('a.test.js', ['jest']))
  expect(plantingFor('a.test.js', ['pytest'])).toBe(plantingFor('a.test.js', []))
})
