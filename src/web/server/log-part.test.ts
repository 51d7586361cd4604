import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { logPart } from './log-part.ts'

const folder = mkdtempSync(join(tmpdir(), 'log-part-'))
const path = join(folder, 'agent.log')
afterAll(() => rmSync(folder, { recursive: true }))

test('parts of a large log join to the whole log, forwards and backwards', async () => {
  const text = Array.from({ length: 20_000 }, (_, line) => `line ${line}: ünïcödé ${'é'.repeat(line % 40)}`).join('\n')
  writeFileSync(path, text)
  let [forwards, from] = ['', 0]
  for (let part = await logPart(path, { from }); part && part.to > part.from; part = await logPart(path, { from })) {
    forwards += part.text
    from = part.to
  }
  expect(forwards).toBe(text)
  let [backwards, until] = ['', null as number | null]
  for (let part = await logPart(path, { until }); part && until !== 0; part = await logPart(path, { until })) {
    backwards = part.text + backwards
    until = part.from
  }
  expect(backwards).toBe(text)
})

test('a character that is not complete yet comes with the next part', async () => {
  const bytes = Buffer.from('done ✓')
  writeFileSync(path, bytes.subarray(0, -1))
  expect(await logPart(path, { from: 0 })).toEqual({ from: 0, to: 5, size: 7, text: 'done ' })
  writeFileSync(path, bytes)
  expect(await logPart(path, { from: 5 })).toMatchObject({ to: 8, text: '✓' })
})

test('a log that is missing, a link, or shorter than asked for is no error', async () => {
  symlinkSync('/etc/hostname', join(folder, 'link.log'))
  expect(await logPart(join(folder, 'none.log'), { from: 0 })).toBeNull()
  expect(await logPart(join(folder, 'link.log'), { from: 0 })).toBeNull()
  expect(await logPart(path, { from: 9_999 })).toMatchObject({ from: 8, to: 8, text: '' })
})
