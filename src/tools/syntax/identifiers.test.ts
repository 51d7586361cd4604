import { expect, test } from 'vitest'
import { declarationsOf, isMember, isReached, reachedSyntax, usesOf } from './identifiers.ts'
import type { Syntax } from './syntax.ts'

const syntax = (path: string, text: string): Syntax => {
  const found = reachedSyntax(path, text)
  if (found === null) throw new Error(`${path} is no code`)
  return found
}

test.each([
  ['a.js', 'oldName()', 1],
  ['a.js', 'exports.oldName = x', 1],
  ['a.js', "exports['oldName'] = x", 1],
  ['a.js', 'export { x as oldName }', 1],
  ['a.js', '// oldName\nconst x = "oldName"', 0],
  ['a.js', 'oldNames()', 0],
  ['a.js', "const fs = require('fs')\nfs.oldName()", 0],
  ['a.py', '"""oldName"""\nx = oldName', 1],
])('uses in %s: %s', (path, text, count) => {
  expect(usesOf({ name: 'oldName', member: false }, syntax(path, text), () => false)).toHaveLength(count)
})

test('x.name is a use of a member, unless x is imported from elsewhere', () => {
  const member = { name: 'readFile', member: true }
  expect(usesOf(member, syntax('a.js', 'store.readFile()'), () => false)).toHaveLength(1)
  expect(usesOf(member, syntax('a.js', "import fs from 'node:fs'\nfs.readFile()"), () => false)).toHaveLength(0)
})

test.each([
  ['a.go', 'func (r *Router) Old() {}', true, true],
  ['a.go', 'if Old(x) {\n}', false, false],
  ['a.py', 'def Old():\n  pass', true, false],
  ['a.rs', 'impl X {\n    pub fn Old() {}\n}', true, true],
  ['a.py', 'from x import Old as Old', false, false],
])('%s: %s', (path, text, declared, member) => {
  expect(declarationsOf('Old', syntax(path, text)).length > 0).toBe(declared)
  expect(isMember('Old', syntax(path, text))).toBe(member)
})

test('documents, fixtures, migrations, and output are not reached', () => {
  expect(['a.md', 'test/fixtures/a.js', 'db/migrations/1.py', 'node_modules/a/b.js'].filter(isReached)).toEqual([])
  expect(isReached('test/a.test.js')).toBe(true)
})

test('a type in an import or export is declared elsewhere', () => {
  for (const line of [
    "import { addTax, type Money } from './money'",
    "import type Money from './money'",
    'export { type Money }',
    "import money, { type Money } from './money'",
  ])
    expect(declarationsOf('Money', syntax('a.ts', line))).toEqual([])
  expect(declarationsOf('Money', syntax('a.ts', "import { b } from './b'\nexport type Money = number"))).toEqual([2])
  expect(declarationsOf('Money', syntax('a.ts', 'declare module "a" { type Money = number }'))).toEqual([1])
})
