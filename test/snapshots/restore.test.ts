import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contents, newTree, treeIn, value } from './rig.ts'

describe('restore', () => {
  test('gives back every byte, mode, link and deletion, and nothing that is ignored is touched', async () => {
    const tree = newTree(
      { 'a.txt': 'one', 'src/deep/b.txt': 'two', 'run.sh': '#!/bin/sh\n', '.gitignore': '*.log\n', secret: 'key' },
      { git: true },
    )
    chmodSync(join(tree.path, 'run.sh'), 0o755)
    chmodSync(join(tree.path, 'secret'), 0o600)
    symlinkSync('a.txt', join(tree.path, 'link'))
    const odd = Buffer.concat([Buffer.from(`${tree.path}/odd-`), Buffer.from([0xff, 0x0a, 0xfe])])
    writeFileSync(odd, 'odd')
    const snapshots = await tree.open()
    const start = await tree.take(snapshots, 0)
    const before = contents(tree.path)
    rmSync(odd)
    rmSync(join(tree.path, 'src'), { recursive: true })
    rmSync(join(tree.path, 'secret'))
    chmodSync(join(tree.path, 'run.sh'), 0o644)
    rmSync(join(tree.path, 'link'))
    tree.write('link', 'now a file')
    tree.write('new/folder/x.txt', 'x')
    tree.write('trace.log', 'ignored')
    const now = await tree.take(snapshots, 1)
    const report = value(await snapshots.restore(start.id, { from: now.id }))
    expect(report).toMatchObject({ kind: 'restored', failed: [], complete: true, before: now.id })
    expect(contents(tree.path)).toEqual({ ...before, 'trace.log': expect.stringContaining('ignored') })
    expect(existsSync(join(tree.path, 'new'))).toBe(false)
    expect(value(await snapshots.restore(now.id, { from: start.id }))).toMatchObject({
      kind: 'restored',
      complete: true,
    })
    expect(tree.read('new/folder/x.txt')).toBe('x')
  })

  test('refuses when somebody changed the tree since, unless forced, and keeps what they wrote', async () => {
    const tree = newTree({ 'a.txt': 'one' })
    const snapshots = await tree.open()
    const start = await tree.take(snapshots, 0)
    tree.write('a.txt', 'two')
    const agent = await tree.take(snapshots, 1)
    tree.write('a.txt', 'three, by a person')
    expect(value(await snapshots.restore(start.id, { from: agent.id }))).toEqual({
      kind: 'refused',
      changed: [{ path: 'a.txt', status: 'modified' }],
    })
    expect(tree.read('a.txt')).toBe('three, by a person')
    const forced = value(await snapshots.restore(start.id, { from: agent.id, force: true }))
    expect(tree.read('a.txt')).toBe('one')
    const saved = forced.kind === 'restored' ? value(await snapshots.read(forced.before, 'a.txt')) : null
    expect(Buffer.from(saved ?? '').toString()).toBe('three, by a person')
  })

  test('a tree that was put back to a kept iteration goes on to another without force', async () => {
    const tree = newTree({ 'a.txt': 'one' })
    const snapshots = await tree.open()
    const start = await tree.take(snapshots, 0)
    tree.write('a.txt', 'two')
    const agent = await tree.take(snapshots, 1)
    value(await snapshots.restore(start.id, { from: agent.id }))
    expect(value(await snapshots.restore(agent.id, { from: agent.id }))).toMatchObject({ kind: 'restored' })
    expect(tree.read('a.txt')).toBe('two')
  })

  test('turns a folder that became a file, or a link out of the tree, into a folder again', async () => {
    const tree = newTree({ 'one/x': '1', 'two/x': '2', three: '3' })
    const outside = join(tree.home, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'x'), 'not yours')
    const snapshots = await tree.open()
    const start = await tree.take(snapshots, 0)
    const before = contents(tree.path)
    for (const name of ['one', 'two', 'three']) rmSync(join(tree.path, name), { recursive: true })
    tree.write('one', 'a file now')
    symlinkSync(outside, join(tree.path, 'two'))
    tree.write('three/x', 'a folder now')
    const now = await tree.take(snapshots, 1)
    expect(value(await snapshots.restore(start.id, { from: now.id }))).toMatchObject({ complete: true, failed: [] })
    expect(contents(tree.path)).toEqual(before)
    expect(readFileSync(join(outside, 'x'), 'utf8')).toBe('not yours')
  })

  test('does not write through a link that the rules ignore', async () => {
    const tree = newTree({ '.gitignore': '/out\n!/out/\n', 'out/x': '1' })
    const outside = join(tree.home, 'outside')
    mkdirSync(outside)
    const snapshots = await tree.open()
    const start = await tree.take(snapshots, 0)
    rmSync(join(tree.path, 'out'), { recursive: true })
    symlinkSync(outside, join(tree.path, 'out'))
    const now = await tree.take(snapshots, 1)
    const report = value(await snapshots.restore(start.id, { from: now.id }))
    expect(report).toMatchObject({ kind: 'restored', complete: false, failed: [{ path: 'out/x' }] })
    expect(existsSync(join(outside, 'x'))).toBe(false)
  })

  test('a change of case alone is undone', async () => {
    const tree = newTree({ 'Readme.md': 'x' })
    const snapshots = await tree.open()
    const start = await tree.take(snapshots, 0)
    renameSync(join(tree.path, 'Readme.md'), join(tree.path, 'README.md'))
    const now = await tree.take(snapshots, 1)
    expect(value(await snapshots.changedPaths(start.id, now.id))).toEqual([
      { path: 'README.md', status: 'renamed', was: 'Readme.md' },
    ])
    expect(value(await snapshots.restore(start.id, { from: now.id }))).toMatchObject({ complete: true })
    expect(Object.keys(contents(tree.path))).toEqual(['Readme.md'])
  })

  test('destroys no file of which there is no copy', async () => {
    const tree = newTree({ a: '1' })
    const snapshots = await tree.open()
    const start = await tree.take(snapshots, 0)
    tree.write('model.bin', Buffer.alloc(51 * 1024 ** 2, 7))
    const now = await tree.take(snapshots, 1)
    const report = value(await snapshots.restore(start.id, { from: now.id }))
    expect(report).toMatchObject({ complete: false, failed: [{ path: 'model.bin' }] })
    expect(lstatSync(join(tree.path, 'model.bin')).size).toBe(51 * 1024 ** 2)
  })
})

