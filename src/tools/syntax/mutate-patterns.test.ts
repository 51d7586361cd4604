import { expect, test } from 'vitest'
import { patternMutations } from './mutate-patterns.ts'
import { syntaxOf } from './syntax.ts'

test.each([
  ['a.js', 'const A = /[0-9;:]+m/g\n', ['/[;:]+m/g', '/[0-9:]+m/g', '/[0-9;]+m/g', '/[0-9;:]m/g']],
  ['a.py', 'A = re.compile(r"\\d+|no")\n', ['re.compile(r"x+|no")', 're.compile(r"\\d|no")', 're.compile(r"\\d+")']],
  ['a.js', 'const a = b / c + d / e\n', []],
  ['a.js', 'const a = "[x] and + more"\n', []],
])('%s %s', (path, text, expected) => {
  const syntax = syntaxOf(path, text)
  if (syntax === null) throw new Error('no syntax')
  const found = patternMutations(syntax, new Set([1])).map(one => one.text)
  expect(found).toHaveLength(expected.length)
  for (const [at, part] of expected.entries()) expect(found[at]).toContain(part)
})
