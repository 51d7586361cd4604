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
  ['a.rb', 'share', 'x\n\ndef share(n)\n  Array.new(n) { 1 }\nend\n', 'def share(n) Array.new(n) { 1 } end'],
  ['a.h', 'MAX', '#define MAX 16\nint n;\n', '#define MAX 16'],
  ['a.sh', 'lower', 'lower() {\n  tr A-Z a-z\n}\n', 'lower() { tr A-Z a-z }'],
])('%s defines %s', (path, name, text, code) => expect(defined(path, name, text)).toEqual([code]))

test.each([
  ['a.js', 'old', 'function neu() {}\nexport { neu as old }\n'],
  ['a.js', 'old', "export {\n  neu as old,\n} from './b.js'\n"],
  ['a.js', 'old', 'module.exports = { neu, old: neu }\n'],
  ['a.js', 'old', 'class A {\n  old = this.neu\n}\n'],
  ['a.py', 'old', 'class A:\n    old = neu\n'],
  ['a.rb', 'old', 'class A\n  define_method(:old) { |n| neu(n) }\nend\n'],
  ['a.rb', 'old', 'class A\n  alias_method :old, :neu\nend\n'],
  ['a.rb', 'old', 'class A\n  alias old neu\nend\n'],
  ['a.cpp', 'old', 'using old = neu;\n'],
  ['a.js', 'old', 'function neu() {}\nexport { neu as "old" }\n'],
  ['a.rb', 'old', 'A.send(:alias_method, :old, :neu)\n'],
  ['a.rb', 'old', 'class A\n  class_eval { alias old neu }\nend\n'],
  ['a.py', 'old', 'globals().update(old=neu)\n'],
  ['a.py', 'old', "globals()['old'] = neu\n"],
])('%s defines %s as another name', (path, name, text) => expect(defined(path, name, text)).toHaveLength(1))

test.each([
  ['a.js', 'slug', "import { slug } from './b.js'\nconst slug = require('./b.js')\n// function slug() {}\n"],
  ['a.js', 'items', 'class A {\n  constructor() {\n    this.items = []\n    const items = 1\n  }\n}\n'],
  ['a.js', 'old', "export { old } from './b.js'\nexport { old as neu }\nmodule.exports = { a: { old: 1 } }\n"],
  ['a.rb', 'old', 'class A\n  alias_method :neu, :old\n  alias neu old\nend\n'],
])('local variables and imports in %s define no %s', (path, name, text) =>
  expect(defined(path, name, text)).toEqual([]),
)

test('a function that became a method is another definition', () => {
  const [before] = defined('a.py', 'f', 'def f(c):\n    return c\n')
  const [now] = defined('a.py', 'f', 'class A:\n    def f(c):\n        return c\n')
  expect(now?.trim()).toBe(before)
  expect(now).not.toBe(before)
})
