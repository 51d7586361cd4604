import { expect, test } from 'vitest'
import { isFree } from './is-free.ts'

const frees = (task: string, place: string, what: 'added' | 'deleted' | 'changed'): boolean => {
  const [path = '', section = ''] = place.split('#')
  return isFree({ path, section, kind: 'build', what }, { task, mayChange: [], configFree: [] })
}

test.each([
  'Raise the Go version in go.mod to 1.18 and use any instead of interface{} in version.go',
  'bump go.mod to Go 1.18',
  'set the go directive of go.mod from 1.16 to 1.18',
  'Please raise the minimum Go version to 1.18 in go.mod.',
  'Use Go 1.18 in go.mod',
  "change go.mod's go line to 1.18, then use generics",
  'go.mod should require Go 1.18',
  'Set the Go version in `go.mod` to 1.18 instead of 1.16',
])('"%s" frees the go line, with that value only', task => {
  expect(frees(task, 'go.mod#go.1.18', 'added')).toBe(true)
  expect(frees(task, 'go.mod#go.1.16', 'deleted')).toBe(true)
  expect(frees(task, 'go.mod#go.1.21', 'added')).toBe(false)
  expect(frees(task, 'go.mod#toolchain.go1.18', 'added')).toBe(false)
  expect(frees(task, 'go.mod#replace.example.com/a', 'added')).toBe(false)
  expect(frees(task, 'Cargo.toml#package.edition', 'changed')).toBe(false)
  // The file as a whole is restored with that part.
  expect(isFree({ path: 'go.mod', kind: 'build' }, { task, mayChange: [], configFree: [] })).toBe(false)
})

test.each([
  ['Set the edition in Cargo.toml to 2021', 'Cargo.toml#package.edition'],
  ['set edition = "2021" in Cargo.toml', 'Cargo.toml#package.edition'],
  ['switch the Rust edition of crates/core/Cargo.toml to 2021', 'crates/core/Cargo.toml#package.edition'],
  ['Move the crate to edition 2021: set the edition in Cargo.toml and drop extern crate', 'Cargo.toml#package.edition'],
  ['set the toolchain in go.mod to go1.22.1', 'go.mod#toolchain.go1.22.1'],
  ['change the edition in Cargo.toml to 2024', 'Cargo.toml#package.edition'],
  ['set envlist in tox.ini to py312', 'tox.ini#tox.envlist'],
])('"%s" frees %s', (task, place) => {
  expect(frees(task, place, place.startsWith('go.mod') ? 'added' : 'changed')).toBe(true)
  expect(frees(task, 'Cargo.toml#package.autotests', 'changed')).toBe(false)
  expect(frees(task, 'tox.ini#testenv.commands', 'changed')).toBe(false)
})

test.each([
  'Use any instead of interface{} in version.go',
  'raise the version of testify in go.mod to 1.18',
  'bump testify in go.mod to 1.18',
  'Fix the build with Go 1.18',
  'do not raise the Go version in go.mod to 1.18',
  'keep the Go version in go.mod',
])('"%s" does not free the go line', task => {
  expect(frees(task, 'go.mod#go.1.18', 'added')).toBe(false)
  expect(frees(task, 'go.mod#go.1.16', 'deleted')).toBe(false)
})

test('a long row of words before the value is read in one way', () => {
  const start = performance.now()
  expect(frees(`set go.mod to ${'go version '.repeat(30)}#`, 'go.mod#go.1.18', 'added')).toBe(false)
  expect(performance.now() - start).toBeLessThan(2000)
})

test.each([
  ['set fail_under in pyproject.toml to 90', 'pyproject.toml#tool.coverage.report.fail_under'],
  ['set fail_under in setup.cfg to 90', 'setup.cfg#coverage:report.fail_under'],
  ['set fail_under = 90 in tox.ini', 'tox.ini#coverage:report.fail_under'],
  ['setup.cfg should have fail_under 90', 'setup.cfg#coverage:report.fail_under'],
  ['set strict in setup.cfg to true', 'setup.cfg#mypy.strict'],
  ['set max-line-length in setup.cfg to 120', 'setup.cfg#flake8.max-line-length'],
  ['set autotests in Cargo.toml to false', 'Cargo.toml#package.autotests'],
])('"%s" does not free %s, whose value the section does not tell', (task, place) => {
  expect(frees(task, place, 'changed')).toBe(false)
  expect(frees(task, place, 'deleted')).toBe(false)
})

test.each([
  'Put it in go.mod',
  'Use generics in go.mod',
  'put module2 in go.mod',
  'use `any` in go.mod',
  'go.mod should have comments',
])('"%s" names no version and frees nothing', task => {
  expect(frees(task, 'go.mod#go.1.16', 'deleted')).toBe(false)
  expect(frees(task, 'go.mod#go.1.18', 'added')).toBe(false)
})

test.each([
  'Update the Go version in go.mod',
  'Change the replace directive in go.mod',
  'Change the go version in go.mod to the latest',
])('"%s" names no value, so that the whole file is meant', task => {
  expect(frees(task, 'go.mod#go.1.16', 'deleted')).toBe(true)
  expect(frees(task, 'go.mod#go.1.18', 'added')).toBe(true)
  expect(frees(task, 'go.mod#replace.example.com/a', 'changed')).toBe(true)
  expect(isFree({ path: 'go.mod', kind: 'build' }, { task, mayChange: [], configFree: [] })).toBe(true)
})
