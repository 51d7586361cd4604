import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import type { Json } from '../rig/project.ts'

const MODULES = resolve(import.meta.dirname, '../../node_modules')

interface Live {
  readonly tool: string
  readonly command: string
  readonly files: Readonly<Record<string, string>>
  readonly failing: readonly string[]
  readonly tests: Json | null
}

const sum = 'exports.add = (a, b) => a + b + 1\n'
const suite = (imports: string): string => `${imports}
describe('sum', () => {
  test('adds', () => { expect(add(2, 2)).toBe(4) })
  test('keeps zero', () => { expect(add(0, -1)).toBe(0) })
  test.skip('later', () => {})
})
`

const live: readonly Live[] = [
  {
    tool: 'node:test',
    command: 'node --test',
    files: {
      'a.test.mjs': `import { describe, it } from 'node:test'\nimport assert from 'node:assert'\ndescribe('sum', () => {\n  it('adds', () => assert.equal(5, 4))\n  it('is', () => {})\n  it.skip('later', () => {})\n})\n`,
    },
    failing: ['a.test.mjs::sum > adds'],
    tests: { passed: 1, failed: 1, skipped: 1, total: 3 },
  },
  {
    tool: 'jest',
    command: 'npx jest',
    files: { 'package.json': '{}', 'sum.js': sum, 'sum.test.js': suite("const { add } = require('./sum')") },
    failing: ['sum.test.js::sum > adds'],
    tests: { passed: 1, failed: 1, skipped: 1, total: 3 },
  },
  {
    tool: 'vitest',
    command: 'npx vitest run',
    files: {
      'package.json': '{"type":"module"}',
      'sum.cjs': sum,
      'sum.test.js': suite("import { describe, expect, test } from 'vitest'\nimport { add } from './sum.cjs'"),
    },
    failing: ['sum.test.js::sum > adds'],
    tests: { passed: 1, failed: 1, skipped: 1, total: 3 },
  },
  {
    tool: 'mocha',
    command: 'npx mocha',
    files: {
      'package.json': '{}',
      'test/sum.js': `const assert = require('assert')\ndescribe('sum', () => {\n  it('adds', () => assert.equal(5, 4))\n  it('is', () => {})\n  it.skip('later', () => {})\n})\n`,
    },
    failing: ['test/sum.js::sum > adds'],
    tests: { passed: 1, failed: 1, skipped: 1, total: 3 },
  },
  {
    tool: 'tsc',
    command: 'npx tsc --noEmit -p .',
    files: {
      'tsconfig.json': '{"compilerOptions":{"strict":true,"types":[]},"include":["src"]}',
      'src/a.ts': "export const a: number = 'x'\n",
      'src/b.ts': 'export const b: string = 1\n',
    },
    failing: ['src/a.ts:TS2322', 'src/b.ts:TS2322'],
    tests: null,
  },
  {
    tool: 'eslint',
    command: 'npx eslint .',
    files: {
      'package.json': '{}',
      'eslint.config.mjs': "export default [{ rules: { 'no-debugger': 'error' } }]\n",
      'a.js': 'debugger\n',
    },
    failing: ['a.js:no-debugger'],
    tests: null,
  },
  {
    tool: 'biome',
    command: 'npx biome lint .',
    files: {
      'package.json': '{}',
      'biome.json': '{"linter":{"rules":{"suspicious":{"noDebugger":"error"}}}}',
      'a.js': 'debugger\n',
    },
    failing: ['a.js:lint/suspicious/noDebugger'],
    tests: null,
  },
]

test.each(live)('$tool: what really fails is named, and counted', async ({ tool, command, files, failing, tests }) => {
  const { cli, path } = project(files)
  symlinkSync(MODULES, join(path, 'node_modules'))
  const end = await cli(['verify', command, '--json'])
  const report = end.events.at(-1) ?? {}
  expect(end.code).toBe(1)
  expect(report['tool']).toBe(tool)
  expect((report['failures'] as readonly Json[]).map(({ id }) => id)).toEqual(failing)
  expect(report['tests']).toEqual(tests)
})
