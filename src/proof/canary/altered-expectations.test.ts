import { expect, test } from 'vitest'
import { losesEveryValue, valuesIn } from './altered-expectations.ts'

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
