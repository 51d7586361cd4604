import { expect, test } from 'vitest'
import { renamesIn } from './renames.ts'

test.each([
  'Rename the method total of Cart to sum, in the code, its doc comment, and the tests. The old method must not remain',
  'rename the total method of class Cart to sum',
  'rename the field `total` of `Cart` to `sum`',
  'rename the total method on the Cart struct to sum',
  'rename total in Cart to sum',
  'rename the variable total in the function checkout to sum',
  "rename Cart's total method to sum",
  'rename Cart.total to sum',
  'rename Cart::total to Cart::sum',
  'replace the method total of Cart with sum',
  'the property total of Cart should be renamed to sum',
])('a member is renamed, with its owner beside it: %s', task => {
  expect(renamesIn(task)).toEqual([{ from: 'total', to: 'sum' }])
})

test.each([
  'rename the title of the page to Home',
  'rename the tests of Cart to Basket',
  'rename imports of Cart to Basket',
  'rename users in production to customers',
  'change the type of Cart to Basket',
  'add the method total of Cart to the docs',
])('no identifier is renamed: %s', task => {
  expect(renamesIn(task)).toEqual([])
})

test.each([
  [
    'Fix the typo in the name parse_vlaue (it must be parse_value), in the source and in the tests.',
    'parse_vlaue',
    'parse_value',
  ],
  ['parseDaet is misspelled: parseDaet should be parseDate', 'parseDaet', 'parseDate'],
  ['typo: getUesr → getUser', 'getUesr', 'getUser'],
  ['Rename the keyword argument width of table() to size, also in the tests', 'width', 'size'],
])('"%s"', (task, from, to) => {
  expect(renamesIn(task)).toEqual([{ from, to }])
})

test.each(['fix the typo in parseDate, it breaks formatDate', 'fix the typo in the message of parse_value'])(
  'no name is misspelled: %s',
  task => {
    expect(renamesIn(task)).toEqual([])
  },
)

test.each([
  'Cart#total reads like a getter. Rename it to computeTotal, and update callers',
  'Cart.total sounds like a property. Please rename it to computeTotal',
  '`total` reads like a noun. Rename to computeTotal',
  'The method Cart#total confuses everybody; let us rename it to computeTotal. No alias',
  'I find `total` misleading, rename it to computeTotal',
])('"it" refers to the subject of the previous sentence: %s', task => {
  expect(renamesIn(task)).toEqual([{ from: 'total', to: 'computeTotal' }])
})

test.each([
  'Cart#total and Cart#sum read alike. Rename it to computeTotal',
  'The build is slow when `total` runs. Rename it to computeTotal',
])('"it" may refer to something else: %s', task => {
  expect(renamesIn(task)).toEqual([])
})
