import { expect, test } from 'vitest'
import type { TreeCode } from './tree-code.ts'
import { unchangedWrongTest } from './wrong-test.ts'

type Files = Readonly<Record<string, string>>

const BEFORE: Files = {
  'src/sums.js': 'export const add = (a, b) => a + b\n',
  'test/sums.test.js': "test('adds', () => expect(add(1, 2)).toBe(4))\n",
  'sums.go': 'package sums\n\nfunc Add(a, b int) int { return a + b }\n',
  'sums_test.go': 'package sums\n\nfunc TestAdd(t *testing.T) { if Add(1, 2) != 4 { t.Fatal() } }\n',
  'test/cases.json': '{ "adds": 4 }\n',
  'src/lib.rs': 'pub fn add() {}\n\n#[test]\nfn adds() { assert_eq!(1, 2) }\n',
}
const SOURCE: Files = { 'src/sums.js': 'export const add = (a, b) => a + b + 1\n' }

const treeOf = (changes: Files): TreeCode => ({
  before: new Map(Object.entries(BEFORE)),
  now: new Map(Object.entries({ ...BEFORE, ...changes })),
  changed: new Set(Object.keys(changes)),
  deleted: [],
  ignored: new Set(),
  isNamed: (path, name) => path === name || path.endsWith(`/${name}`),
})

test.each([
  'Fix the wrong expected value in the test "adds" in test/sums.test.js',
  'fix the wrong expected value in TestAdd in sums_test.go',
  'the expected value in test/sums.test.js is wrong, fix the test',
  'adds fails: the expected value for 1 and 2 in sums.test.js is wrong. Correct the test',
  'correct the incorrect assertion in test/sums.test.js',
  'update the outdated tests',
  'please fix the wrong test in sums.test.js',
  'The case of 1 and 2 in sums.test.js is wrong: the sum is 3. Correct the case',
  'The row for 1 and 2 in TestAdd (sums_test.go) is wrong. Fix the row',
  'test/cases.json has a wrong entry for adds. Correct the entry',
])('"%s" is not done by a change of the source', task => {
  expect(unchangedWrongTest(task, treeOf(SOURCE))).toMatch(/wrong test/)
  const comment = { ...SOURCE, 'test/sums.test.js': `// checked\n${BEFORE['test/sums.test.js']}` }
  expect(unchangedWrongTest(task, treeOf(comment))).toMatch(/wrong test/)
  expect(unchangedWrongTest(task, treeOf({ ...SOURCE, 'README.md': '# Sums\n' }))).toMatch(/wrong test/)
})

test.each([
  ['a test beside it', { 'test/sums.test.js': `${BEFORE['test/sums.test.js']}test('more', () => {})\n` }],
  ['another test', { 'sums_test.go': 'package sums\n' }],
  ['a new file of tests', { 'test/more.test.js': "test('more', () => {})\n" }],
])('a source that follows the wrong test is not helped by %s', (_, changes) => {
  const task = 'Fix the wrong expected value in test/sums.test.js'
  expect(unchangedWrongTest(task, treeOf({ ...SOURCE, ...changes }))).toMatch(/wrong test/)
  expect(unchangedWrongTest(task, treeOf({ ...changes }))).toBeNull()
})

test('a task that asks for source too may be done with new tests', () => {
  const changes = { ...SOURCE, 'test/sums.test.js': `${BEFORE['test/sums.test.js']}test('more', () => {})\n` }
  for (const task of [
    'Add rounding to add and update the outdated tests',
    'Change add in src/sums.js. Fix the wrong tests',
  ])
    expect(unchangedWrongTest(task, treeOf(changes))).toBeNull()
})

test.each([
  ['the test', { 'test/sums.test.js': "test('adds', () => expect(add(1, 2)).toBe(3))\n" }],
  ['its data', { 'test/cases.json': '{ "adds": 3 }\n' }],
])('the source may change beside %s', (_, changes) => {
  const task = 'Fix the wrong expected value in test/sums.test.js'
  expect(unchangedWrongTest(task, treeOf({ ...SOURCE, ...changes }))).toBeNull()
})

test.each([
  ['Fix the wrong expected value in test/sums.test.js', { 'test/sums.test.js': 'expect(add(1, 2)).toBe(3)\n' }],
  ['Fix the wrong expected value in test/sums.test.js', { 'test/cases.json': '{ "adds": 3 }\n' }],
  ['Fix the wrong expected value in src/lib.rs', { 'src/lib.rs': 'pub fn add() {}\n\n#[test]\nfn adds() {}\n' }],
  ['fix the wrong test results', SOURCE],
  ['fix the wrong expected value returned by add', SOURCE],
  ['fix the wrong value in src/sums.js', SOURCE],
  ['the row for 1 and 2 in the table of src/sums.js is wrong. Correct the row', SOURCE],
  ['add returns a wrong sum. Fix add until the tests pass', SOURCE],
  ['fix the wrong test runner options', SOURCE],
  ['do not fix the wrong tests, fix the source', SOURCE],
  ['fix add; the wrong expected value in sums.test.js stays as it is', SOURCE],
])('"%s" is not contradicted by %j', (task, changes) => expect(unchangedWrongTest(task, treeOf(changes))).toBeNull())
