import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { workCommit } from './work-commit.ts'

test('a change of the same size, in the second of the checkout, is in the commit', async () => {
  const tree = mkdtempSync(join(tmpdir(), 'agent-loop-work-commit-'))
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }))
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: tree, env, encoding: 'utf8' }).trim()
  const second = new Date('2026-01-01T00:00:00Z')
  const write = (text: string): void => {
    writeFileSync(join(tree, 'value'), text)
    utimesSync(join(tree, 'value'), second, second)
  }
  git('init', '-q')
  write('1')
  git('add', '-A')
  git('commit', '-qm', 'start')
  utimesSync(join(tree, '.git/index'), second, second)
  write('2')
  const made = await workCommit(tree, 'work', env)
  expect(made.ok && git('show', `${made.value}:value`)).toBe('2')
})
