import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyIgnoredFiles } from './copy-ignored.ts'

test('ignored files are copied, but not through a link of the new tree, nor over its files', async () => {
  const home = mkdtempSync(join(tmpdir(), 'agent-loop-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const [from, to, outside] = [join(home, 'from'), join(home, 'to'), join(home, 'outside')]
  for (const folder of [join(from, 'cfg'), to, outside]) mkdirSync(folder, { recursive: true })
  execFileSync('git', ['init', '-q', from])
  for (const [name, text] of Object.entries({ '.gitignore': '*.env\n', 'cfg/a.env': 'x', 'b.env': 'b', 'c.env': 'c' }))
    writeFileSync(join(from, name), text)
  symlinkSync(outside, join(to, 'cfg'))
  writeFileSync(join(to, 'c.env'), 'its own')
  const { copied, tooLarge, inTheWay } = await copyIgnoredFiles(from, to, join(from, '.none'), {
    PATH: process.env['PATH'],
    HOME: home,
  })
  expect(copied).toEqual(['b.env'])
  expect(inTheWay).toEqual(expect.arrayContaining(['c.env', 'cfg/a.env']))
  expect(tooLarge).toEqual([])
  expect(existsSync(join(outside, 'a.env'))).toBe(false)
  expect(readFileSync(join(to, 'c.env'), 'utf8')).toBe('its own')
})
