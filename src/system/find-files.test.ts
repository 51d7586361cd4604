import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFiles } from './find-files.ts'

test.each([
  ['src/**/*.ts', ['src/a.ts', 'src/deep/b.ts']],
  ['**/*.ts', ['src/a.ts', 'src/deep/b.ts', 'top.ts']],
  ['./src/*', ['src/a.ts', 'src/c.js']],
  ['{src,docs}/**/*.{js,md}', ['docs/x.md', 'src/c.js']],
  ['docs', ['docs']],
  ['docs/', ['docs']],
  ['docs/x.md', ['docs/x.md']],
  ['nowhere/**', []],
])('%s', async (glob, expected) => {
  const root = mkdtempSync(join(tmpdir(), 'agent-loop-files-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['src/deep', 'docs', 'node_modules/p']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['src/a.ts', 'src/deep/b.ts', 'src/c.js', 'docs/x.md', 'top.ts', 'node_modules/p/i.ts'])
    writeFileSync(join(root, file), '')
  symlinkSync('..', join(root, 'src/deep/loop'))
  expect(await findFiles(root, glob)).toEqual(expected)
})
