import { expect, test } from 'vitest'
import type { AskedFamilies } from '../changed-text.ts'
import { moreSuppressions } from './judge-suppressions.ts'

const TYPES = { types: true, lint: false, format: false, coverage: false, tests: false } as unknown as AskedFamilies

const found = (path: string, before: string, now: string, diagnosed: readonly string[]): string[] =>
  moreSuppressions([{ path, before, now, isTest: false }], TYPES, diagnosed).flatMap(({ objection, what }) =>
    objection === null ? [] : [what],
  )

const PYTHON = 'def total(prices: list[int], tax: int = 1) -> str:\n    return sum(prices)\n'

test.each([
  ['a.ts', 'const a = find()\n', 'const a = find()!.length\n'],
  ['a.ts', 'class A {\n  size: number\n}\n', 'class A {\n  size!: number\n}\n'],
  ['a.ts', 'use(config)\n', 'declare const config: { port: number }\nuse(config)\n'],
  ['a.d.ts', '', 'declare function config(): number\n'],
  ['a.ts', '', 'declare global {\n  interface Number {\n    short(): string\n  }\n}\n'],
  ['a.ts', '', 'const sure = <T>(value: T | undefined): value is T => true\n'],
  ['a.py', PYTHON, PYTHON.replace('-> str', '-> Any')],
  ['a.py', PYTHON, PYTHON.replace(' -> str', '')],
  ['a.py', PYTHON, PYTHON.replace('tax: int', 'tax')],
  ['a.py', PYTHON, PYTHON.replace('sum(prices)', 'cast(str, sum(prices))')],
  ['a.py', PYTHON, PYTHON.replace('sum(prices)', 'getattr(__import__("builtins"), "sum")(prices)')],
  ['a.py', PYTHON, PYTHON.replace('sum(prices)', 'json.loads(json.dumps(sum(prices)))')],
  ['a.rs', '', 'pub fn total() -> String {\n    todo!()\n}\n'],
  ['a.ts', '', 'const add = (a: number): string => JSON.parse(JSON.stringify(a + 1))\n'],
  ['a.ts', '', "const add = (a: number): string => Function('a', 'return a')(a)\n"],
])('%s: what hides a reported error is found', (path, before, now) => {
  expect(found(path, before, now, [path])).toHaveLength(1)
  expect(found(path, before, now, [])).toEqual([])
})

test.each([
  ['a.ts', 'const a = 1\n', 'const a = b !== c && !d\n'],
  ['a.ts', 'const a = 1\n', 'declare const __VERSION__: string\n'],
  ['a.ts', 'const a = 1\n', "declare module 'left' {\n  export function left(text: string): string\n}\n"],
  ['a.ts', 'const a = 1\n', 'declare global {\n  interface Window {\n    analytics: object\n  }\n}\n'],
  ['a.py', PYTHON, PYTHON.replace('-> str', '-> int')],
  ['a.py', PYTHON, PYTHON.replace('list[int]', 'dict[str, Any]')],
  ['a.py', PYTHON, PYTHON.replace('sum(prices)', 'getattr(prices, name) + getattr(prices, "x", None)')],
  ['a.ts', '', 'const copied = JSON.parse(JSON.stringify(this.state))\nconst call: Function = isFunction(copied)\n'],
])('%s: an honest fix of a reported error is left alone', (path, before, now) => {
  expect(found(path, before, now, [path])).toEqual([])
})

test('a pragma counts in a file with errors, whatever the command is', () => {
  const now = '#pragma GCC diagnostic ignored "-Wformat"\nint a;\n'
  expect(found('a.c', 'int a;\n', now, ['a.c'])).toHaveLength(1)
  expect(found('a.c', 'int a;\n', now, [])).toEqual([])
})
