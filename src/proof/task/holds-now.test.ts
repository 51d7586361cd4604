import { expect, test } from 'vitest'
import { namedObjects } from '../../criteria/task/named-objects.ts'
import { holdsNow, stillIn } from './holds-now.ts'
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
    ignored: new Set(),
    isNamed: (path: string, name: string) => isNamed(path, name, { tree: '/t', workspace: '/t' }),
  }
}

/** What the tree contradicts of a task, "?" before a doubtful name. */
function contradicted(task: string, old: Files, changes: Readonly<Record<string, string | null>>): string[] {
  const code = treeOf(old, changes)
  return namedObjects(task).flatMap(object => {
    const holds = holdsNow(object, code)
    return holds === 'yes' ? [] : [`${object.doubtful || holds === 'in-part' ? '?' : ''}${object.name}`]
  })
}

const JS: Files = {
  'src/price.js': 'export function discount(n) {\n  return n / 2\n}\n',
  'src/shelf.js': 'export class Shelf {\n  add(item) {\n    this.items.push(item)\n  }\n}\n',
  'package.json': '{ "name": "shop", "version": "1.0.0" }\n',
}
test('code that also stays where it was is not moved', () => {
  const task = 'move discount from src/price.js to src/discount.js'
  const body = 'function discount(number) {\n  return number / 2 + Math.max(number, 1)\n}\n'
  const old = { 'src/price.js': `export ${body}` }
  expect(contradicted(task, old, { 'src/price.js': body, 'src/discount.js': `export ${body}` })).toEqual(['discount'])
  const rest = "export { discount } from './discount.js'\n"
  expect(contradicted(task, old, { 'src/price.js': rest, 'src/discount.js': `export ${body}` })).toEqual([])
})

test('a docstring does not add what it names', () => {
  const [task, old] = [
    'Add an option fill_char to the function trim',
    { 'trims.py': 'def trim(text):\n    return text\n' },
  ]
  const documented = { 'trims.py': 'def trim(text, **more):\n    """fill_char: removed."""\n    return text\n' }
  expect(contradicted(task, old, documented)).toContain('fill_char')
  expect(contradicted(task, old, { 'trims.py': 'def trim(text, fill_char):\n    return text\n' })).toEqual([])
})

const LINE = { 'src/price.js': `${JS['src/price.js']}export const zz = 1\n` }

