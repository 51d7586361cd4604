import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dropWorktree } from './drop-worktree.ts'
import { fastForward, inTheWayOf, obstacle } from './fast-forward.ts'
import { openWorktree } from './open-worktree.ts'

const WHO = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']

function repository() {
  const home = mkdtempSync(join(tmpdir(), 'agent-loop-worktrees-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const tree = join(home, 'tree')
  mkdirSync(tree)
  const env = { ...process.env, HOME: home }
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: tree, env, encoding: 'utf8' }).trim()
  git('init', '-q', '-b', 'main')
  writeFileSync(join(tree, 'a.txt'), 'a\n')
  git('add', '-A')
  git(...WHO, 'commit', '-qm', 'start')
  return { home, tree, env, git }
}

test('worktrees that are created and dropped at the same time do not disturb each other', async () => {
  const { home, tree, env, git } = repository()
  const open = (loop: string) =>
    openWorktree({ tree, loop, folder: join(home, 'trees'), ours: join(tree, '.aiwg'), env })
  const both = async (at: number) => {
    const opened = await open(`loop-${at}`)
    if (!opened.ok) return opened.error
    // An agent can delete this file; git then refuses to remove the worktree.
    if (at % 2 === 0) rmSync(join(opened.value.path, '.git'))
    await dropWorktree({ origin: tree, path: opened.value.path, branch: opened.value.branch, env })
    return null
  }
  const kept = await open('kept')
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(both))).toEqual(Array(6).fill(null))
  expect(git('branch', '--format=%(refname:short)').split('\n')).toEqual(['agent-loop/kept', 'main'])
  expect(git('worktree', 'list').split('\n')).toHaveLength(2)
  expect([kept.ok, readdirSync(join(home, 'trees'))]).toEqual([true, ['kept']])
  expect(await open('kept')).toMatchObject({ ok: false, error: expect.stringContaining('already exists') })
})

test('a branch does not move while it is unknown where it is checked out', async () => {
  const { tree, env, git } = repository()
  const from = git('rev-parse', 'HEAD')
  const to = git(...WHO, 'commit-tree', 'HEAD^{tree}', '-p', from, '-m', 'next')
  const entry = join(tree, '.git/worktrees/new')
  mkdirSync(entry, { recursive: true })
  // Another process creates a worktree at this moment.
  for (const [name, text] of [
    ['gitdir', `${tree}/new/.git\n`],
    ['HEAD', `${from}\n`],
    ['commondir', ''],
  ] as const)
    writeFileSync(join(entry, name), text)
  const move = { origin: tree, ref: 'refs/heads/main', from, to, env }
  const unknown = expect.stringContaining('cannot tell where main is checked out')
  expect([await obstacle(move), await inTheWayOf(move)]).toEqual([unknown, unknown])
  const moving = fastForward(move)
  writeFileSync(join(entry, 'commondir'), '../..\n')
  expect(await moving).toMatchObject({ ok: true })
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([to, ''])
})
