import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const flags = ['max-iterations', 'timeout', 'status']

test.each([
  ['max-iteration', 'max-iterations'],
  ['stauts', 'status'],
  ['timeuot', 'timeout'],
  ['xylophone', null],
  ['time', null],
  ['set', null],
])('%s → %s', (word, expected) => {
  expect(nearest(word, flags)).toBe(expected)
})
