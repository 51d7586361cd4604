import { expect, test } from 'vitest'
import { mayFailTests } from './waivers.ts'

test('a quarantined id is meant as it is, or with a star for anything', () => {
  const mayFail = mayFailTests([], ['test/clock.test.js::ticks [1+1]', 'test/net/*', '*::* is flaky'])
  expect(mayFail('test/clock.test.js::ticks [1+1]')).toBe(true)
  expect(mayFail('test/net/a.test.js::b > c')).toBe(true)
  expect(mayFail('a::b is flaky')).toBe(true)
  expect(mayFail('test/clock.test.js::ticks 1')).toBe(false)
  expect(mayFail('other/test/net/a')).toBe(false)
})

test('a waived id is no pattern', () => {
  const mayFail = mayFailTests(['a::*'], [])
  expect(mayFail('a::*')).toBe(true)
  expect(mayFail('a::b')).toBe(false)
})
