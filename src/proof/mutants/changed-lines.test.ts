import { expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'

test('moved and indented lines are not changed, repeated ones are', () => {
  expect([...changedLines('a\nb\nc\n', 'b\n  a\nc\nd\n')]).toEqual([4])
  expect([...changedLines('x = 1\n', 'x = 1\nx = 1\n')]).toEqual([2])
  expect([...changedLines('', 'a\n')]).toEqual([1])
})
