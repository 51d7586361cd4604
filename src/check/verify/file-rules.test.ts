import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkFiles } from './file-rules.ts'

test('a character that nobody sees does not hide text that must not occur', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'file-rules-'))
  try {
    writeFileSync(join(cwd, 'a.js'), 'one()\n// TO\u200bDO: two\n')
    for (const rule of [
      { kind: 'contains', text: 'TODO', negated: true },
      { kind: 'matches', pattern: '\\bTODO\\b', flags: '', negated: true },
    ] as const)
      expect(await checkFiles({ kind: 'files', glob: '*.js', each: rule, at_least: 1, said: '' }, cwd)).toMatchObject({
        holds: false,
        places: [expect.stringContaining('a.js:2')],
      })
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
})
