import { expect, test } from 'vitest'
import { definitionsOf } from './definitions.ts'
import { syntaxOf } from './syntax.ts'

const defined = (path: string, name: string, text: string): readonly string[] => {
  const syntax = syntaxOf(path, text)
  return syntax === null ? [] : definitionsOf(name, syntax)
}

test.each([
  ['a.js', 'slug', 'export function slug(t) {\n  return t\n}\nslug()\n', 'export function slug(t) { return t }'],
  ['a.py', 'shift', 'def shift(c):\n    return c\n\nx = 1\n', 'def shift(c): return c'],
  ['a.go', 'Pop', 'func (s *Stack) Pop() int {\n\treturn 1\n}\n', 'func (s *Stack) Pop() int { return 1 }'],
  ['a.rs', 'square', 'macro_rules! square {\n    () => {};\n}\n', 'macro_rules! square { () => {}; }'],
  ['a.c', 'peek', 'int peek(void)\n{\n  return 0;\n}\nint q;\n', 'int peek(void) { return 0; }'],
  ['a.h', 'MAX', '#define MAX 16\nint n;\n', '#define MAX 16'],
  ['a.sh', 'lower', 'lower() {\n  tr A-Z a-z\n}\n', 'lower() { tr A-Z a-z }'],
])('%s defines %s', (path, name, text, code) => expect(defined(path, name, text)).toEqual([code]))

test.each([
  ['a.js', 'slug', "import { slug } from './b.js'\nconst slug = require('./b.js')\n// function slug() {}\n"],
  ['a.js', 'items', 'class A {\n  constructor() {\n    this.items = []\n    const items = 1\n  }\n}\n'],
])('local variables and imports in %s define no %s', (path, name, text) =>
  expect(defined(path, name, text)).toEqual([]),
)

test('a function that became a method is another definition', () => {
  const [before] = defined('a.py', 'f', 'def f(c):\n    return c\n')
  const [now] = defined('a.py', 'f', 'class A:\n    def f(c):\n        return c\n')
  expect(now?.trim()).toBe(before)
  expect(now).not.toBe(before)
})
