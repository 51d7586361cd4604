import { expect, test } from 'vitest'
import { unmetSetup } from './named-setup.ts'
import type { TreeCode } from './tree-code.ts'

type Files = Readonly<Record<string, string>>

function treeOf(old: Files, changes: Readonly<Record<string, string | null>>): TreeCode {
  const now = new Map(
    Object.entries({ ...old, ...changes }).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])),
  )
  return {
    before: new Map(Object.entries(old)),
    now,
    changed: new Set(Object.keys(changes)),
    deleted: [],
    ignored: new Set(),
    isNamed: (path, name) => path === name || path.endsWith(`/${name}`),
  }
}

const JS: Files = {
  'package.json':
    '{ "name": "shop", "dependencies": { "express": "^4.18.0" }, "scripts": { "test": "node --test" } }\n',
  'src/price.js': 'export const total = 1\n',
  'go.mod': 'module shop\n\ngo 1.18\n',
}
const ZZ = { 'src/price.js': `${JS['src/price.js']}export const zz = 5\n`, 'test/zz.test.js': 'test("zz", () => {})\n' }
const manifest = (text: string, by: string): Files => ({ 'package.json': String(JS['package.json']).replace(text, by) })
const WORKFLOW = { '.github/workflows/ci.yml': 'on: push\n' }

test.each([
  'upgrade express to version 5',
  'upgrade express to 5.0.0',
  'please bump express to v5',
  'update express from 4.18.0 to 5.0',
  'drop the express dependency',
  'remove express from the dependencies',
  'uninstall express',
  'drop our dependency on express',
  'add lodash as a dependency',
  'add lodash to package.json',
  'set up ESLint',
  'set up eslint with the recommended rules',
  'configure prettier',
  'add ESLint to the project',
  'add a GitHub workflow that runs the tests',
  'set up GitHub Actions',
  'create a CI pipeline',
  'pin pytest to 8.0 in requirements-dev.txt',
  'upgrade to Go 1.22',
  'upgrade to Node 20',
])('"%s": a line elsewhere is refused', task => {
  expect(unmetSetup(task, treeOf(JS, ZZ))).toMatchObject([{ refuses: true }])
})

test.each<[string, Readonly<Record<string, string | null>>]>([
  ['upgrade express to version 5', manifest('^4.18.0', '^5.0.0')],
  ['upgrade express to 5.0.0', manifest('^4.18.0', '5.0.0')],
  ['drop the express dependency', manifest('"express": "^4.18.0"', '')],
  ['uninstall express', manifest('"express": "^4.18.0"', '')],
  ['add lodash as a dependency', manifest('"express"', '"lodash": "^4.0.0", "express"')],
  ['set up ESLint', { 'eslint.config.js': 'export default []\n' }],
  ['set up ESLint', manifest('"test"', '"lint": "eslint .", "test"')],
  ['configure prettier', { '.prettierrc': '{ "semi": false }\n' }],
  ['add mypy to the project', { 'pyproject.toml': '[tool.mypy]\n' }],
  ['add a GitHub workflow that runs the tests', WORKFLOW],
  ['set up CI', { '.gitlab-ci.yml': 'test:\n' }],
  ['pin pytest to 8.0 in requirements-dev.txt', { 'requirements-dev.txt': 'pytest==8.0\n' }],
  ['upgrade to Go 1.22', { 'go.mod': 'module shop\n\ngo 1.22\n' }],
  ['upgrade to Node 20', { '.nvmrc': '20\n' }],
  ['upgrade to Node 20', { Dockerfile: 'FROM node:20-slim\n' }],
  ['require Node 20', ZZ],
])('"%s": done', (task, changes) => {
  expect(unmetSetup(task, treeOf(JS, changes))).toEqual([])
})

test.each([
  'drop support for empty keys',
  'add check for negative prices',
  'update the limit to 20',
  'bump the timeout to 30 seconds',
  'move the total to line 20',
  'add a workflow that archives old orders',
  'add a GitHub login to the page',
  'add a pipeline class',
  'configure the logger',
  'set up the database connection',
  'use a Map in Shelf',
  'add a package for prices',
  'remove the price module',
  'add tests for price with vitest',
  'fix the eslint errors',
  'migrate to ESM',
  'upgrade express',
])('"%s" names nothing of the setup', task => {
  expect(unmetSetup(task, treeOf(JS, ZZ))).toEqual([])
})

test('what may be meant otherwise is a warning', () => {
  expect(unmetSetup('drop express', treeOf(JS, ZZ))).toMatchObject([{ refuses: false }])
  expect(
    unmetSetup('upgrade the format to version 3', treeOf(JS, { 'src/a.js': 'export const a = 1\n' })),
  ).toMatchObject([{ refuses: false }])
  const product = { 'src/format.js': 'export const FORMAT = 3\n' }
  expect(unmetSetup('upgrade the format to version 3', treeOf(JS, product))).toEqual([])
})

test('an upgrade that the manifest has already is left to the check', () => {
  const ahead = { ...JS, ...manifest('^4.18.0', '^5.0.0') }
  expect(unmetSetup('upgrade express to version 5', treeOf(ahead, ZZ))).toEqual([])
})

