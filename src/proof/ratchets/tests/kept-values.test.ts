import { expect, test } from 'vitest'
import { keepsValues } from './kept-values.ts'

const keeps = (path: string, before: string, now: string): boolean => keepsValues([{ path, before, now, isTest: true }])

const ROWS =
  'func TestA(t *testing.T) {\n\tfor _, tc := range []row{\n\t\t{"a", 1, true},\n\t\t{"", 2, false},\n\t\t{"a", 1, true},\n\t} {\n\t\tif f(tc.in) != tc.out {\n\t\t\tt.Fatalf("got %v", tc)\n\t\t}\n\t}\n}\n'

test.each([
  ['a loop became subtests', 'a_test.go', ROWS, ROWS.replace('if f', 't.Run(tc.in, func(t *testing.T) { if g')],
  ['a row that was there twice', 'a_test.go', ROWS, ROWS.replace('\t\t{"a", 1, true},\n', '')],
  ['another message', 'a_test.go', ROWS, ROWS.replace('"got %v"', '"unexpected: %v"')],
  [
    'assertions became a table',
    'test_a.py',
    'def test_a():\n    assert f("x") == 1\n    assert f("") is None\n',
    '@pytest.mark.parametrize("value, result", [("x", 1), ("", None)])\ndef test_a(value, result):\n    assert f(value) == result\n',
  ],
  [
    'values of one test in several, with a helper',
    'a.test.ts',
    "test('all', () => {\n  expect(f('x')).toBe(1);\n  expect(f('y', { deep: true })).toEqual([2]);\n})\n",
    "const same = (a: string, b: unknown) => expect(f(a)).toBe(b)\ntest('one', () => same('x', 1))\ntest('two', () => {\n  expect(f('y', { deep: true })).toEqual([2])\n})\n",
  ],
  ['expected first', 'test_a.py', 'assert f("x") == 1\n', 'assert 1 == f("x")\n'],
  [
    'Rust',
    'tests/a.rs',
    '#[test]\nfn a() {\n    let err = parse("1.2");\n    same(err, "end of input");\n}\n',
    '#[test]\nfn a() {\n    for (text, says) in [("1.2", "end of input")] {\n        same(parse(text), says);\n    }\n}\n',
  ],
])('every value is still there: %s', (_, path, before, now) => {
  expect(keeps(path, before, now)).toBe(true)
})

test.each([
  [
    'a row is gone whose values are elsewhere',
    'a_test.go',
    ROWS.replace('{"", 2, false}', '{"a", 2, true},\n{"b", 1, true},\n{"a", 9, false}'),
    ROWS.replace('{"", 2, false}', '{"b", 2, true},\n{"a", 9, false}'),
  ],
  ['an easier input', 'a_test.go', ROWS, ROWS.replace('{"", 2', '{"b", 2')],
  ['a row only in a comment', 'a_test.go', ROWS, ROWS.replace('\t\t{"", 2', '\t\t// {"", 2')],
  ['another expected value', 'test_a.py', 'assert f("x") == 1\n', 'assert f("x") == 2\n'],
  ['true instead of a value', 'test_a.py', 'assert f("x") == 1\n', 'assert f("x") is True\n'],
  [
    'a value only in a title',
    'a.test.js',
    "test('a', () => { expect(f('x')).toBe('y') })\n",
    "test('xy', () => { expect(f('x')).toBe(f('x')) })\ntest('y', () => {})\n",
  ],
  ['an empty text', 'a.test.js', "test('a', () => {\n  f('')\n  f('x')\n})\n", "test('a', () => {\n  f('x')\n})\n"],
  [
    'a pattern',
    'a.test.js',
    "test('a', () => {\n  expect(() => f()).toThrow(/bad value/)\n})\n",
    "test('a', () => {\n  expect(() => f()).toThrow()\n})\n",
  ],
  ['no code', 'a.bin', 'x', 'y'],
])('a value is gone: %s', (_, path, before, now) => {
  expect(keeps(path, before, now)).toBe(false)
})

test('reads long lines, and not too many values', { timeout: 60_000 }, () => {
  const line = (count: number): string => `a = [${Array.from({ length: count }, (_, at) => at).join(', ')}]\n`
  expect(keeps('test_a.py', line(40_000), line(40_000))).toBe(true)
  expect(keeps('test_a.py', line(60_000), line(60_000))).toBe(false)
})
