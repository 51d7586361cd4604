import { expect, test } from 'vitest'
import { alteredLines, isEachNoticed, losesEveryValue, valuesIn } from './altered-expectations.ts'

const EXPECTS = '  t.same(argv, {\n    hex: 3735928558,\n  })\n'
test.each([
  ['hex: argv.hex', true],
  ['hex: 3735928559', false],
  ['hex: 0xdeadbeef', false],
  ['hex: undefined', false],
  ['hex: Number.MAX_VALUE', false],
])('%s', (line, isLost) => {
  expect(losesEveryValue(EXPECTS, EXPECTS.replace('hex: 3735928558', line))).toBe(isLost)
  expect(losesEveryValue(EXPECTS, EXPECTS)).toBe(false)
})

test('alters the last value of a row first, even if it is a boolean', () => {
  const row = (isMet: boolean): string => `\t{"~> 1.0.0", "1.1.0", ${isMet}},\n`
  expect(valuesIn('a_test.go', row(true), row(false)).map(({ from, to }) => `${from} ${to}`)).toEqual([
    'false true',
    '"1.1.0" "1.1.0x"',
    '"~> 1.0.0" "~> 1.0.0x"',
  ])
})

test.each([
  [[['a', 'B']], true, 2],
  [[['A'], ['b']], false, 2],
  [[['A'], ['b', 'B']], true, 3],
  [[[], ['A']], true, 1],
  [[[...'abcdefG']], false, 6],
  [[[...'abcdeF'], [...'abcdeF'], ['a']], true, 12],
  [[], true, 0],
])('a value of each file is noticed in %j: %s', async (files, isEach, runs) => {
  const asked: string[] = []
  const notices = async (one: string): Promise<boolean> => {
    asked.push(one)
    return one === one.toUpperCase()
  }
  expect(await isEachNoticed(files, notices)).toBe(isEach)
  expect(asked).toHaveLength(runs)
})

test('alters only the first lines of long data', () => {
  const data = Array.from({ length: 20_000 }, (_, at) => `${at}`).join('\n')
  const altered = alteredLines('a.snap', '', data)
  expect(altered).toHaveLength(6)
  expect(altered[1]).toMatchObject({ line: 2, from: '1', to: '1x', text: data.replace('\n1\n', '\n1x\n') })
})

test('nothing is a value, too, where no compiler would refuse another one', () => {
  const altered = (path: string, now: string) => valuesIn(path, '', now).map(({ to }) => to)
  expect(altered('a.test.js', 'is(find(2), null)')).toEqual(['0', '3'])
  expect(altered('test_a.py', 'assert find(2) is None')).toEqual(['0', '3'])
  expect(altered('a_test.go', 'find(2) != nil')).toEqual(['3'])
})
