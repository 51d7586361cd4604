import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { coverageIn } from './coverage-command.ts'

function projectWith(files: Readonly<Record<string, string>>): string {
  const tree = mkdtempSync(join(tmpdir(), 'agent-loop-coverage-'))
  onTestFinished(() => rmSync(tree, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(tree, name), text)
  return tree
}

const withPackages = (...names: string[]): Record<string, string> => ({
  'package.json': JSON.stringify({ devDependencies: Object.fromEntries(names.map(name => [name, '1'])) }),
})

test.each([
  ['jest measures by itself', withPackages('jest'), 'npx jest --coverage'],
  ['vitest with its provider', withPackages('vitest', '@vitest/coverage-v8'), 'npx vitest run --coverage'],
  ['a tool that watches any runner', withPackages('mocha', 'c8'), 'npx c8 npm test'],
  ['the older one', withPackages('mocha', 'nyc'), 'npx nyc npm test'],
  ['go', { 'go.mod': 'module a' }, 'go test -cover ./...'],
  ['pytest with its plugin', { 'requirements-dev.txt': 'pytest\npytest-cov==5.0\n' }, 'pytest --cov'],
])('%s is how coverage is measured', (_, files, command) => {
  expect(coverageIn(projectWith(files)).command).toBe(command)
})

test.each([
  ['vitest without a provider', withPackages('vitest'), '@vitest/coverage-v8'],
  ['a runner that does not measure', withPackages('mocha'), 'c8'],
  ['pytest without its plugin', { 'pyproject.toml': '[project]\nname = "a"\n' }, 'pytest-cov'],
])('%s is told what to install', (_, files, needed) => {
  const { command, advice } = coverageIn(projectWith(files))
  expect(command).toBeNull()
  expect(advice).toContain(needed)
})

test('a package.json that cannot be read is no reason to break', () => {
  expect(coverageIn(projectWith({ 'package.json': '{' })).command).toBeNull()
})
