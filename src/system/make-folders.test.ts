import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolders } from './make-folders.ts'

test('creates every missing level and names the first', () => {
  const root = mkdtempSync(join(tmpdir(), 'make-folders-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  expect(makeFolders(join(root, 'a/b/c'), 0o700)).toBe(join(root, 'a'))
  expect(existsSync(join(root, 'a/b/c'))).toBe(true)
  expect(makeFolders(join(root, 'a/b/c'))).toBe(undefined)
  writeFileSync(join(root, 'file'), '')
  expect(() => makeFolders(join(root, 'file/below'))).toThrow(/ENOTDIR|EEXIST/)
})

test.skipIf(!existsSync('/proc/self'))('fails where nothing can be created', () => {
  expect(() => makeFolders('/proc/nowhere/below')).toThrow('ENOENT')
})
