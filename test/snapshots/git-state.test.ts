import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newTree, value } from './rig.ts'

test('branch tip and index come back after the agent committed, and its commit stays in the reflog', async () => {
  const tree = newTree({ 'a.txt': 'one' }, { git: true })
  tree.write('staged.txt', 'by the person')
  tree.git('add', 'staged.txt')
  const trace = join(tree.home, 'trace')
  writeFileSync(join(tree.path, '.git/hooks/reference-transaction'), `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 })
  const snapshots = await tree.open()
  const start = await tree.take(snapshots, 0)
  const status = tree.git('status', '--porcelain=v2', '--branch')
  writeFileSync(join(tree.path, '.git/hooks/reference-transaction'), '#!/bin/sh\n')
  tree.write('a.txt', 'two')
  tree.git('commit', '-qam', 'by the agent')
  const commit = tree.git('rev-parse', 'HEAD').trim()
  writeFileSync(join(tree.path, '.git/hooks/reference-transaction'), `#!/bin/sh\ntouch ${trace}-2\n`)
  const now = await tree.take(snapshots, 1)
  const [recorded, expected] = [value(await snapshots.gitState(start.id)), value(await snapshots.gitState(now.id))]
  if (!recorded || !expected) throw new Error('there is a repository')
  expect(expected.commit).toBe(commit)
  value(await snapshots.restore(start.id, { from: now.id }))
  expect(value(await snapshots.restoreGit(recorded, expected))).toEqual({ leftBranch: null, movedFrom: commit })
  expect(existsSync(`${trace}-2`)).toBe(false)
  expect(tree.git('status', '--porcelain=v2', '--branch')).toBe(status)
  expect(value(await snapshots.gitState())).toMatchObject({ ref: recorded.ref, commit: recorded.commit })
  expect(tree.git('reflog', 'show', '-n', '2', '--format=%H')).toContain(commit)
})

test('nothing moves when a person committed since', async () => {
  const tree = newTree({ 'a.txt': 'one' }, { git: true })
  const snapshots = await tree.open()
  const start = await tree.take(snapshots, 0)
  tree.git('commit', '-q', '--allow-empty', '-m', 'by the agent')
  const now = await tree.take(snapshots, 1)
  tree.git('commit', '-q', '--allow-empty', '-m', 'by a person')
  const head = tree.git('rev-parse', 'HEAD')
  const [recorded, expected] = [value(await snapshots.gitState(start.id)), value(await snapshots.gitState(now.id))]
  if (!recorded || !expected) throw new Error('there is a repository')
  expect(await snapshots.restoreGit(recorded, expected)).toEqual({
    ok: false,
    error: expect.stringContaining('changed in the meantime'),
  })
  expect(tree.git('rev-parse', 'HEAD')).toBe(head)
  expect(existsSync(join(tree.path, '.git/index.lock'))).toBe(false)
})

test('a git that is at work keeps its index', async () => {
  const tree = newTree({ 'a.txt': 'one' }, { git: true })
  const snapshots = await tree.open()
  const state = value(await snapshots.gitState())
  await tree.take(snapshots, 0)
  if (!state) throw new Error('there is a repository')
  writeFileSync(join(tree.path, '.git/index.lock'), 'somebody')
  expect(await snapshots.restoreGit(state, state)).toEqual({ ok: false, error: expect.stringContaining('in use') })
  expect(readFileSync(join(tree.path, '.git/index.lock'), 'utf8')).toBe('somebody')
})

test('HEAD returns to the branch, a new branch stays; also from packed references and to no commit at all', async () => {
  const tree = newTree({ 'a.txt': 'one' })
  tree.git('init', '-q', '-b', 'main')
  const snapshots = await tree.open()
  const unborn = await tree.take(snapshots, 0)
  expect(value(await snapshots.gitState(unborn.id))).toMatchObject({
    ref: 'refs/heads/main',
    commit: null,
    index: null,
  })
  tree.git('add', '-A')
  tree.git('commit', '-qm', 'first')
  tree.git('checkout', '-q', '-b', 'agent')
  tree.git('commit', '-q', '--allow-empty', '-m', 'second')
  tree.git('pack-refs', '--all')
  const now = await tree.take(snapshots, 1)
  const [recorded, expected] = [value(await snapshots.gitState(unborn.id)), value(await snapshots.gitState(now.id))]
  if (!recorded || !expected) throw new Error('there is a repository')
  expect(expected).toMatchObject({ ref: 'refs/heads/agent', commit: tree.git('rev-parse', 'agent').trim() })
  expect(value(await snapshots.restoreGit(recorded, expected))).toMatchObject({ leftBranch: 'refs/heads/agent' })
  expect(tree.git('status', '--porcelain')).toBe('?? a.txt\n')
  expect(tree.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/agent\n')
})

test('a detached HEAD is moved and stays detached', async () => {
  const tree = newTree({ 'a.txt': 'one' }, { git: true })
  tree.git('checkout', '-q', '--detach')
  const snapshots = await tree.open()
  const start = await tree.take(snapshots, 0)
  tree.git('commit', '-q', '--allow-empty', '-m', 'by the agent')
  const [recorded, expected] = [value(await snapshots.gitState(start.id)), value(await snapshots.gitState())]
  if (!recorded || !expected) throw new Error('there is a repository')
  value(await snapshots.restoreGit(recorded, expected))
  expect(value(await snapshots.gitState())).toEqual(recorded)
})
