import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLibraryNew } from './home-libraries.ts'

test('a package in the home is new from the moment on that its folder changed', () => {
  const home = mkdtempSync(join(tmpdir(), 'home-'))
  try {
    expect(isLibraryNew(home, 1)).toBe(false)
    writeFileSync(join(home, 'notes.txt'), '')
    expect(isLibraryNew(home, 1)).toBe(false)
    const site = join(home, '.local/lib/python3.12/site-packages')
    mkdirSync(join(site, 'plugin'), { recursive: true })
    const { ctimeMs } = statSync(site)
    expect(isLibraryNew(home, ctimeMs)).toBe(true)
    expect(isLibraryNew(home, ctimeMs + 1)).toBe(false)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
