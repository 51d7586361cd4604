import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Fails when a generated file is not current. `npm run docs` sets UPDATE, which rewrites the file. */
export function expectCurrent(path: string, text: string): void {
  if (process.env['UPDATE']) writeFileSync(join(root, path), text)
  expect(readFileSync(join(root, path), 'utf8')).toBe(text)
}
