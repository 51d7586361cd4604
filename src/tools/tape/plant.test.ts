import { expect, test } from 'vitest'
import { textOf } from '../canary/plant.ts'
import { tapeTests } from './plant.ts'

function planted(text: string): string {
  let count = 0
  const plant = tapeTests.plant({ path: 'a.js', text, titles: ['a'], differed: [], word: () => `w${count++}` })
  return plant === null ? '' : textOf(plant).slice(text.length)
}

test.each([
  ["const check = require('tape')\ncheck('a', assert => { assert.is(1, 1); assert.end() })\n", 'check', 'is'],
  ["import tape from 'tape'\ntape('a', t => t.end())\n", 'tape', 'equal'],
  ["import { test } from 'tape'\ntest('a', t => { t.same([1], [1]) })\n", 'test', 'same'],
  ["import { test as it } from 'tape'\nit('a', t => t.end())\n", 'it', 'equal'],
  ["const { test: it } = require('tape')\nit('a', t => t.end())\n", 'it', 'equal'],
  ["const test = require('@ljharb/tape-promise')\ntest('a', t => t.end())\n", 'test', 'equal'],
])('the plants of %j use its names, and the one that ends the process is the last', (text, name, compare) => {
  expect(planted(text)).toBe(
    `\n${name}('w0', t => { t.${compare}(1, 2); t.end() })\n${name}('w1', t => { throw new Error('w1') })\n`,
  )
})
