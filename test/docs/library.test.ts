import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const [, example = ''] = /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []

/** Somebody else's project, in which the package is installed under its own name. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-readme-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['node_modules', 'bin', 'home']) mkdirSync(join(folder, name))
  symlinkSync(root, join(folder, 'node_modules/agent-loop'))
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const CONFIG = {
  compilerOptions: { module: 'nodenext', target: 'es2023', strict: true, types: ['node'], skipLibCheck: true },
  include: ['example.ts'],
}

test('the example in the README is about fifteen lines, compiles against the package, and ends verified', () => {
  expect(example.split('\n').length).toBeLessThanOrEqual(20)
  const folder = projectWith({
    'package.json': '{"type": "module"}',
    'tsconfig.json': JSON.stringify(CONFIG),
    'example.ts': example,
    'bin/claude': '#!/bin/sh\necho "## 2.0.0" > CHANGELOG.md\n',
  })
  chmodSync(join(folder, 'bin/claude'), 0o755)
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: join(folder, 'home') }
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  expect(node(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.')).toBe('')
  expect(node('example.js')).toBe('verified\n')
})
