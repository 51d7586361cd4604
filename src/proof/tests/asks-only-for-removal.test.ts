import { expect, test } from 'vitest'
import { asksOnlyForRemoval } from './asks-only-for-removal.ts'

test.each([
  'Remove oldSize',
  'Remove the deprecated Queue.size() (it overflows on 32 bit platforms) together with its tests. length stays.',
  'drop the old `merge` export, its test and the note in the README',
  'Remove oldSize, update the callers and add a changelog entry',
  '`oldSize` is deprecated since 2.0. Please remove it and its tests.',
  'The alias `extra` should be removed. Nobody uses it.',
  'Drop the `loose` option, because it returns wrong values',
])('asks only for a removal: %s', task => expect(asksOnlyForRemoval(task)).toBe(true))

test.each([
  'Fix length() for empty queues and remove `oldSize`',
  'Remove `oldSize` and make length() return 0 for empty queues',
  'Remove `oldSize`. length() should return 0 for empty queues.',
  'Remove `oldSize` and add a method isEmpty()',
  'Remove `oldSize`; reject negative sizes',
])('asks for behavior, too: %s', task => expect(asksOnlyForRemoval(task)).toBe(false))
