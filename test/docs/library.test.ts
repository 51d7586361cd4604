import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { codeBlocks, pageNamed, root } from './markdown.ts'

const examples = codeBlocks(pageNamed('docs/library.md'))
  .filter(({ language }) => language === 'ts')
  .map(({ lines }) => lines.join('\n'))

/** Somebody else's project, in which the package is installed under its own name. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-library-')))
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }))
  const folder = join(outer, 'project')
  for (const name of ['project/node_modules', 'project/bin', 'home']) mkdirSync(join(outer, name), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/agent-loop'))
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const CONFIG = {
  compilerOptions: { module: 'nodenext', target: 'es2023', strict: true, types: ['node'], skipLibCheck: true },
  include: ['example*.ts'],
}

const FILES = {
  'package.json': '{"type": "module", "scripts": {"test": "node --test unit.test.js"}}',
  'unit.test.js': "import { test } from 'node:test'\ntest('adds', () => {})\n",
  'tsconfig.json': JSON.stringify(CONFIG),
  'bin/claude': '#!/bin/sh\necho "## 2.0.0" > CHANGELOG.md\n',
}

test('every example of the library page compiles against the package, is short, and ends verified', () => {
  expect(examples.length).toBeGreaterThan(1)
  for (const example of examples) expect(example.split('\n').length).toBeLessThanOrEqual(20)
  const sources = examples.map((example, at) => [`example${at}.ts`, example] as const)
  const folder = projectWith({ ...FILES, ...Object.fromEntries(sources) })
  chmodSync(join(folder, 'bin/claude'), 0o755)
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: join(folder, '../home') }
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  expect(node(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.')).toBe('')
  for (const at of examples.keys()) {
    rmSync(join(folder, 'CHANGELOG.md'), { force: true })
    expect(node(`example${at}.js`)).toMatch(/^verified( 0)?\n$/)
  }
})

test('every export that the library page names exists', async () => {
  const rows = pageNamed('docs/library.md')
    .text.split('\n')
    .filter(line => line.startsWith('| `'))
  const named = rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  const exported = Object.keys(await import('../../src/index.ts'))
  expect(named.filter(name => !exported.includes(name))).toEqual([])
  expect(named.length).toBeGreaterThan(10)
})
