import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hearKnocks, leaveKnock, takeKnock } from './knock.ts'

let folder = ''
let deafen = (): void => {}
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'agent-loop-knock-')), 'knocks')
})
afterEach(() => {
  deafen()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

/** Hears until a question that ends it is heard. */
function heardUntil(last: string): { readonly all: Promise<string[]> } {
  const heard: string[] = []
  const all = new Promise<string[]>(resolve => {
    deafen = hearKnocks(folder, question => {
      heard.push(question)
      if (question === last) resolve(heard)
    })
  })
  return { all }
}

test('what is left is heard once and gone; what was left before, taken back, or is not whole is not heard', async () => {
  mkdirSync(folder)
  leaveKnock(folder, 'old', 'for somebody before\n')
  const { all } = heardUntil('last\n')
  leaveKnock(folder, 'a', 'first\n')
  leaveKnock(folder, 'b', 'taken back\n')
  expect(takeKnock(folder, 'b')).toBe(true)
  expect(takeKnock(folder, 'b')).toBe(false)
  writeFileSync(join(folder, 'half.json'), 'not who')
  writeFileSync(join(folder, 'other.tmp'), 'of no kind\n')
  leaveKnock(folder, 'c', 'last\n')
  expect(await all).toEqual(['first\n', 'last\n'])
  expect(readdirSync(folder).sort()).toEqual(['half.json', 'other.tmp'])
})

test('one that is written in two pieces is heard when it is whole', async () => {
  const { all } = heardUntil('a question\n')
  writeFileSync(join(folder, 'a.json'), 'a ques')
  writeFileSync(join(folder, 'a.json'), 'tion\n', { flag: 'a' })
  expect(await all).toEqual(['a question\n'])
})

test('where nobody listens it is no trouble', () => {
  leaveKnock(join(folder, 'nowhere'), 'a', 'a question\n')
  expect(takeKnock(join(folder, 'nowhere'), 'a')).toBe(false)
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'a file stands there')
  expect(() => hearKnocks(folder, () => {})()).not.toThrow()
})

test('what is no question keeps nobody from hearing those that are', async () => {
  mkdirSync(join(folder, 'folder.json'), { recursive: true })
  const { all } = heardUntil('last\n')
  execFileSync('mkfifo', [join(folder, 'pipe.json')])
  symlinkSync('/dev/zero', join(folder, 'endless.json'))
  mkdirSync(join(folder, 'another.json'))
  leaveKnock(folder, 'a', 'last\n')
  expect(await all).toEqual(['last\n'])
})

test('a link in its place leads nobody to remove what is elsewhere', () => {
  const elsewhere = join(folder, '../elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'mine.json'), '')
  symlinkSync(elsewhere, folder)
  hearKnocks(folder, () => {})()
  expect(readdirSync(elsewhere)).toEqual(['mine.json'])
})
