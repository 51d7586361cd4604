import { expect, test } from 'vitest'
import { plantJavaScript } from './javascript.ts'
import { textOf } from './plant.ts'

const planted = (text: string): string => {
  const plant = plantJavaScript({ path: 'a.test.js', text, titles: [], word: () => 'w1', differed: [] })
  return plant ? textOf(plant).slice(text.length) : ''
}

test.each([
  ["const check = require('node:test')\ncheck('a', () => {})\n", "check('w1'"],
  ["import { test as check } from 'vitest'\ncheck('a', () => {})\n", "check('w1'"],
  ["const { it: check } = require('@jest/globals')\ncheck('a', () => {})\n", "check('w1'"],
  ["import check from 'ava'\ncheck('a', t => t.pass())\n", "check('w1'"],
])('a failing test is declared with the function that the file imports: %s', (text, expected) => {
  expect(planted(text)).toContain(expected)
})

test.each([
  [
    "const t = require('node:test'); const a = require('node:assert')\nt('x', () => a.strictEqual(1, 1))\n",
    'a.strictEqual(1, 2)',
  ],
  [
    "import test from 'node:test'\nimport must from 'assert/strict'\ntest('x', () => must.equal(1, 1))\n",
    'must.strict',
  ],
])('assertions of Node are known under any name: %s', (text, expected) => {
  expect(planted(text)).toContain(expected)
})

test('a file without a test function gets none', () => {
  expect(planted("const check = require('./check')\ncheck('a')\n")).toBe('')
})
