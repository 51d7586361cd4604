import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { redactorFor } from '../std/redact.ts'
import { LogFile } from './log-file.ts'

const NOTHING = (text: string): string => text

function written(chunks: number): { text: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = new LogFile(join(folder, 'deep', 'a.log'), NOTHING, { head: 10, tail: 10 })
  for (let n = 0; n < chunks; n++) log.write(Buffer.from(`${String(n).padStart(3, '0')}\n`))
  log.close()
  return { text: readFileSync(log.path, 'utf8'), folder: join(folder, 'deep') }
}

test('what fits is kept whole', () => {
  expect(written(2).text).toBe('000\n001\n')
})

test('of a flood the beginning and the end are kept, in one file, and what is missing is counted', () => {
  const { text, folder } = written(100)
  expect(text).toBe('000\n001\n\n[… 384 bytes left out …]\n098\n099\n')
  expect(readdirSync(folder)).toEqual(['a.log'])
})

test('just past the head nothing is lost', () => {
  expect(written(4).text).toBe('000\n001\n002\n003\n')
})

test('the beginning and the end are right however the flood is cut into pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }), sizes => {
      const folder = mkdtempSync(join(tmpdir(), 'agent-loop-log-'))
      const log = new LogFile(join(folder, 'a.log'), NOTHING, { head: 16, tail: 16 })
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
        expect(tail.length).toBeGreaterThanOrEqual(8)
        expect(all.endsWith(tail)).toBe(true)
        expect(all.startsWith(head)).toBe(true)
      }
    }),
  )
})

test('no secret is written, whole or in half, wherever the log is cut', () => {
  const redact = redactorFor({ MY_API_KEY: 'k7Qx-Zp91-vvLm' })
  for (let length = 0; length < 60; length++) {
    const folder = mkdtempSync(join(tmpdir(), 'agent-loop-log-'))
    const log = new LogFile(join(folder, 'a.log'), redact, { head: 40, tail: 40 })
    const text = `${'.'.repeat(length)}\nk7Qx-Zp91-vvLm\nfiller filler filler filler\nk7Qx-Zp91-vvLm and more text\n`
    for (let at = 0; at < text.length; at += 7) log.write(Buffer.from(text.slice(at, at + 7)))
    log.close()
    const kept = readFileSync(log.path, 'utf8')
    rmSync(folder, { recursive: true })
    for (const half of ['k7Qx', 'Zp91', 'vvLm']) expect(kept).not.toContain(half)
  }
})

test('bytes that are no text stay as they are, beside a secret that is not ASCII', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = new LogFile(join(folder, 'a.log'), redactorFor({ DB_PASSWORD: 'grün-✓-12345' }))
  log.write(Buffer.from([0xff, 0xfe, 0x0a]))
  log.write(Buffer.from('grün-✓-12345 ü\n'))
  log.close()
  expect(readFileSync(log.path)).toEqual(
    Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('[DB_PASSWORD] ü\n')]),
  )
})
