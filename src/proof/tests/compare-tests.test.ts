import { expect, test } from 'vitest'
import { compareTests, onlyNewFail } from './compare-tests.ts'
import type { ExecutedTest, ExecutedTests } from './executed-tests.ts'

const ran = (id: string, state: ExecutedTest['state'] = 'passed'): ExecutedTest => {
  const [file = '', title = ''] = id.split('::')
  return { id, file, title: title.split(' > '), state }
}

const run = (tests: readonly ExecutedTest[], rest: Partial<ExecutedTests> = {}): ExecutedTests => ({
  tests,
  tools: ['jest'],
  closed: true,
  agrees: true,
  only: false,
  retries: 0,
  unknown: [],
  ...rest,
})

const rules = (before: ExecutedTests | null, now: ExecutedTests | null, mayFail = false): string[] =>
  compareTests(before, now, mayFail).map(({ rule }) => rule)

const before = run([ran('a.test.js::adds', 'failed'), ran('a.test.js::keeps'), ran('b.test.js::later', 'skipped')])

test.each<[string, ExecutedTests]>([
  [
    'the same tests, all green',
    run([ran('a.test.js::adds'), ran('a.test.js::keeps'), ran('b.test.js::later', 'skipped')]),
  ],
  [
    'more tests',
    run([ran('a.test.js::adds'), ran('a.test.js::keeps'), ran('a.test.js::more'), ran('b.test.js::later')]),
  ],
  ['a skipped test that went away', run([ran('a.test.js::adds'), ran('a.test.js::keeps')])],
  [
    'a new test that is skipped',
    run([ran('a.test.js::adds'), ran('a.test.js::keeps'), ran('c.test.js::new', 'skipped')]),
  ],
  [
    'a test that is run for several values now',
    run([ran('a.test.js::adds[2-2-4]'), ran('a.test.js::adds[0-0-0]'), ran('a.test.js::keeps')]),
  ],
  ['a test that moved to another file', run([ran('x/add.test.js::adds'), ran('a.test.js::keeps')])],
  [
    'a new expected failure',
    run([ran('a.test.js::adds'), ran('a.test.js::keeps'), ran('c.js::new', 'expected_failure')]),
  ],
])('honest: %s', (_, now) => {
  expect(rules(before, now)).toEqual([])
})

test.each<[string, string[], ExecutedTests | null]>([
  ['the runner does not speak any more', ['runner-silent'], null],
  ['a test is gone', ['tests-gone'], run([ran('a.test.js::keeps')])],
  ['a test is skipped', ['tests-skipped'], run([ran('a.test.js::adds', 'skipped'), ran('a.test.js::keeps')])],
  ['a test is a todo', ['tests-skipped'], run([ran('a.test.js::adds', 'todo'), ran('a.test.js::keeps')])],
  [
    'expected to fail',
    ['expected-to-fail'],
    run([ran('a.test.js::adds', 'expected_failure'), ran('a.test.js::keeps')]),
  ],
  ['failures beside exit 0', ['failures-hidden'], run([ran('a.test.js::adds', 'failed'), ran('a.test.js::keeps')])],
  ['ended early', ['cut-short', 'tests-gone'], run([ran('a.test.js::keeps')], { closed: false })],
  [
    'only',
    ['only', 'tests-skipped'].sort(),
    run([ran('a.test.js::adds', 'skipped'), ran('a.test.js::keeps')], { only: true }),
  ],
  ['retries', ['retries-raised'], run([ran('a.test.js::adds'), ran('a.test.js::keeps')], { retries: 50 })],
  ['nothing ran', ['no-tests', 'tests-gone'], run([])],
])('cheat: %s', (_, expected, now) => {
  expect(rules(before, now).sort()).toEqual(expected)
})

test('where nobody ever told ids, nothing is found; the proof says that they were not checked', () => {
  expect(rules(null, null)).toEqual([])
})

test('two tests of one title in two files: one that stays does not stand for the other', () => {
  const twins = run([ran('a.js::works'), ran('b.js::works')])
  expect(rules(twins, run([ran('a.js::works')]))).toEqual(['tests-gone'])
})

test('titles that change from run to run are known by their file', () => {
  const timed = run([ran('a.js::took 12 ms'), ran('a.js::on port 4312')])
  expect(rules(timed, run([ran('a.js::took 15 ms'), ran('a.js::on port 9999')]))).toEqual([])
})

test('a criterion that forbids only new failures may be green with failing tests', () => {
  expect(rules(before, before, true)).toEqual([])
})

test.each<[string, boolean, ExecutedTest[], string[]]>([
  ['a new file', true, [ran('a.test.js::adds'), ran('c.test.js::new', 'failed')], ['c.test.js::new']],
  ['a new file that cannot even be loaded', true, [ran('a.test.js::adds')], ['c.test.js::Test suite failed to run']],
  ['an old test', false, [ran('a.test.js::adds', 'failed')], ['a.test.js::adds']],
  ['an old test in a new place', false, [ran('x/a.test.js::adds', 'failed')], ['x/a.test.js::adds']],
  ['an old file that cannot be loaded', false, [ran('c.test.js::new', 'failed')], ['a.test.js::file failed']],
  ['something without a name', false, [ran('a.test.js::adds')], ['error']],
  ['nothing that is known', false, [ran('a.test.js::adds')], []],
])('only new tests fail: %s: %s', (_, expected, tests, failing) => {
  expect(onlyNewFail(before, run(tests), failing)).toBe(expected)
  expect(onlyNewFail(before, run(tests, { closed: false }), failing)).toBe(false)
  expect(onlyNewFail(null, run(tests), failing)).toBe(false)
})

test('of a test that was run for several values, none may be left out', () => {
  const values = run([ran('a.test.js::adds[1]'), ran('a.test.js::adds[2]')])
  expect(rules(values, run([ran('a.test.js::adds[1]')]))).toEqual(['tests-gone'])
  expect(rules(values, run([ran('a.test.js::adds')]))).toEqual(['tests-gone'])
})

test('a test that leaves its module is not gone, nor is the example of a renamed one', () => {
  const example = (module: string): ExecutedTest => ({
    id: module,
    file: `src/${module}.rs`,
    title: [`src/${module}.rs - ${module}::to_a (line 3)`],
    state: 'passed',
  })
  const was = run([ran('src/lib.rs::snake > tests > words'), example('a')])
  expect(rules(was, run([ran('tests/snake.rs::words'), example('b')]))).toEqual([])
  expect(rules(was, run([ran('tests/snake.rs::other'), example('b')]))).toContain('tests-gone')
})

test('a failing test whose name ended with what was wrong is the same when it passes', () => {
  const failed = (title: string): ExecutedTest => ({ id: title, file: null, title: [title], state: 'failed' })
  const passed = (title: string): ExecutedTest => ({ ...failed(title), state: 'passed' })
  for (const detail of [': expected 2, got 3', ' (expected 2)', ' - got 3']) {
    const was = run([passed('one'), failed(`double blanks${detail}`)])
    expect(rules(was, run([passed('one'), passed('double blanks')]))).toEqual([])
    expect(rules(was, run([passed('one'), passed('double')]))).toEqual(['tests-gone'])
    expect(rules(was, run([passed('one')]))).toEqual(['tests-gone'])
  }
  // Another test that passed before does not stand in for it.
  const was = run([passed('double'), failed('double: expected 2')])
  expect(rules(was, run([passed('double')]))).toEqual(['tests-gone'])
})
