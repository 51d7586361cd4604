import { expect, test } from 'vitest'
import { rewired } from './rewire.ts'

const before = `import { test, expect } from 'vitest'
import { add } from '../src/math.js'

test('adds', () => {
  expect(add(2, 2)).toBe(4)
})
`

test('an import that follows a moved module is taken over', () => {
  const now = before.replace('../src/math.js', '../src/lib/math.js')
  expect(rewired(before, now, ['src/math.js'])).toBe(now)
})

test('nothing else is', () => {
  const now = before.replace('../src/math.js', '../src/lib/math.js').replace('toBe(4)', 'toBe(5)')
  expect(rewired(before, now, ['src/math.js'])).toContain('toBe(4)')
})

test('an import whose file is still there stays', () => {
  const now = before.replace('../src/math.js', './fake-math.js')
  expect(rewired(before, now, [])).toBe(before)
  expect(rewired(before, now, ['src/other.js'])).toBe(before)
})

test('an import of other names is no move', () => {
  const now = before.replace("import { add } from '../src/math.js'", "import { fake as add } from './math-fake.js'")
  expect(rewired(before, now, ['src/math.js'])).toBe(before)
})

test.each([
  ['python', 'from shop.price import total\n', 'from shop.core.price import total\n', 'shop/price.py'],
  ['require', "const { add } = require('./add')\n", "const { add } = require('./lib/add')\n", 'add.js'],
  ['ruby', "require_relative '../lib/cart'\n", "require_relative '../lib/shop/cart'\n", 'lib/cart.rb'],
  ['c', '#include "add.h"\n', '#include "lib/add.h"\n', 'add.h'],
])('%s', (_, old, now, gone) => {
  expect(rewired(old, now, [gone])).toBe(now)
})
