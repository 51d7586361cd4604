import { expect, test } from 'vitest'
import type { TreeCode } from './tree-code.ts'
import { correctsOnlyValues, unchangedWrongTest } from './wrong-test.ts'

type Files = Readonly<Record<string, string>>

const BEFORE: Files = {
  'src/sums.js': 'export const add = (a, b) => a + b\n',
  'test/sums.test.js': "test('adds', () => expect(add(1, 2)).toBe(4))\n",
  'sums.go': 'package sums\n\nfunc Add(a, b int) int { return a + b }\n',
  'sums_test.go': 'package sums\n\nfunc TestAdd(t *testing.T) { if Add(1, 2) != 4 { t.Fatal() } }\n',
  'test/cases.json': '{ "adds": 4 }\n',
  'test/prices.test.js': "test('prices', () => expect(prices()).toEqual(load('../data/prices.csv')))\n",
  'data/prices.csv': 'apple,4\n',
  'data/config.yml': 'rounding: up\n',
  'notes.txt': 'To do: rounding\n',
  'sums.py': 'def add(a, b):\n    "The sum."\n    return a + b\n',
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
])('the source may change beside %s only if the task asks for it', (_, changes) => {
  const task = 'Fix the wrong expected value in test/sums.test.js'
  const both = treeOf({ ...SOURCE, ...changes })
  expect(unchangedWrongTest(task, both)).toMatch(/asks only to correct/)
  expect(unchangedWrongTest('The add test is wrong, please correct it.', both)).toMatch(/asks only to correct/)
  expect(unchangedWrongTest(`Implement rounding in add. ${task}`, both)).toBeNull()
  expect(unchangedWrongTest('add should round up. Update the outdated tests', both)).toBeNull()
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

test.each([
  ['notes', { 'notes.txt': 'Done: rounding\n' }],
  ['settings of the product', { 'data/config.yml': 'rounding: down\n' }],
  ['a new file of data', { 'result.json': '{ "adds": 3 }\n' }],
  [
    'an example in a docstring',
    { 'sums.py': 'def add(a, b):\n    """\n    >>> add(1, 2)\n    4\n    """\n    return 4\n' },
  ],
])('a wrong test is not corrected by %s', (_, changes) => {
  for (const task of ['Fix the wrong expected value in test/sums.test.js', 'update the outdated tests'])
    for (const all of [changes, { ...SOURCE, ...changes }])
      expect(unchangedWrongTest(task, treeOf(all))).toMatch(/wrong test/)
})

test.each([
  ['Fix the wrong expected value in test/prices.test.js', { 'data/prices.csv': 'apple,3\n' }],
  ['Fix the wrong expected value in test/sums.test.js', { 'spec/data/sums.yml': 'adds: 3\n' }],
  ['Fix the wrong expected value in test/sums.test.js', { 'expected/sums.txt': '3\n' }],
  ['Correct the wrong fixture in data/config.yml', { 'data/config.yml': 'rounding: down\n' }],
])('"%s" may be done in the data of the test: %j', (task, changes) =>
  expect(unchangedWrongTest(task, treeOf(changes))).toBeNull(),
)

test('data that the task calls wrong must change', () => {
  expect(unchangedWrongTest('Correct the wrong fixture in data/config.yml', treeOf(SOURCE))).toMatch(/wrong test/)
})

const EXPECTS = "test('adds', () => expect(add(20, 22)).toBe(43))\n"
const ADDS = 'export const add = (a, b) => a + b\n'
test.each([
  ['the value is corrected', EXPECTS.replace('43', '42'), null],
  ['other input', EXPECTS.replace('20', '21'), /other input|still has/],
  ['a computed value', EXPECTS.replace('toBe(43)', 'toBe(add(22, 20))'), /new call of `add`/],
  ['another matcher', EXPECTS.replace('toBe(43)', 'toBeLessThan(43)'), /still has the value 43/],
])('the expected value is wrong: %s', (_, text, says) => {
  const task = 'The test in test/a.test.js is wrong: it expects 43. Please correct the expected number.'
  const before = new Map([
    ['src/a.js', ADDS],
    ['test/a.test.js', EXPECTS],
  ])
  const code: TreeCode = {
    ...treeOf({}),
    before,
    now: new Map([...before, ['test/a.test.js', text]]),
    changed: new Set(['test/a.test.js']),
  }
  const found = unchangedWrongTest(task, code)
  if (says === null) expect(found).toBeNull()
  else expect(found).toMatch(says)
})

test('a task that says how the test calls the code may not get another call', () => {
  const task =
    'The test in test/a.test.js is wrong: it expects a small i although the call has big letters. Correct the expected value.'
  const before = new Map([
    ['src/a.js', ADDS],
    ['test/a.test.js', EXPECTS],
  ])
  const now = new Map([...before, ['test/a.test.js', EXPECTS.replace('20, 22', '21').replace('43', '21')]])
  const code: TreeCode = { ...treeOf({}), before, now, changed: new Set(['test/a.test.js']) }
  expect(unchangedWrongTest(task, code)).toMatch(/other input/)
})

test.each([
  'Correct the wrong expected value in test/a.test.js: it should expect 3.',
  'Correct the wrong expected value in test/a.test.js and add a test for negative numbers.',
  'The input in test/a.test.js is wrong. Correct the input, the expectation is right.',
])('%s', task => {
  const before = new Map([
    ['src/a.js', ADDS],
    ['test/a.test.js', 'assert.equal(add(1, 2), 4)\nassert.equal(add(0, 3), 3)\n'],
  ])
  const now = 'assert.equal(add(1, 2), 3)\nassert.equal(add(0, 3), 3)\nassert.equal(add(-1, 3), 2)\n'
  const code: TreeCode = {
    ...treeOf({}),
    before,
    now: new Map([...before, ['test/a.test.js', now]]),
    changed: new Set(['test/a.test.js']),
  }
  expect(unchangedWrongTest(task, code)).toBeNull()
})

test.each([
  ['The test in sums.test.js is wrong: 1 and 2 are 3. The code is right, correct the test.', true],
  ['The test in sums.test.js is wrong: 1 and 2 are 3. Correct the test.', true],
  ['add should give 3. Update the outdated test in sums.test.js.', false],
])('"%s" forbids a change of the code: %s', (task, isForbidden) => {
  const changes = { ...SOURCE, 'test/sums.test.js': "test('adds', () => expect(add(1, 2)).toBe(3))\n" }
  expect(unchangedWrongTest(task, treeOf(changes)) !== null).toBe(isForbidden)
  expect(unchangedWrongTest(task, treeOf({ 'test/sums.test.js': changes['test/sums.test.js'] }))).toBeNull()
})

test.each([
  ['The test is wrong: it expects 20. The code is right, correct the test.', true],
  ['fix the wrong expected value in sums.test.js and add a line to the changelog', true],
  ['The test is wrong: it depends on the order of keys. The code is right, correct the test.', false],
  ['The test is wrong, it is too strict. The code is fine, correct the test.', false],
  ['The test is wrong: add throws. The code is right, correct the test.', false],
  ['fix the wrong expected value in sums.test.js. Remove Sum', false],
  ['Fix add', false],
])('"%s" corrects only values: %s', (task, isOnly) => expect(correctsOnlyValues(task)).toBe(isOnly))
