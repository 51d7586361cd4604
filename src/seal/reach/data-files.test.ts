import { expect, test } from 'vitest'
import { dataOfChecks } from './data-files.ts'

const tree = (files: Readonly<Record<string, string>>) => ({
  paths: Object.keys(files),
  has: (path: string) => path in files,
  read: (path: string) => files[path] ?? null,
})
const isCheck = (path: string): boolean => path.startsWith('test/') || path.endsWith('.sh')
const found = (files: Readonly<Record<string, string>>): string[] =>
  dataOfChecks(Object.keys(files).filter(isCheck), tree(files), isCheck)

test('expected values outside of the test folders belong to the check', () => {
  const files = { 'test/a.test.js': "read('../data/cases.json')", 'data/cases.json': '[]', 'src/a.js': 'x' }
  expect(found(files)).toEqual(['data/cases.json'])
})

test('a golden file that a script names, too', () => {
  expect(found({ 'check.sh': 'diff -w out golden.txt', 'golden.txt': '180' })).toEqual(['golden.txt'])
})

test('what the product reads is the product', () => {
  const files = {
    'test/a.test.js': "read('../data/prices.json')",
    'data/prices.json': '[]',
    'app.js': "load('prices.json')",
  }
  expect(found(files)).toEqual([])
})

test('manifests, and names of nothing, are no data', () => {
  expect(found({ 'test/a.test.js': "'../package.json' 'nothing.json'", 'package.json': '{}' })).toEqual([])
})
