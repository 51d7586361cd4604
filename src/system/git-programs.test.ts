import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gitPrograms } from './git-programs.ts'

test.each([
  ['[filter "a"]\n\tclean = ./x\n', 'filter.a.clean'],
  ['[filter ""]\n\tsmudge = ./x\n', 'filter..smudge'],
  ['[merge ""]\n\tdriver = ./x\n', 'merge..driver'],
])('%j is a program', async (lines, name) => {
  const tree = mkdtempSync(join(tmpdir(), 'agent-loop-test-'))
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }))
  execFileSync('git', ['init', '-q', tree])
  appendFileSync(join(tree, '.git/config'), lines)
  const found = await gitPrograms(tree, { PATH: process.env['PATH'], HOME: tree })
  expect(found.map(program => program.split(' ')[0])).toEqual([name])
})