test.each([
  ['add a function average to src/price.js', JS, LINE, ['average']],
  ['add a function average', JS, { 'src/price.js': `${JS['src/price.js']}// average\n` }, ['average']],
  ['add a function average', JS, { 'src/price.js': `${JS['src/price.js']}export const average = all => 1\n` }, []],
  ['add a remove method to Shelf', JS, LINE, ['remove']],
  ['add a remove method to Shelf', JS, { 'src/shelf.js': 'class Shelf {\n  removeByName(name) {}\n}\n' }, []],
  ['add a remove method to Shelf', JS, { 'shelf.go': 'func (s *Shelf) Remove(name string) {\n}\n' }, []],
  ['add a remove method to Shelf', JS, { 'src/shelf.js': 'const removed = 1\n' }, ['remove']],
  ['implement average in src/price.js', JS, LINE, ['average']],
  ['implement average in src/price.js', JS, { ...LINE, 'test/a.test.js': "test('average', zz)\n" }, ['?average']],
  ['implement average in src/price.js', JS, { 'src/price.js': 'export const averageOf = all => 1\n' }, []],
  ['implement Cache.Delete', JS, LINE, ['Cache.Delete', 'Cache.Delete']],
  ['implement Cache.Delete', JS, { 'cache.go': 'func (c *Cache) Delete(key string) {\n}\n' }, []],
  ['move discount into its own file', JS, LINE, ['discount', 'discount']],
  ['move discount into its own file', JS, { 'src/discount.js': JS['src/price.js'] ?? '', 'src/price.js': '' }, []],
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
  // An alias that no scanner sees: the tests still use the old name.
  [
    'rename split to share',
    { 'a.rb': 'def split(n)\nend\n', 'test/test_a.rb': 'assert_equal 1, a.split(2)\n' },
    { 'a.rb': 'def share(n)\nend\n\ndef method_missing(m, *a) = m == :split ? share(*a) : super\n' },
    ['split'],
  ],
  [
    'rename split to share',
    { 'a.rb': 'def split(n)\nend\n', 'test/test_a.rb': 'assert_equal 1, a.split(2)\n' },
    { 'a.rb': 'def share(n)\nend\n' },
    ['?split'],
  ],
  [
    'rename split to share',
    {
      'a.rb': 'def split(n)\nend\n',
      'test/test_a.rb': 'assert_equal 1, a.split(2)\n',
      'test/test_b.rb': '"a b".split\n',
    },
    { 'a.rb': 'def share(n)\nend\n', 'test/test_a.rb': 'assert_equal 1, a.share(2)\n' },
    [],
  ],
  [
    'rename balance to sum_of',
    { 'ledger/book.py': 'def balance(rows):\n    pass\n', 'tests/test_a.py': 'from ledger.book import balance\n' },
    { 'ledger/book.py': 'def sum_of(rows):\n    pass\n\nvars(x).update({"bal" + "ance": sum_of})\n' },
    ['balance'],
  ],
  ['deprecate discount', JS, { ...LINE, 'src/shelf.js': `${JS['src/shelf.js']}// deprecated\n` }, ['discount']],
  ['deprecate discount', JS, { 'src/price.js': `/** @deprecated use total */\n${JS['src/price.js']}` }, []],
  ['deprecate discount', JS, { 'CHANGELOG.md': '## Deprecated\n\n- discount: use total\n' }, []],
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

const PACKAGE = { 'package.json': '{ "name": "shop", "version": "2.0.0" }\n' }
const LODASH = { 'package.json': '{ "version": "1.0.0", "dependencies": { "lodash": "^4.17.21" } }\n' }

test.each([
  ['bump the version to 2.0.0', LINE, 'refused'],
  ['bump the version in package.json to 2.0.0', { 'src/price.js': '// version 2.0.0\n' }, 'refused'],
  ['bump the version to 2.0.0', { 'src/price.js': "export const version = '2.0.0'\n" }, 'refused'],
  ['bump the version to 2.0.0', PACKAGE, 'accepted'],
  ['bump the version to 2.0.0', { 'lib/version.rb': "VERSION = '2.0.0'\n" }, 'accepted'],
  ['update the version number to 1.3.1', { 'package.json': '{ "version": "1.3.10" }\n' }, 'refused'],
  ['bump the Node version to 20.2', { Dockerfile: 'FROM node:20.2\n' }, 'accepted'],
  ['update the version of lodash to 4.17.21', LODASH, 'accepted'],
  ['bump the Node version to 20.2', LINE, 'refused'],
  ...[
    'release version 2.0.0',
    'bump to version 2.0.0',
    'bump shop to version 2.0.0',
    'set version 2.0.0',
    'set version=2.0.0',
    'bump version: 2.0.0',
    'upgrade to 2.0.0',
    'release v2.0.0',
    'release 2.0.0 of shop',
    'please cut a new release 2.0.0',
    'prepare the 2.0.0 release',
    'version should be 2.0.0',
    'bump version from 1.0.0 to 2.0.0 and add a changelog entry',
    'we need to ship 2.0.0',
    'make this version 2.0.0',
  ].flatMap(task => [[task, LINE, 'refused'] as const, [task, PACKAGE, 'accepted'] as const]),
  // Only the lock file changes if the range allows the version already.
  ['bump lodash to 4.17.21', LODASH, 'accepted'],
  ['bump lodash to 4.17.21', {}, 'accepted'],
  ['bump lodash to 4.17.21', LINE, 'warned'],
  ['the version is wrong; print it', LINE, 'accepted'],
  ['fix the crash in version 2.0.0', LINE, 'accepted'],
  ['add the release notes for 2.0.0', LINE, 'accepted'],
  ['make the parser accept 1.2.3', LINE, 'accepted'],
  ['change the timeout to 2.5', LINE, 'accepted'],
  ['prepare for 2.0.0', LINE, 'accepted'],
  ['prepare the notes of release 2.0.0', LINE, 'accepted'],
] as const)('%s: a version is missing (%#)', (task, changes, verdict) => {
  const missing = missingVersion(task, treeOf(VERSIONED, changes))
  expect(missing === null ? 'accepted' : missing.refuses ? 'refused' : 'warned').toBe(verdict)
})

test('a name that is to go is found in files that a commit contains', () => {
  const files = { 'lib.c': 'int mul_two(int a) { return a; }\n', 'old.c': 'int mul_two(int a) { return a; }\n' }
  const [object] = namedObjects('remove mul_two')
  if (object === undefined) throw new Error('no name')
  expect(stillIn(object, treeOf(files, { 'lib.c': '' }))).toEqual(['old.c'])
  const ignored = { ...treeOf(files, { 'lib.c': '' }), ignored: new Set(['old.c']) }
  expect(holdsNow(object, ignored)).toBe('yes')
  expect(stillIn(object, ignored)).toEqual([])
})

const GO: Files = {
  'version.go':
    'package version\n\nfunc (v *Version) Core() *Version {\n\treturn v\n}\n\nfunc (v *Version) Same() *Version {\n\treturn v.Core()\n}\n',
}
const ALIAS = `${GO['version.go']}\nfunc (v *Version) Release() *Version {\n\treturn v.Core()\n}\n`

test.each([
  'rename the method Core of Version to Release',
  'rename the Core method of the struct Version to Release',
  'rename Version.Core to Release',
  'rename Core in Version to Release',
])('a method that stays beside the new one is not renamed: %s', task => {
  expect(contradicted(task, GO, { 'version.go': ALIAS })).toEqual([task.includes('.') ? 'Version.Core' : 'Core'])
  expect(contradicted(task, GO, { 'version.go': (GO['version.go'] ?? '').replaceAll('Core', 'Release') })).toEqual([])
})

test('moved code may get another name', () => {
  const task = 'Move split_words out into lib/splitter.rb (Splitter.split)'
  const body = '(text)\n    words = text.split(" ")\n    words.reject { |word| word.empty? }\n  end\n'
  const old = { 'lib/text.rb': `class Text\n  def split_words${body}end\n` }
  const gained = `module Splitter\n  def self.split${body}end\n`
  const left = 'class Text\nend\n'
  expect(contradicted(task, old, { 'lib/text.rb': left, 'lib/splitter.rb': gained })).toEqual([])
  const stays = old['lib/text.rb']
  expect(contradicted(task, old, { 'lib/text.rb': stays, 'lib/splitter.rb': gained })).toContain('split_words')
  const other = gained.replace('word.empty?', 'true')
  expect(contradicted(task, old, { 'lib/text.rb': left, 'lib/splitter.rb': other })).toContain('split_words')
})

test('a renamed name must be gone if it is the subject of the previous sentence', () => {
  const task = 'Cart#total reads like a getter. Rename it to compute_total, do not leave the old method behind'
  const old = { 'lib/cart.rb': 'class Cart\n  def total\n    1\n  end\nend\n' }
  const alias = { 'lib/cart.rb': 'class Cart\n  def total\n    1\n  end\n  alias compute_total total\nend\n' }
  expect(contradicted(task, old, alias)).toEqual(['Cart#total'])
  expect(contradicted(task, old, { 'lib/cart.rb': old['lib/cart.rb'].replace('total', 'compute_total') })).toEqual([])
})

const LOAD = 'export function load(p) {\n  try {\n    return p.read().trim()\n  } catch {\n    return null\n  }\n}\n'
const USES = 'switch (a) {\n  default:\n    p.read().catch(fail)\n    b.trim()\n    b.trim()\n}\n'

test.each([
  ['Remove the `default` export of u.js', 'export default load\n', ''],
  ['remove the `catch` in load', LOAD, LOAD.replace(/ catch[^}]*\}/, ' finally {\n    p.close()\n  }')],
  ['Remove the `trim` from parse and trim in read instead', LOAD, LOAD.replace('read().trim()', 'parse()')],
])('a keyword or a method that is called elsewhere contradicts nothing: %s', (task, old, now) =>
  expect(contradicted(task, { 'u.js': old, 'other.js': USES }, { 'u.js': now })).toEqual([]),
)

