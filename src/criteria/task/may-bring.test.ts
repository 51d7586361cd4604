import { expect, test } from 'vitest'
import { mayBring } from './may-bring.ts'

const GEM = { program: 'coveralls', what: 'dependencies' } as const

test.each([
  'fix the build',
  'make CI work again',
  'install the missing dependencies',
  'fix the broken Gemfile',
  'the CI is broken, fix it',
  'add the coveralls gem',
  'set up coveralls',
])('"%s" may start with a missing dependency', task => {
  expect(mayBring(task, GEM)).toBe(true)
})

test.each([
  'fix the failing tests',
  'make the tests pass in CI',
  'Rename the function f to inc',
  'add a function that triples a number',
  'fix the bug in the build cache',
])('"%s" needs it installed', task => {
  expect(mayBring(task, GEM)).toBe(false)
})

test('an option of the runner may come with a new conftest.py, a module with dots in its name may not', () => {
  expect(mayBring('add a --slow option to the tests', { program: '--slow', what: 'option' })).toBe(true)
  expect(mayBring('add a parser', { program: 'gopkg.in/yaml.v3', what: 'dependencies' })).toBe(false)
})