test('whatever is done to a tree, restore undoes it', async () => {
  const names = ['a', 'b', 'c.txt', 'ä', 'new\nline', ' sp ace', '-x', '.git-like', 'A']
  const path = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map(parts => parts.join('/'))
  const edit = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), path, text: fc.string({ maxLength: 20 }) }),
    fc.record({ kind: fc.constant('remove' as const), path }),
    fc.record({ kind: fc.constant('link' as const), path, text: fc.constantFrom('a', '../..', '/nowhere', 'b/c.txt') }),
    fc.record({ kind: fc.constant('mode' as const), path, mode: fc.constantFrom(0o600, 0o644, 0o755, 0o640) }),
    fc.record({ kind: fc.constant('move' as const), path, to: path }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { maxLength: 12 }),
      fc.array(edit, { minLength: 1, maxLength: 12 }),
      async (first, then) => {
        const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-snapshots-')))
        try {
          const tree = treeIn(folder, {}, {})
          const apply = (edits: typeof first): void =>
            edits.forEach(each => void attempt(() => perform(tree.path, each)))
          apply(first)
          const snapshots = await tree.open()
          const start = await tree.take(snapshots, 0)
          const before = contents(tree.path)
          apply(then)
          const now = await tree.take(snapshots, 1)
          const after = contents(tree.path)
          expect(value(await snapshots.restore(start.id, { from: now.id }))).toMatchObject({
            complete: true,
            failed: [],
          })
          expect(contents(tree.path)).toEqual(before)
          expect(value(await snapshots.restore(now.id, { from: start.id }))).toMatchObject({
            complete: true,
            failed: [],
          })
          expect(contents(tree.path)).toEqual(after)
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      },
    ),
    { numRuns: 15 },
  )
})

type Edit =
  | { kind: 'write' | 'link'; path: string; text: string }
  | { kind: 'remove'; path: string }
  | { kind: 'mode'; path: string; mode: number }
  | { kind: 'move'; path: string; to: string }

function perform(root: string, edit: Edit): void {
  const full = join(root, edit.path)
  // Never through a link: what it leads to is not the tree.
  for (let at = dirname(full); at !== root; at = dirname(at))
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return
  if (edit.kind === 'remove') rmSync(full, { recursive: true })
  else if (edit.kind === 'mode') {
    if (lstatSync(full).isFile()) chmodSync(full, edit.mode)
  } else if (edit.kind === 'move') renameSync(full, join(root, edit.to))
  else {
    if (lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(full)
    mkdirSync(dirname(full), { recursive: true })
    if (edit.kind === 'write') writeFileSync(full, edit.text)
    else symlinkSync(edit.text, full)
  }
}

/** An edit that the file system refuses is one that did not happen. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