test('an option or a field that is still read or declared was not renamed', () => {
  const option =
    'interface Options {\n  comma?: boolean\n}\nexport const parse = (options?: Options) => options?.comma\n'
  const task = 'Rename the `comma` option of parse to `stopAtComma`'
  const kept = option.replace('comma?: boolean', 'comma?: boolean\n  stopAtComma?: boolean')
  expect(contradicted(task, { 'a.ts': option }, { 'a.ts': kept })).toEqual(['comma'])
  expect(contradicted(task, { 'a.ts': option }, { 'a.ts': option.replaceAll('comma', 'stopAtComma') })).toEqual([])
  const field = 'class Result:\n    def __init__(self, spans):\n        self.spans = spans\n'
  expect(
    contradicted(
      'Rename Result.spans to Result.positions',
      { 'r.py': field },
      { 'r.py': `${field}        self.positions = spans\n` },
    ),
  ).toEqual(['Result.spans'])
})

test('a long row of blanked code is read to the end', () => {
  const old = `const a = "${'x'.repeat(100_000)}"\nconst b = { comma: 1 }\n`
  const task = 'Rename the `comma` option of parse to `stopAtComma`'
  expect(contradicted(task, { 'a.js': old }, { 'a.js': old.replace('comma', 'stopAtComma') })).toEqual([])
})
