import { describe, expect, test } from 'vitest'
import { differsInLayoutOnly } from './layout.ts'

const SAME: readonly (readonly [string, string, string])[] = [
  [
    'a.test.ts',
    "test('a', () => {\n  expect(f( 1,2 )).toBe('x')\n})\n",
    'test("a", () => {\n  expect(f(1, 2)).toBe(\n    "x",\n  )\n})\n',
  ],
  ['a.test.js', "const s = 'it\\'s'\n", 'const s = "it\'s"\n'],
  [
    'a_test.go',
    'package a\nimport (\n"b"\n"a"\n)\nfunc TestA(t *testing.T) {\nif  f() != 1 { t.Fatal( "x" ) }\n}\n',
    'package a\n\nimport (\n\t"a"\n\t"b"\n)\n\nfunc TestA(t *testing.T) {\n\tif f() != 1 { t.Fatal("x") }\n}\n',
  ],
  [
    'tests/a.rs',
    '#[test]\nfn a() { assert_eq!(f(1,2), vec![1,2,]); }\n',
    '#[test]\nfn a() {\n    assert_eq!(\n        f(1, 2),\n        vec![1, 2]\n    );\n}\n',
  ],
  [
    'test_a.py',
    "def test_a():\n  assert f( 1,\n     2) == 'x'  # why\n",
    'def test_a():\n    assert f(1, 2) == "x"  # why\n',
  ],
  ['test_a.py', 'x = f(\n    1,\n    2,\n)\n', 'x = f(1, 2)\n'],
  ['a_test.go', 'if x != 1 { t.Fatal("x"); }\n', 'if x != 1 {\n\tt.Fatal("x")\n}\n'],
  ['a.c', '/* a\n b */\nint x ;\n', '/* a\n b */\nint  x;\n'],
]

const LARGE = `/*\n * a\n */\n${'int x = f("a", 1); // b\n'.repeat(50)}`

const OTHER: readonly (readonly [string, string, string])[] = [
  ['a.test.ts', 'expect(f(1)).toBe(2)\n', 'expect(f(1)).toBe(3)\n'],
  ['a.test.ts', "expect(f()).toBe('a b')\n", "expect(f()).toBe('a  b')\n"],
  ['a.test.ts', 'return expect(f()).rejects.toThrow()\n', 'return\nexpect(f()).rejects.toThrow()\n'],
  ['a.test.ts', 'test(a)\n', '// test(a)\n'],
  ['a.test.ts', 'test(a) // x\n', 'test(a) // @ts-expect-error\n'],
  ['a.test.ts', 'f([1, ,])\n', 'f([1])\n'],
  ['a.test.ts', 'a++\nb\n', 'a\n++b\n'],
  ['a_test.go', 'return\nx\n', 'return x\n'],
  [
    'test_a.py',
    'def t():\n    with r():\n        f()\n    assert x\n',
    'def t():\n    with r():\n        f()\n        assert x\n',
  ],
  ['test_a.py', 'assert (a == b)\n', 'assert (a == b,)\n'],
  ['test_a.py', 'x = (1)\n', 'x = (1,)\n'],
  ['tests/a.rs', 'let x = (1);\n', 'let x = (1,);\n'],
  ['a.c', '#define A 1\nint x;\n', '#define A 1 int x;\n'],
  ['a.c', '/* a\n b */\nint x = 1; /* c */ /* d */\nint y;\n', '/* a\n b */\nint x = 2; /* c */ /* d */\nint y;\n'],
  ['a.c', '/* a\n b */\nint x; /* c */ /* d */\n', '/* a\n b */\nint x; /* c */ /* e */\n'],
  ['a.test.ts', "expect(f()).toBe(' a')\n", "expect(f()).toBe('a')\n"],
  ['a.test.ts', "expect(f()).toBe('a ')\n", "expect(f()).toBe('a')\n"],
  ['a.test.ts', 'expect(f()).toBe(`a\n  b`)\n', 'expect(f()).toBe(`a\n b`)\n'],
  ['a.test.ts', "expect(f()).toBe('')\n", "expect(f()).toBe(' ')\n"],
  ['test_a.py', 'assert f() == """\n  a\n"""\n', 'assert f() == """\n a\n"""\n'],
  ['a_test.go', 'x := ` a`\n', 'x := `a`\n'],
  ['tests/a.rs', 'let x = " a";\n', 'let x = "a";\n'],
  ['a.test.ts', 'f([,])\n', 'f([])\n'],
  ['test_a.py', 'x = a[1]\n', 'x = a[1,]\n'],
  ['A.java', 'f("a" + 1);\n', "f('a' + 1);\n"],
  ['a.yaml', 'a: 1\n', 'a:  1\n'],
]

describe('layout', () => {
  test.each(SAME)('%s: only the layout differs: %j', (path, before, now) => {
    expect(differsInLayoutOnly(path, before, now)).toBe(true)
    expect(differsInLayoutOnly(path, now, before)).toBe(true)
  })
  test.each(OTHER)('%s: more differs: %j', (path, before, now) => {
    expect(differsInLayoutOnly(path, before, now)).toBe(false)
    expect(differsInLayoutOnly(path, now, before)).toBe(false)
  })
  test.each([
    ['a.c', LARGE],
    ['a.test.js', LARGE.replaceAll('int x', 'x')],
    ['a_test.go', `/*\n * a\n */\npackage a\nfunc T() {\n\tif f("b c", 1) != 2 { // why\n\t\tt.Fatal("x")\n\t}\n}\n`],
    ['tests/a.rs', `/*\n * a\n */\nuse b::{c, d};\n/// e\n#[test]\nfn f() {\n    assert_eq!(g("h i", 1), 2);\n}\n`],
    [
      'test_a.py',
      '"""\na\n"""\nimport b\n\n\ndef test_c():\n    # why\n    with d("e f") as g:\n        assert g == 1\n',
    ],
  ])('every change of a word is seen: %s', (path, text) => {
    for (let at = 0; at < text.length; at++)
      if (/\w/.test(text[at] ?? ''))
        expect(differsInLayoutOnly(path, text, `${text.slice(0, at)}Z${text.slice(at + 1)}`)).toBe(false)
  })
})
