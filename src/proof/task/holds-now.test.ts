import { expect, test } from 'vitest'
import { namedObjects } from '../../criteria/task/named-objects.ts'
import { holdsNow } from './holds-now.ts'
import { isNamed } from './named-path.ts'
import { missingVersion } from './named-version.ts'
import type { TreeCode } from './tree-code.ts'

type Files = Readonly<Record<string, string>>

function treeOf(old: Files, changes: Readonly<Record<string, string | null>>): TreeCode {
  const [before, now] = [new Map(Object.entries(old)), new Map(Object.entries(old))]
  for (const [path, text] of Object.entries(changes))
    if (text === null) now.delete(path)
    else now.set(path, text)
  return {
    before,
    now,
    changed: new Set(Object.keys(changes)),
    deleted: Object.keys(changes).filter(path => changes[path] === null),
    isNamed: (path: string, name: string) => isNamed(path, name, { tree: '/t', workspace: '/t' }),
  }
}

/** What the tree contradicts of a task, "?" before a doubtful name. */
function contradicted(task: string, old: Files, changes: Readonly<Record<string, string | null>>): string[] {
  const code = treeOf(old, changes)
  return namedObjects(task)
    .filter(object => holdsNow(object, code) !== 'yes')
    .map(({ name, doubtful }) => `${doubtful ? '?' : ''}${name}`)
}

const JS: Files = {
  'src/price.js': 'export function discount(n) {\n  return n / 2\n}\n',
  'src/shelf.js': 'export class Shelf {\n  add(item) {\n    this.items.push(item)\n  }\n}\n',
  'package.json': '{ "name": "shop", "version": "1.0.0" }\n',
}
const LINE = { 'src/price.js': `${JS['src/price.js']}export const zz = 1\n` }

test.each([
  ['add a function average to src/price.js', JS, LINE, ['average']],
  ['add a function average', JS, { 'src/price.js': `${JS['src/price.js']}// average\n` }, ['average']],
  ['add a function average', JS, { 'src/price.js': `${JS['src/price.js']}export const average = all => 1\n` }, []],
  ['add a remove method to Shelf', JS, LINE, ['remove']],
  ['add a remove method to Shelf', JS, { 'src/shelf.js': 'class Shelf {\n  removeByName(name) {}\n}\n' }, []],
  ['add a remove method to Shelf', JS, { 'shelf.go': 'func (s *Shelf) Remove(name string) {\n}\n' }, []],
  ['add a remove method to Shelf', JS, { 'src/shelf.js': 'const removed = 1\n' }, ['remove']],
  ['add a comparison function', JS, { 'src/price.js': 'export const byPrice = (a, b) => a - b\n' }, ['?comparison']],
  ['move discount to src/discount.js', JS, { 'src/discount.js': 'export const q = 1\n' }, ['discount', 'discount']],
  [
    'extract discount into src/discount.js',
    JS,
    {
      'src/discount.js': JS['src/price.js'] ?? '',
      'src/price.js': "export { discount } from './discount.js'\n",
    },
    [],
  ],
  // Nothing declares it, so it is no name: it may be called anything.
  ['extract validation into src/check.js', JS, { 'src/check.js': 'export const isValid = () => true\n' }, []],
  [
    'rename discount to reduceBy',
    JS,
    { 'src/price.js': 'function reduceBy(n) {\n  return n / 2\n}\nexport { reduceBy, reduceBy as discount }\n' },
    ['discount'],
  ],
  ['rename discount to reduceBy', JS, { 'src/price.js': 'export function reduceBy(n) {\n  return n / 2\n}\n' }, []],
  [
    'rename the method split to share',
    { 'a.rb': 'class A\n  def split(n)\n  end\nend\n' },
    { 'a.rb': 'class A\n  def share(n)\n  end\n  define_method(:split) { |n| share(n) }\nend\n' },
    ['split'],
  ],
  ['rename the package to warehouse', JS, LINE, ['warehouse']],
  ['rename the package to warehouse', JS, { 'package.json': '{ "name": "warehouse" }\n' }, []],
] as const)('%s (%#)', (task, before, changes, expected) =>
  expect(contradicted(task, before, changes)).toEqual(expected),
)

const VERSIONED: Files = {
  ...JS,
  'lib/version.rb': "VERSION = '1.0.0'\n",
  Dockerfile: 'FROM node:18.1\n',
}

test.each([
  ['bump the version to 2.0.0', LINE, true],
  ['bump the version in package.json to 2.0.0', { 'src/price.js': '// version 2.0.0\n' }, true],
  ['bump the version to 2.0.0', { 'src/price.js': "export const version = '2.0.0'\n" }, true],
  ['bump the version to 2.0.0', { 'package.json': '{ "name": "shop", "version": "2.0.0" }\n' }, false],
  ['bump the version to 2.0.0', { 'lib/version.rb': "VERSION = '2.0.0'\n" }, false],
  ['update the version number to 1.3.1', { 'package.json': '{ "version": "1.3.10" }\n' }, true],
  ['bump the Node version to 20.2', { Dockerfile: 'FROM node:20.2\n' }, false],
  [
    'update the version of lodash to 4.17.21',
    { 'package.json': '{ "version": "1.0.0", "dependencies": { "lodash": "^4.17.21" } }\n' },
    false,
  ],
  ['bump the Node version to 20.2', LINE, true],
  ['release version 2.0.0', LINE, true],
  ['the version is wrong; print it', LINE, false],
] as const)('%s: a version is missing (%#)', (task, changes, isMissing) =>
  expect(missingVersion(task, treeOf(VERSIONED, changes)) !== null).toBe(isMissing),
)
