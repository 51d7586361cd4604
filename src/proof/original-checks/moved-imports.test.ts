import { expect, test } from 'vitest'
import { withMovedImports } from './moved-imports.ts'

const follow = (path: string, before: string, now: string, file: string): string =>
  withMovedImports({ path, text: before }, [{ path, text: now }], [file])

test.each([
  [
    'test/price.test.js',
    "import { addTax, legacyTotal } from '../src/price.js'\ntest()\n",
    "import { legacyTotal } from '../src/price.js'\nimport { addTax } from '../src/tax.js'\nother()\n",
    'src/tax.js',
    "import { addTax } from '../src/tax.js'\nimport { legacyTotal } from '../src/price.js'\ntest()\n",
  ],
  [
    'test/price.test.js',
    "const { addTax } = require('../src/price')\ntest()\n",
    "const { addTax } = require('../src/tax')\ntest()\n",
    'src/tax.js',
    "const { addTax } = require('../src/tax')\n\ntest()\n",
  ],
  [
    'tests/test_price.py',
    'from shop.price import (\n    add_tax,\n    legacy_total,\n)\n',
    'from shop.price import add_tax\nfrom shop.totals import legacy_total\n',
    'shop/totals.py',
    'from shop.totals import legacy_total\nfrom shop.price import (add_tax)\n',
  ],
  [
    'test/price_test.rb',
    "require_relative '../lib/price'\ntest\n",
    "require_relative '../lib/price'\nrequire_relative '../lib/tax'\n",
    'lib/tax.rb',
    "require_relative '../lib/tax'\nrequire_relative '../lib/price'\ntest\n",
  ],
  [
    'tests/a.rs',
    'use shop::price::{a, b};\n',
    'use shop::price::a;\nuse shop::tax::b;\n',
    'src/tax.rs',
    'use shop::tax::b;\nuse shop::price::{a};\n',
  ],
])('%s: the imports of moved code follow it', (path, before, now, file, expected) =>
  expect(follow(path, before, now, file)).toBe(expected),
)

test.each([
  ['another file', "import { addTax } from './tax.js'"],
  ['another name', "import { right as addTax } from '../src/tax.js'"],
  ['more than an import', "import { addTax } from '../src/tax.js'; globalThis.x = 1"],
  ['a name that the test did not import', "import { other } from '../src/tax.js'"],
])('%s is not taken', (_, line) => {
  const before = "import { addTax } from '../src/price.js'\n"
  expect(follow('test/price.test.js', before, `${line}\n`, 'src/tax.js')).toBe(before)
})
