import { expect, test } from 'vitest'
import { documentationIn } from './documented.ts'

type What = Parameters<typeof documentationIn>[2]['what']

const undocumented = (path: string, text: string, what: What) =>
  documentationIn(path, text, { what })?.undocumented ?? null

const source = `/** Adds. */
export function add(a, b) { return a + b }

// not a doc comment
export const sub = (a, b) => a - b

/**
 * Documented.
 */
@decorated()
export class Shop {}

export class Bare {}
function hidden() {}
const value = 3
export default function () {}
`

test.each([
  ['functions', ['sub', 'hidden', 'default']],
  ['exports', ['sub', 'Bare', 'default']],
  ['classes', ['Bare']],
  ['all', ['sub', 'Bare', 'hidden', 'default']],
] as const)('undocumented %s of a script', (what, names) => {
  expect(undocumented('a.ts', source, what)?.map(({ name }) => name)).toEqual(names)
})

test('docstrings', () => {
  const python = 'def good():\n    """Does."""\n\ndef bad(\n    a,\n):\n    return a\n\nclass C:\n    pass\n'
  expect(undocumented('a.py', python, 'all')).toEqual([
    { name: 'bad', line: 4 },
    { name: 'C', line: 9 },
  ])
})

test('a language that we cannot read is said, not passed', () => {
  expect(undocumented('a.cob', 'IDENTIFICATION DIVISION.', 'all')).toBeNull()
})
