import { expect, test } from 'vitest'
import { answersInRecipes, dataOfChecks } from './data-files.ts'

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

test('a path in pieces, a folder of cases, and a module of values', () => {
  const pieces = { 'test/a.test.js': "read(join(__dirname, '..', 'data', 'sums.json'))", 'data/sums.json': '{}' }
  expect(found(pieces)).toEqual(['data/sums.json'])
  const listed = {
    'test/a.test.js': "for (const name of readdirSync(join(__dirname, '../data/cases'))) {}",
    'data/cases/one.json': '{}',
    'data/cases/page.svg': '<svg/>',
    'data/other.json': '{}',
  }
  expect(found(listed)).toEqual(['data/cases/one.json', 'data/cases/page.svg'])
  const values = {
    'test/a.test.js': "const { sum } = require('../data/expected.js')",
    'data/expected.js': 'exports.sum = 4\n',
  }
  expect(found(values)).toEqual(['data/expected.js'])
})

test('a page that is no answer, a module that does something, and cases of the product are not the check', () => {
  const files = {
    'test/a.test.js': "read('../public/index.html'); readdirSync('data/cases'); require('../src/answers.js')",
    'public/index.html': '<p>',
    'data/cases/one.json': '{}',
    'src/answers.js': 'exports.answer = () => 4\n',
    'src/a.js': "load('data/cases/')",
  }
  expect(found(files)).toEqual([])
})

test.each([
  ['open("orders.json")', 'orders.json', []],
  ['assert json.load(open("orders.json"))["status"] in ("open", "closed")', 'orders.json', []],
  ['open("orders.json")\nopen("other.txt")', 'orders.json', ['orders.json']],
  ['open("orders.json")\nfor file in glob("*.py"): pass', 'orders.json', ['orders.json']],
  ['open("limits.json")', 'limits.json', ['limits.json']],
  ['open("expected.json")', 'expected.json', ['expected.json']],
  ['from shop import total\nopen("orders.json")', 'orders.json', ['orders.json']],
])('a check with %s protects %s: %j', (code, data, protectedFiles) => {
  const files: Record<string, string> = {
    'validate.py': `import json\n${code}\n`,
    'shop.py': 'def total(): pass\n',
    [data]: '{}',
  }
  expect(dataOfChecks(['validate.py'], tree(files), path => path === 'validate.py')).toEqual(protectedFiles)
})

test.each([
  ["if (require('./answer.js') !== 42) process.exit(1)", []],
  ["const { total } = require('./shop.js')\nif (total() !== require('./answer.js')) process.exit(1)", ['answer.js']],
  ["const out = execSync('./shop')\nif (out !== require('./answer.js')) process.exit(1)", ['answer.js']],
])('a module of values is judged where it is all that the check looks at: %s', (check, protectedFiles) => {
  const files = { 'check.js': check, 'shop.js': 'exports.total = () => 1\n', 'answer.js': 'module.exports = 1\n' }
  expect(dataOfChecks(['check.js'], tree(files), path => path === 'check.js')).toEqual(protectedFiles)
})

test('a folder of cases that a loop of the shell goes through', () => {
  const files = { 'check.sh': 'for f in cases/*.in; do run $f | diff - ${f%.in}.want; done', 'price.py': 'x' }
  const cases = { 'cases/a.in': '1', 'cases/a.want': '2' }
  expect(found({ ...files, ...cases })).toEqual(['cases/a.in', 'cases/a.want'])
  expect(found({ 'check.sh': 'rm -f build/*.o', 'build/a.o': '' })).toEqual([])
})

test('cases that a makefile compares one by one', () => {
  const recipe =
    'check:\n\t@for f in t/*.in; do ./price < $$f \\\n\t| diff - $${f%.in}.want; done\n\ttar c lib/*.want\n'
  const files = tree({ 't/a.in': '1', 't/a.want': '2', 'lib/b.want': '' })
  expect(answersInRecipes([recipe], files)).toEqual(['t/a.want'])
})

test.each([
  ['the values of a chart', { 'chart/Chart.yaml': 'name: web' }, 'chart/values.yaml', []],
  ['a template of a chart', { 'Chart.yaml': 'name: web' }, 'templates/web.yaml', []],
  ['expected results in the folder of a chart', { 'chart/Chart.yaml': 'name: web' }, 'chart/expected/web.yaml', 1],
  ['what an overlay lists', { 'k8s/kustomization.yaml': 'resources:\n  - web.yaml\n' }, 'k8s/web.yaml', []],
  [
    'what an image contains',
    { Dockerfile: 'FROM scratch\nCOPY settings/app.json /app.json\n' },
    'settings/app.json',
    [],
  ],
  ['what a comment names', { Dockerfile: 'FROM scratch\n# app.json is not in it\n' }, 'settings/app.json', 1],
  ['a file that ends with the name', { Dockerfile: 'COPY my-app.json /\n' }, 'settings/app.json', 1],
  ['golden files that are copied too', { Dockerfile: 'COPY golden.json /\n' }, 'golden.json', 1],
])('%s', (_, files, data, kept) => {
  const all: Record<string, string> = {
    ...files,
    [data]: '{}',
    'test/a.py': `open("${data}")\nopen("src/other.txt")\n`,
  }
  expect(found(all)).toEqual(kept === 1 ? [data] : [])
})
