import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderBlobs, sha256 } from './blobs.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'blobs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const placeOf = (digest: string): string => join(folder, digest.slice(0, 2), digest.slice(2))

test('bytes come back by their digest, are kept once, and are nobody else’s to read', () => {
  const blobs = folderBlobs(folder)
  const digest = blobs.put(bytes('a'))
  expect(blobs.put(bytes('a'))).toBe(digest)
  expect(digest).toBe(sha256('a'))
  expect(blobs.get(digest)).toEqual(Buffer.from('a'))
  expect(readdirSync(join(folder, digest.slice(0, 2)))).toHaveLength(1)
  expect(statSync(placeOf(digest)).mode & 0o777).toBe(0o600)
})

test('a torn or edited blob does not count, and is repaired by writing its bytes again', () => {
  const blobs = folderBlobs(folder)
  const digest = blobs.put(bytes('whole'))
  writeFileSync(placeOf(digest), 'who')
  expect(blobs.get(digest)).toBeNull()
  blobs.put(bytes('whole'))
  expect(blobs.get(digest)).not.toBeNull()
  writeFileSync(placeOf(digest), 'other')
  expect(blobs.get(digest)).toBeNull()
})

test.each(['', '../../etc/passwd', sha256('never put')])('%j is not there', digest => {
  expect(folderBlobs(folder).get(digest)).toBeNull()
})

test('a folder that cannot be used is told as such', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => folderBlobs(join(folder, 'file')).put(bytes('a'))).toThrow(/cannot be used/)
})
