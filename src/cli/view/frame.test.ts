import { expect, test } from 'vitest'
import { frameOf } from './frame.ts'

const lines = ['one', 'two', 'three', 'four', 'five']
const brief = ['a', 'b', 'c']

test('all lines where they fit, else the brief ones, and of those as many as fit', () => {
  expect(frameOf({ lines, brief }, { columns: 80, rows: 6 })).toEqual(lines)
  expect(frameOf({ lines, brief }, { columns: 80, rows: 5 })).toEqual(brief)
  expect(frameOf({ lines, brief }, { columns: 80, rows: 3 })).toEqual(['a', '… and 2 more'])
  expect(frameOf({ lines, brief }, { columns: 80, rows: 1 })).toEqual(['… and 3 more'])
})

test('no line is broken by the terminal', () => {
  expect(frameOf({ lines: ['abcdef'], brief }, { columns: 4, rows: 9 })).toEqual(['abc…'])
})
