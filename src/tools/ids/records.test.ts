import { expect, test } from 'vitest'
import { readRecords } from './records.ts'

const head = '{"tool":"mocha","cwd":"/p"}'
const one = '{"test":{"file":"a.js","title":["s","one"],"state":"passed","retries":1}}'
const two = '{"test":{"file":"/p/a.js","title":["two"],"state":"failed"}}'
const end = '{"end":"word","count":2}'
const lines = (...parts: readonly string[]): string => `${parts.join('\n')}\n`

test('a report is closed by the word of its run and the number of its tests', () => {
  expect(readRecords(lines(head, '{"file":"a.js"}', one, two, end), 'word')).toMatchObject({
    tool: 'mocha',
    closed: true,
    files: ['/p/a.js'],
    retries: 1,
    only: false,
    tests: [
      { file: '/p/a.js', title: ['s', 'one'], state: 'passed', retries: 1 },
      { file: '/p/a.js', title: ['two'], state: 'failed', retries: 0 },
    ],
  })
})

test.each([
  ['no end', lines(head, one, two)],
  ['half an end', `${lines(head, one, two)}{"end":"wo`],
  ['the word of another run', lines(head, one, two, '{"end":"other","count":2}')],
  ['more tests than it says', lines(head, one, two, two, end)],
  ['fewer tests than it says', lines(head, one, end)],
  ['a torn line', lines(head, one, '{"test":{"fi', two, end)],
  ['something behind the end', lines(head, one, two, end, one)],
  ['a state that there is not', lines(head, one, two.replace('failed', 'fine'), end)],
])('it is not closed with %s', (_, text) => {
  expect(readRecords(text, 'word')?.closed).toBe(false)
})

test.each(['', 'nothing', '{"tool":1}\n', '[]\n'])('what does not begin as a report is none: %j', text => {
  expect(readRecords(text, 'word')).toBeNull()
})

test('a test that passed may be left out of the numbers that the runner prints', () => {
  const told = readRecords(lines(head, one, '{"note":{"extra":"uncounted"}}', two, end), 'word')
  expect(told).toMatchObject({ closed: true, extra: { passed: -1, failed: 0 } })
})

test('modules are told by their whole paths, and count for no test', () => {
  const told = readRecords(lines(head, one, two, '{"modules":["/lib/a.py","b.py"]}', end), 'word')
  expect(told).toMatchObject({ closed: true, modules: ['/lib/a.py'] })
})
