import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { LogFile } from './log-file.ts'

function written(chunks: number): { text: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = new LogFile(join(folder, 'deep', 'a.log'), { head: 10, tail: 10 })
  for (let n = 0; n < chunks; n++) log.write(Buffer.from(`${String(n).padStart(3, '0')}\n`))
  log.close()
  return { text: readFileSync(log.path, 'utf8'), folder: join(folder, 'deep') }
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

test('the beginning and the end are right however the flood is cut into pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }), sizes => {
      const folder = mkdtempSync(join(tmpdir(), 'agent-loop-log-'))
      const log = new LogFile(join(folder, 'a.log'), { head: 16, tail: 16 })
      let all = ''
      for (const size of sizes) {
        const piece = Array.from({ length: size }, (_, at) => String.fromCharCode(97 + ((all.length + at) % 26))).join(
          '',
        )
        log.write(Buffer.from(piece))
        all += piece
      }
      log.close()
      const text = readFileSync(log.path, 'utf8')
      rmSync(folder, { recursive: true })
      const [head = '', left, tail = ''] = text.split(/\n\[… (\d+) bytes left out …\]\n/)
      if (left === undefined) expect(text).toBe(all)
      else {
        expect(head.length + Number(left) + tail.length).toBe(all.length)
        expect(head.length).toBeLessThanOrEqual(16)
        expect(tail).toBe(all.slice(-16))
        expect(all.startsWith(head)).toBe(true)
      }
    }),
  )
})
