import { expect, test } from 'vitest'
import { explain } from './explain.ts'

test.each([
  // Either side may be the expected one.
  [["E       AssertionError: assert '-111st' == '-111th'"], "'-111st'", "'-111th'", true],
  [['AssertionError: 3 != 4'], '3', '4', true],
  [['assertion `left == right` failed', '  left: 3', ' right: 4'], '3', '4', true],
  // These runners name the sides, or have a fixed order.
  [['Expected values to be strictly equal:', '', '3 !== 4'], '3', '4', false],
  [['Expected: 4', 'Received: 3'], '3', '4', false],
  [['expected:<4> but was:<3>'], '3', '4', false],
] as const)('%j', (details, received, expected, unordered) => {
  expect(explain(details)).toMatchObject({ received, expected, unordered })
})
