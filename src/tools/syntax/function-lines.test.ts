import { expect, test } from 'vitest'
import { functionLines } from './function-lines.ts'
import { syntaxOf } from './syntax.ts'

test.each([
  ['a.js', 'export function one(a) {\n  if (a) {\n    return 1\n  }\n  return 2\n}\nconst two = 3\n', [[2, 3, 4, 5]]],
  ['a.js', 'const one = (a) => {\n  return a\n}\none()\n', [[2]]],
  ['a.js', 'class A {\n  one(a, b) {\n    return a\n  }\n}\n', [[3]]],
  ['a.js', 'export const one = (a, b) => a + b\n', [[1]]],
  ['a.py', 'def one(\n    a,\n    b=1,\n) -> int:\n    return a\n', [[2, 3, 4, 5]]],
  ['a.rs', 'pub(crate) fn one() -> u8 {\n    1\n}\n', [[2]]],
  ['a.c', `static double ${Array.from({ length: 30 }, (_, at) => `*p${at}`).join(', ')};\n`, []],
  ['a.js', 'if (one(2)) {\n  two()\n}\n', []],
  ['a.ts', '  private async one<T>(a: T): Promise<T> {\n    return a\n  }\n', [[2]]],
  [
    'a.py',
    'class A:\n    def one(self, a):\n        x = a\n\n        return x\n\n    def two(self):\n        pass\n',
    [[3, 5]],
  ],
  ['a.go', 'func (u *T) one(a int) string {\n\treturn ""\n}\n', [[2]]],
  ['a.rb', 'def self.one\n  1\nend\n', [[2]]],
  ['a.rs', 'pub fn one(a: u8) -> u8 {\n    a + 1\n}\n', [[2]]],
  ['a.c', 'static int\none(int a)\n{\n    return a;\n}\n', [[3, 4]]],
  ['a.c', 'char *one(int a) {\n    return 0;\n}\n', [[2]]],
  ['a.c', 'char *one(int a);\nint two(void) {\n    return one(2);\n}\n', []],
  ['a.rb', '  one = 2\n', []],
  ['a.js', 'export const one = [\n  1,\n]\n', [[1, 2, 3]]],
  ['a.php', '<?php\n    public function one(int $a): int\n    {\n        return $a;\n    }\n', [[3, 4]]],
])('%s %j', (path, text, lines) => {
  const syntax = syntaxOf(path, text)
  if (syntax === null) throw new Error('no syntax')
  expect(functionLines(syntax, new Set(['one']))).toEqual(lines)
})
