import { expect, test } from 'vitest'
import { helpersOfTests } from './test-helpers.ts'

const tree = (files: Readonly<Record<string, string>>) => ({
  paths: Object.keys(files),
  has: (path: string) => Object.hasOwn(files, path),
  read: (path: string) => files[path] ?? null,
})
const isCheck = (path: string): boolean => /^tests?\/|_test\.go$|package\.json$/.test(path)
const found = (files: Readonly<Record<string, string>>): string[] =>
  helpersOfTests(
    Object.keys(files).filter(path => /^tests?\/|_test\.go$/.test(path)),
    tree(files),
    isCheck,
  )

const PRICE = 'exports.discount = (a, p) => a - p'
const USES = `const { discount } = require('../src/price')
const { same } = require('../lib/checks')
test('a', () => { same(discount(200, 10), 180) })`

test.each([
  ["const assert = require('node:assert')\nexports.same = (a, b) => assert.strictEqual(a, b)"],
  ["exports.same = (a, b) => require('node:assert').strictEqual(a, b)"],
  ['exports.same = (a, b) => expect(a).toBe(b)'],
  [`exports.same = (a, b) => { if (a !== b) throw new Error(\`\${a} is not \${b}\`) }`],
  [
    'function same(actual, wanted) {\n  const left = JSON.stringify(actual)\n  assert.equal(left, JSON.stringify(wanted))\n}\nmodule.exports = { same }',
  ],
  ['exports.same = (a, b) => {\n  if (!isDeepStrictEqual(a, b)) {\n    throw new Error("different")\n  }\n}'],
])('what only tests use to assert with is theirs: %s', helper => {
  expect(found({ 'test/a.test.js': USES, 'src/price.js': PRICE, 'lib/checks.js': helper })).toEqual(['lib/checks.js'])
})

test('by a variable, under another name, as a module, as its default', () => {
  const files = {
    'src/price.js': PRICE,
    'lib/checks.js': 'exports.same = (a, b) => assert.equal(a, b)\nmodule.exports.default = exports.same',
  }
  const head = "import { discount } from '../src/price.js'\n"
  for (const text of [
    "import { same as eq } from '../lib/checks.js'\ntest('a', () => {\n  const total = discount(200, 10)\n  eq(total, 180)\n})",
    "import * as checks from '../lib/checks.js'\ntest('a', () => checks.same(discount(200, 10), 180))",
  ])
    expect(found({ ...files, 'test/a.test.js': head + text })).toEqual(['lib/checks.js'])
  const whole = { ...files, 'lib/checks.js': 'module.exports = (a, b) => assert.equal(a, b)' }
  expect(
    found({
      ...whole,
      'test/a.test.js': `${head}const same = require('../lib/checks.js')\ntest('a', () => {\n same(discount(1, 2), 3)\n})`,
    }),
  ).toEqual(['lib/checks.js'])
})

test('whatever form an import has, nothing breaks', () => {
  const odd =
    "const { a, ...rest } = require('../lib/checks')\nimport * as all from '../lib/checks'\nconst whole = require('../lib/checks')\n"
  const files = {
    'test/a.test.js': `${odd}${USES}`,
    'src/price.js': PRICE,
    'lib/checks.js': 'exports.same = (a, b) => expect(a).toBe(b)',
  }
  expect(found(files)).toEqual(['lib/checks.js'])
})

test('in Python', () => {
  const files = {
    'tests/test_price.py':
      'from price import discount\nfrom support.checks import same\ndef test_a():\n    same(discount(200, 10), 180)\n',
    'price.py': 'def discount(a, p):\n    return a - p\n',
    'support/checks.py': 'def same(a, b):\n    """They are the same."""\n    assert a == b\n',
  }
  expect(found(files)).toEqual(['support/checks.py'])
})

test('in Go a function that is given the test', () => {
  const files = {
    'price_test.go':
      'package price\nimport "testing"\nfunc TestA(t *testing.T) {\n\tsame(t, Discount(200, 10), 180)\n}\n',
    'price.go': 'package price\nfunc Discount(a, p int) int { return a - p }\n',
    'checks.go': 'package price\nimport "testing"\nfunc same(t *testing.T, a, b int) { if a != b { t.Fatal(a, b) } }\n',
  }
  expect(found(files)).toEqual(['checks.go'])
  const { 'price.go': _, ...library } = files
  expect(found(library)).toEqual([])
})

test('a fluent helper, where its library is only there for development', () => {
  const files = {
    'test/a.test.js':
      "import { discount } from '../src/price.js'\nimport { check } from '../lib/check.js'\ntest('a', () => {\n  check(discount(200, 10)).is(180)\n})",
    'src/price.js': PRICE,
    'lib/check.js': "import { expect } from 'chai'\nexport const check = v => ({ is: w => expect(v).to.equal(w) })",
  }
  expect(found({ ...files, 'package.json': '{"devDependencies":{"chai":"5"}}' })).toEqual(['lib/check.js'])
  expect(found({ ...files, 'package.json': '{"dependencies":{"chai":"5"}}' })).toEqual([])
})

test.each([
  ['it answers', 'exports.same = (a, b) => { assert.ok(a); return a - b }'],
  ['it does something', 'exports.same = (cart, item) => { assert.ok(item); cart.items.push(item) }'],
  ['it looks at one thing', "exports.same = (doc, schema) => { if (!doc.title) throw new Error('title') }"],
  [
    'it throws for what is missing',
    "exports.same = (store, item) => { if (!store.has(item)) throw new Error('missing'); store.delete(item) }",
  ],
])('the product is the agent’s: %s', (_, helper) => {
  expect(found({ 'test/a.test.js': USES, 'src/price.js': PRICE, 'lib/checks.js': helper })).toEqual([])
})

const HELPER = 'exports.same = (a, b) => assert.strictEqual(a, b)'

test('what the product imports, or gives to others, is the product', () => {
  const files = { 'test/a.test.js': USES, 'src/price.js': PRICE, 'lib/checks.js': HELPER }
  expect(found({ ...files, 'src/price.js': `const { same } = require('../lib/checks')\n${PRICE}` })).toEqual([])
  expect(found({ ...files, 'package.json': '{"main":"./lib/checks.js"}' })).toEqual([])
})

test('an assertion that is the subject of the test itself is the product', () => {
  const alone = "const { same } = require('../lib/checks')\ntest('a', () => { same(1, 1) })"
  expect(found({ 'test/a.test.js': alone, 'lib/checks.js': HELPER })).toEqual([])
  const awaited =
    "const { parse } = require('../src/price')\nconst { same } = require('../lib/checks')\ntest('a', () => { expect(() => same(parse(1), 2)).toThrow() })"
  expect(found({ 'test/a.test.js': awaited, 'src/price.js': PRICE, 'lib/checks.js': HELPER })).toEqual([])
})
