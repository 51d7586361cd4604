import { expect, test } from 'vitest'
import { inNewNames, inNewNamesAndStrings } from './rename-identifiers.ts'

const BEFORE = `const { oldName } = require('./lib')\n// oldName is tested\ntest('oldName', () => check(oldName(1), x.oldName, older))\n`
const renames = [{ from: 'oldName', to: 'newName' }]

test('identifiers are renamed; comments, strings, and longer names stay', () => {
  expect(inNewNames('a.test.js', BEFORE, BEFORE.replaceAll('oldName', 'newName'), renames)).toBe(
    `const { newName } = require('./lib')\n// oldName is tested\ntest('oldName', () => check(newName(1), x.newName, older))\n`,
  )
})

test('a name that the present tests still use stays', () => {
  expect(inNewNames('a.test.js', BEFORE, BEFORE, renames)).toBe(BEFORE)
})

test('what is no code stays', () => {
  expect(inNewNames('a.txt', 'oldName', '', renames)).toBe('oldName')
})

test('a shell runs what is in its strings', () => {
  const renames = [{ from: 'add_tax', to: 'with_tax' }]
  const [before, now] = ['[ "$(add_tax 100)" = 120 ] # add_tax\n', '[ "$(with_tax 100)" = 120 ]\n']
  expect(inNewNames('test/run.sh', before, now, renames)).toBe('[ "$(with_tax 100)" = 120 ] # add_tax\n')
})

test.each([
  ['test_zone.py', `assert repr(OldZone(0)) == "<OldZone 0:00>"\n`],
  ['zone_test.go', `if got := fmt.Sprintf("%T", z); got != "zone.OldZone" {\n`],
  ['zone.test.js', `expect(() => new OldZone()).toThrow('OldZone needs an offset')\n`],
  ['ZoneTest.java', `assertEquals("OldZone[offset=0]", new OldZone(0).toString());\n`],
])('names in strings follow where the present test says so: %s', (path, before) => {
  const [now, renames] = [before.replaceAll('OldZone', 'Zone'), [{ from: 'OldZone', to: 'Zone' }]]
  expect(inNewNamesAndStrings(path, before, now, renames)).toBe(now)
  expect(inNewNames(path, before, now, renames)).toContain('OldZone')
})

test('other strings, titles, longer words, and values stay', () => {
  const before = `test('get', () => {\n  expect(get('get', 1)).toBe('<get 1>')\n  expect(get('widget')).toBe('<get 2>')\n})\n`
  const now = `test('fetch', () => {\n  expect(fetch('get', 1)).toBe('<fetch 1>')\n  expect(fetch('widget')).toBe('<fetch 3>')\n})\n`
  expect(inNewNamesAndStrings('a.test.js', before, now, [{ from: 'get', to: 'fetch' }])).toBe(
    `test('get', () => {\n  expect(fetch('get', 1)).toBe('<fetch 1>')\n  expect(fetch('widget')).toBe('<get 2>')\n})\n`,
  )
})

test('names in strings stay where the present tests use the old name', () => {
  const before = `check(oldName(1), 'oldName')\n`
  expect(inNewNamesAndStrings('a.test.js', before, `${before}check(newName(1), 'newName')\n`, renames)).toBe(before)
})

test('of a document, only the examples are renamed', () => {
  const text = 'oldName is a word.\n>>> oldName(1)\n... oldName(2)\n'
  expect(inNewNames('README.md', text, '>>> newName(1)\n', renames)).toBe(
    'oldName is a word.\n>>> newName(1)\n... newName(2)\n',
  )
})
