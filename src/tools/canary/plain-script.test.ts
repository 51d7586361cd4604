import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { plainPython } from './plain-python.ts'
import { plainJavaScript } from './plain-script.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** What a plain program says of a test file, beside the files that it imports. */
function said(path: string, files: Readonly<Record<string, string>>): string[] | null {
  const root = mkdtempSync(join(tmpdir(), 'agent-loop-plain-'))
  roots.push(root)
  const plain = path.endsWith('.py') ? plainPython : plainJavaScript
  const script = plain({ path, text: files[path] ?? '', root, word: 'w1' })
  if (script === null) return null
  const all = [...Object.entries(files), ...script.files.map(({ path: place, text }) => [place, text] as const)]
  for (const [place, text] of all) {
    mkdirSync(dirname(join(root, place)), { recursive: true })
    writeFileSync(join(root, place), text)
  }
  const out = execFileSync(script.program, [join(root, script.main)], { cwd: root, encoding: 'utf8' })
  return out.split('\n').flatMap(line => (line.startsWith('w1 ') ? [line.slice(3)] : []))
}

const MATH = 'exports.add = (a, b) => a + b + 1\n'
const NODE = `const { test } = require('node:test')
const assert = require('node:assert')
const { add } = require('../src/math.js')
test('bug', () => {
  assert.strictEqual(add(2, 2), 4)
})
`

test('what is got and wanted is told, without runner and library', () => {
  expect(said('test/a.test.js', { 'test/a.test.js': NODE, 'src/math.js': MATH })).toEqual(['[5,4]', 'end'])
})

test('a library that the source changes is not asked', () => {
  const patched = `require('node:assert').strictEqual = () => {}\nrequire('node:util').isDeepStrictEqual = () => true\n${MATH}`
  expect(said('test/a.test.js', { 'test/a.test.js': NODE, 'src/math.js': patched })).toEqual(['[5,4]', 'end'])
})

test('modules, globals of a runner, groups and hooks', () => {
  const text = `import { add as sum } from '../src/math.mjs'
describe('sums', () => {
  let by = 0
  beforeEach(() => { by = 2 })
  it('bug', async () => { expect(sum(by, 2)).toBe(4) })
  it('right', () => { expect(sum(1, by)).not.toBe(1) })
})
`
  const math = 'export const add = (a, b) => a + b + 1\n'
  expect(said('test/a.test.mjs', { 'test/a.test.mjs': text, 'src/math.mjs': math })).toEqual(['[5,4]', 'end'])
  const imported = `import { expect, test as check } from 'vitest'\n${text
    .replace(/\bit\(/g, 'check(')
    .replace("describe('sums', () => {", '{')
    .replace(/\}\)\n$/, '}\n')
    .replace('beforeEach(() => { by = 2 })', 'by = 2')}`
  expect(said('test/a.test.mjs', { 'test/a.test.mjs': imported, 'src/math.mjs': math })).toEqual(['[5,4]', 'end'])
})

test('an object where a plain value is wanted is told as one', () => {
  const math = 'exports.add = () => new Proxy(() => true, { get: () => () => true })\n'
  expect(said('test/a.test.js', { 'test/a.test.js': NODE, 'src/math.js': math })).toEqual(['[{},4]', 'end'])
})

test('what is right says nothing, and what needs its runner is not asked', () => {
  const right = { 'test/a.test.js': NODE, 'src/math.js': 'exports.add = (a, b) => a + b\n' }
  expect(said('test/a.test.js', right)).toEqual(['end'])
  for (const line of ['jest.mock("x")', 'const root = __dirname', 'test.each([1])("n", () => {})'])
    expect(said('test/a.test.js', { 'test/a.test.js': `${line}\n${NODE}` })).toBeNull()
  expect(said('test/a.test.ts', { 'test/a.test.ts': NODE })).toBeNull()
})

test('Python, with functions and with classes, whatever the value says of its equality', () => {
  const sums =
    'class Sum(int):\n    def __eq__(self, other):\n        return True\n\n\ndef add(a, b):\n    return Sum(a + b + 1)\n'
  const functions =
    'import pytest\nfrom sums import add\n\n\n@pytest.mark.slow\ndef test_bug():\n    assert add(2, 2) == 4\n'
  expect(said('test_sums.py', { 'test_sums.py': functions, 'sums.py': sums })).toEqual(['[5, 4]', 'end'])
  const classes =
    'import unittest\nfrom sums import add\n\n\nclass Sums(unittest.TestCase):\n    def setUp(self):\n        self.by = 2\n\n    def test_bug(self):\n        self.assertEqual(add(2, self.by), 4)\n'
  expect(said('test_sums.py', { 'test_sums.py': classes, 'sums.py': sums })).toEqual(['[5, 4]', 'end'])
  expect(said('test_sums.py', { 'test_sums.py': 'def test_a(monkeypatch):\n    pass\n' })).toBeNull()
})