test('a version in a description is no upgrade', () => {
  const described = manifest('"name": "shop"', '"name": "shop", "description": "for express 5"')
  expect(unmetSetup('upgrade express to version 5', treeOf(JS, described))).toMatchObject([{ refuses: true }])
})

const MAKE: Files = {
  Makefile: 'test:\n\tgo test ./...\n',
  'package.json': '{ "scripts": { "test": "node --test" } }\n',
}
const RAKE: Files = { Rakefile: 'task ci: %w[spec]\n' }
const JUST: Files = { justfile: 'test:\n  cargo test\n' }

test.each([
  ['Add a target `bench` to the Makefile that runs the benchmarks', MAKE, { Makefile: '# bench: go test\ntest:\n' }],
  ['add a `bench` target to the Makefile', MAKE, { Makefile: `${MAKE['Makefile']}\tgo test -bench=.\n` }],
  ['add a "bench" target to the Makefile', MAKE, { 'main.go': 'package main\n' }],
  [
    'add a script `lint` to package.json',
    MAKE,
    { 'package.json': '{ "scripts": { "test": "node --test && lint" } }\n' },
  ],
  ['add a task called `lint` to the Rakefile', RAKE, { Rakefile: `${RAKE['Rakefile']}# task :lint\n` }],
  ["add a recipe 'bench' to the justfile", JUST, { justfile: `# bench\n${JUST['justfile']}` }],
])('"%s" is not done by %j and %j', (task, before, changes) =>
  expect(unmetSetup(task, treeOf(before, changes)).filter(({ refuses }) => refuses)).toHaveLength(1),
)

test.each([
  ['Add a target `bench` to the Makefile that runs the benchmarks', MAKE, { Makefile: 'bench:\n\tgo test -bench=.\n' }],
  ['add a `bench` target to the Makefile', MAKE, { Makefile: '.PHONY: test\nlint bench: all\n\tx\n' }],
  ['add a `bench` target to the Makefile', MAKE, { Makefile: 'include bench.mk\n', 'bench.mk': 'bench: ; go test\n' }],
  ['add a build target to the Makefile', MAKE, { Makefile: `${MAKE['Makefile']}all:\n\tgo build\n` }],
  ['add a script `lint` to package.json', MAKE, { 'package.json': '{ "scripts": { "lint": "eslint ." } }\n' }],
  ['add a `Docker` target to the Makefile', MAKE, { Makefile: 'docker:\n\tdocker build .\n' }],
  ['add a `lint` task to the Rakefile', RAKE, { Rakefile: 'desc "x"\ntask :lint do\nend\n' }],
  ['add a task `lint` to the Rakefile', RAKE, { Rakefile: 'task lint: :spec\n' }],
  ['add a recipe `bench` to the justfile', JUST, { justfile: 'bench filter="":\n  cargo bench\n' }],
])('"%s" is done by %j and %j', (task, before, changes) =>
  expect(unmetSetup(task, treeOf(before, changes)).filter(({ refuses }) => refuses)).toEqual([]),
)

const scripts = (name: string): Files => ({ 'package.json': `{ "scripts": { "${name}": "x" } }\n` })

test.each([
  ['add a script for linting to package.json', scripts('lint')],
  ['Add a target for benchmarks to the Makefile', { Makefile: 'bench:\n\tgo test -bench=.\n' }],
  ['add a coverage script to package.json', scripts('test:coverage')],
  ['Add a Docker target to the Makefile', { Makefile: 'docker:\n\tdocker build .\n' }],
  ['add a benchmark target to the Makefile', { Makefile: 'bench:\n\tgo test -bench=.\n' }],
])('"%s" says what it is for, which is no name that %j must have', (task, changes) =>
  expect(unmetSetup(task, treeOf(MAKE, changes)).filter(({ refuses }) => refuses)).toEqual([]),
)

test('a target without quotes is a warning', () => {
  const changes = { 'main.go': 'package main\n' }
  expect(unmetSetup('add a bench target to the Makefile', treeOf(MAKE, changes))).toEqual([
    { says: '`Makefile` has no target `bench`', refuses: false },
  ])
  expect(unmetSetup('add a script called `lint` to package.json', treeOf(MAKE, changes))).toEqual([
    { says: '`package.json` has no script `lint`', refuses: true },
  ])
  expect(unmetSetup('add a target for benchmarks to the Makefile', treeOf(MAKE, changes))).toEqual([])
})

test('a dependency that is dropped is loaded nowhere', () => {
  const dropped = { 'package.json': '{ "name": "shop", "dependencies": {} }\n' }
  const loading = { ...dropped, 'src/own.js': "export { default } from 'express'\n" }
  const own = { ...dropped, 'src/own.js': "import express from './express.js'\n" }
  const task = 'get rid of the express dependency'
  expect(unmetSetup(task, treeOf(JS, own))).toEqual([])
  expect(unmetSetup(task, treeOf(JS, dropped))).toEqual([])
  expect(unmetSetup(task, treeOf(JS, loading))).toMatchObject([{ says: '`src/own.js` still imports `express`' }])
})
