import { expect, test } from 'vitest'
import { losesEveryValue } from './altered-expectations.ts'

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
