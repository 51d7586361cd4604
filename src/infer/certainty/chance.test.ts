import { expect, test } from 'vitest'
import { confidenceOf } from './chance.ts'

test('a test suite is a promise', () => {
  expect(confidenceOf(['needsSuite'])).toBe('high')
})

test('so is a script that is called like the request', () => {
  expect(confidenceOf(['isPlainScript'])).toBe('high')
})

test.each([
  [['mustNotBreak'] as const],
  [['isGuessed'] as const],
  [['needsSuite', 'namesOtherTool'] as const],
  [['needsSuite', 'namesSideProduct'] as const],
])('%s is asked about', features => {
  expect(confidenceOf(features)).not.toBe('high')
})

test('several reasons for doubt make it low', () => {
  expect(confidenceOf(['mustNotBreak', 'isUnusual', 'hasManyCommands', 'namesSideProduct'])).toBe('low')
})
