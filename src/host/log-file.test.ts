import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LogFile } from './log-file.ts'

function written(chunks: number): { text: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = new LogFile(join(folder, 'a.log'), { head: 10, tail: 10 })
  for (let n = 0; n < chunks; n++) log.write(Buffer.from(`${String(n).padStart(3, '0')}\n`))
  log.close()
  return { text: readFileSync(join(folder, 'a.log'), 'utf8'), folder }
}

test('what fits is kept whole', () => {
  expect(written(2).text).toBe('000\n001\n')
})

test('of a flood the beginning and the end are kept, in one file, and what is missing is counted', () => {
  const { text, folder } = written(100)
  expect(text).toBe('000\n001\n\n[… 382 bytes left out …]\n7\n098\n099\n')
  expect(readdirSync(folder)).toEqual(['a.log'])
})

test('just past the head nothing is lost', () => {
  expect(written(4).text).toBe('000\n001\n002\n003\n')
})
