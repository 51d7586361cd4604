import { expect, test } from 'vitest'
import { inNewNames } from './rename-identifiers.ts'

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
