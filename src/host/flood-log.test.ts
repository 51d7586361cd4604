import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FloodLog } from './flood-log.ts'

function written(chunks: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = new FloodLog(join(folder, 'deep', 'a.log'), { head: 10, tail: 10 })
  for (let n = 0; n < chunks; n++) log.write(Buffer.from(`${String(n).padStart(3, '0')}\n`))
  log.close()
  return readFileSync(log.path, 'utf8')
}

test('what fits is kept whole', () => {
  expect(written(4)).toBe('000\n001\n002\n003\n')
})

test('of a flood the beginning and the end are kept, and what is missing is counted', () => {
  expect(written(100)).toBe('000\n001\n\n[… 384 bytes left out …]\n098\n099\n')
})
