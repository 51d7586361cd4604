import { expect, test } from 'vitest'
import { relocated } from './relocate.ts'

const moved = new Map([['src/old.js', 'src/lib/new.js']])

test.each([
  ["import { a } from '../src/price'", 'test/a.test.js', 'test/unit/a.test.js', "import { a } from '../../src/price'"],
  ["const a = require('../src/price.js')", 'test/a.test.js', 'src/a.test.js', "const a = require('./price.js')"],
  ["import { a } from '../src/old.js'", 'test/a.test.js', 'test/a.test.js', "import { a } from '../src/lib/new.js'"],
  ["import { a } from '../src/old'", 'test/a.test.js', 'test/b/a.test.js', "import { a } from '../../src/lib/new'"],
  ["import fs from 'node:fs'", 'test/a.test.js', 'x/a.test.js', "import fs from 'node:fs'"],
  ["assert.equal(x, '../src/price')", 'test/a.test.js', 'x/y/a.test.js', "assert.equal(x, '../src/price')"],
])('%s, from %s to %s', (text, from, to, expected) => {
  expect(relocated(text, from, to, moved)).toBe(expected)
})
