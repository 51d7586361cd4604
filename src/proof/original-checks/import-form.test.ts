import { expect, test } from 'vitest'
import { inNewForm } from './import-form.ts'

const BEFORE = `'use strict'
const test = require('node:test')
const assert = require('node:assert'), path = require('path')
const { discount, tax: vat } = require('../src/price')
test('a', () => { assert.strictEqual(discount(200, 10), vat(1)) })
`
const NOW = `import test from 'node:test'
import assert from 'node:assert'
import path from 'node:path'
import { discount, tax as vat } from '../src/price.mjs'
import { fileURLToPath } from 'node:url'
import './patch.mjs'
const __dirname = path.dirname(fileURLToPath(import.meta.url))
test('a', () => { assert.strictEqual(discount(200, 10), 190) })
`
const form = (now: string, tree: Readonly<Record<string, string>> = { 'src/price.mjs': '' }) =>
  inNewForm({
    before: BEFORE,
    now,
    from: 'test/a.test.js',
    to: 'test/a.test.mjs',
    moved: new Map([['src/price.js', 'src/price.mjs']]),
    readers: {
      before: async path => ({ 'src/price.js': '' })[path] ?? null,
      now: async path => tree[path] ?? null,
    },
  })

test('the imports are taken over, and nothing else is', async () => {
  const text = await form(NOW)
  expect(text).toContain("import { discount, tax as vat } from '../src/price.mjs'")
  expect(text).toContain('const __dirname =')
  expect(text).toContain('vat(1)')
  expect(text).not.toMatch(/190|patch|require/)
})

test.each([
  ['another file', NOW.replace('../src/price.mjs', '../src/fake.mjs')],
  ['another name', NOW.replace('tax as vat', 'zero as vat')],
  ['another library', NOW.replace("'node:assert'", "'./assert.mjs'")],
  ['one that is missing', NOW.replace("import path from 'node:path'\n", '')],
])('a test that takes from elsewhere is another test: %s', async (_, now) => {
  expect(await form(now, { 'src/price.mjs': '', 'src/fake.mjs': '' })).toBeNull()
})

test('a file beside the old one is a stand-in', async () => {
  const stands = { 'src/price.mjs': '', 'src/price.js': '' }
  expect(await form(NOW.replace('../src/price.mjs', '../src/price'), stands)).toBeNull()
})

test('the same form is left to others', async () => {
  expect(await form(BEFORE.replace('price', 'pricing'))).toBeNull()
})
