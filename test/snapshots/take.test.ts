import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSnapshots } from '../../src/workspace/snapshots/snapshots.ts'
import { newTree, value } from './rig.ts'

describe('a snapshot', () => {
  test('says whether anything changed since the last one, also in a new process', async () => {
    const tree = newTree({ 'a.txt': 'one', 'src/b.txt': 'two' }, { git: true })
    const first = await tree.open()
    const start = await tree.take(first, 0)
    expect(start).toMatchObject({ changed: false, files: 2, skipped: [] })
    expect(await tree.take(first, 1)).toMatchObject({ changed: false, id: start.id, tree: start.tree })
    tree.write('src/b.txt', 'owt')
    const after = await tree.take(first, 2)
    expect(after.changed).toBe(true)
    const second = await tree.open()
    expect(await tree.take(second, 3)).toMatchObject({ changed: false, id: after.id })
    expect(await second.iterations()).toEqual([0, 1, 2, 3])
    expect(await second.idOf(0)).toBe(start.id)
    tree.write('src/b.txt', 'two')
    expect(await tree.take(second, 4)).toMatchObject({ changed: true, tree: start.tree })
  })

  test('is sound in the eyes of git', async () => {
    const tree = newTree({ 'a.txt': 'one', 'a/b': 'x', 'a-b': 'y', 'a.b': 'z', empty: '' })
    const snapshots = await tree.open()
    await tree.take(snapshots, 0)
    tree.write('big.txt', 'line\n'.repeat(100_000))
    await tree.take(snapshots, 1)
    const said = execFileSync('git', ['--git-dir', tree.repository, 'fsck', '--strict', '--full'], {
      encoding: 'utf8',
      env: tree.env,
    })
    expect(said).toBe('')
  })

  test('that is taken to be written soon is there for whoever asks for it', async () => {
    const tree = newTree({ 'a.txt': 'one' })
    const snapshots = await tree.open()
    const start = value(await snapshots.takeSoon(0))
    tree.write('a.txt', 'two')
    const next = value(await snapshots.takeSoon(1))
    expect([await snapshots.idOf(0), await snapshots.idOf(1)]).toEqual([start.id, next.id])
    expect(value(await snapshots.changedPaths(start.id, next.id))).toEqual([{ path: 'a.txt', status: 'modified' }])
    expect(await tree.take(await tree.open())).toMatchObject({ changed: false, tree: next.tree })
  })

  test('that could not be written is told to whoever waits for it, and the next one is whole', async () => {
    const tree = newTree({ 'a.txt': 'one' })
    const snapshots = await tree.open()
    const start = await tree.take(snapshots, 0)
    const packs = join(tree.repository, 'objects', 'pack')
    renameSync(packs, `${packs}-away`)
    tree.write('b.txt', 'lost')
    expect(await snapshots.takeSoon(1)).toMatchObject({ ok: true })
    await expect(snapshots.written()).rejects.toThrow('ENOENT')
    expect(await snapshots.take(1)).toMatchObject({ ok: false, error: expect.stringContaining('ENOENT') })
    renameSync(`${packs}-away`, packs)
    tree.write('c.txt', 'kept')
    const whole = await tree.take(snapshots, 2)
    expect(value(await snapshots.changedPaths(start.id, whole.id)).map(({ path }) => path)).toEqual(['b.txt', 'c.txt'])
    expect(Buffer.from(value(await snapshots.read(whole.id, 'b.txt')) ?? []).toString()).toBe('lost')
  })

  test('sees a change of the same size at the same time, and one behind a time that was set back', async () => {
    const tree = newTree({ 'a.txt': 'one' })
    const snapshots = await tree.open()
    const { tree: start } = await tree.take(snapshots)
    const { atime, mtime } = statSync(join(tree.path, 'a.txt'))
    for (const text of ['two', 'six', 'ten']) {
      tree.write('a.txt', text)
      utimesSync(join(tree.path, 'a.txt'), atime, mtime)
      expect((await tree.take(snapshots)).changed).toBe(true)
    }
    tree.write('a.txt', 'one')
    expect((await tree.take(snapshots)).tree).toBe(start)
  })

  test('of an unchanged tree writes no object', async () => {
    const tree = newTree({ 'a.txt': 'one' }, { git: true })
    const snapshots = await tree.open()
    await tree.take(snapshots, 0)
    const packs = readdirSync(join(tree.repository, 'objects/pack'))
    await tree.take(snapshots, 1)
    await tree.take(await tree.open(), 2)
    expect(readdirSync(join(tree.repository, 'objects/pack'))).toEqual(packs)
  })

  test('keeps bytes, the executable bit and links as they are, whatever git would make of them', async () => {
    const tree = newTree({}, { git: true })
    tree.git('config', 'core.autocrlf', 'true')
    tree.git('config', 'core.filemode', 'false')
    tree.write('.gitattributes', '* text=auto eol=lf ident\n')
    tree.write('crlf.txt', 'a\r\nb\n$Id$\r\n')
    tree.write('run.sh', '#!/bin/sh\n')
    const snapshots = await tree.open()
    const before = await tree.take(snapshots)
    chmodSync(join(tree.path, 'run.sh'), 0o755)
    symlinkSync('/etc/passwd', join(tree.path, 'link'))
    const after = await tree.take(snapshots)
    expect(Buffer.from(value(await snapshots.read(after.id, 'crlf.txt')) ?? '').toString()).toBe('a\r\nb\n$Id$\r\n')
    expect(Buffer.from(value(await snapshots.read(after.id, 'link')) ?? '').toString()).toBe('/etc/passwd')
    expect(value(await snapshots.diff(before.id, after.id, { paths: ['link'] }))).not.toContain('run.sh')
    expect(value(await snapshots.changedPaths(before.id, after.id))).toEqual([
      { path: 'link', status: 'added' },
      { path: 'run.sh', status: 'modified' },
    ])
  })

  test('starts no filter, no hook, no monitor, and leaves the repository as it was', async () => {
    const tree = newTree({ 'a.txt': 'one' }, { git: true })
    const trace = join(tree.home, 'trace')
    const evil = `sh -c 'touch ${trace}; cat'`
    for (const name of ['clean', 'smudge', 'process']) tree.git('config', `filter.evil.${name}`, evil)
    tree.git('config', 'core.fsmonitor', evil)
    tree.git('config', 'diff.evil.textconv', evil)
    tree.git('config', 'diff.external', evil)
    tree.write('.gitattributes', '* filter=evil diff=evil\n')
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change', 'pre-auto-gc']) {
      writeFileSync(join(tree.path, '.git/hooks', hook), `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 })
    }
    const state = (): string =>
      execFileSync('sh', ['-c', 'find .git -type f | sort | xargs sha1sum'], { cwd: tree.path, encoding: 'utf8' })
    const before = state()
    const snapshots = await tree.open()
    const one = await tree.take(snapshots, 0)
    tree.write('a.txt', 'two')
    const two = await tree.take(snapshots, 1)
    value(await snapshots.diff(one.id, two.id))
    value(await snapshots.restore(one.id, { from: two.id }))
    expect(existsSync(trace)).toBe(false)
    expect(state()).toBe(before)
    expect(tree.read('a.txt')).toBe('one')
  })

  test('sees files that the index was told to overlook, and no replaced object', async () => {
    const tree = newTree({ 'a.txt': 'one', 'b.txt': 'one more' }, { git: true })
    tree.git('update-index', '--skip-worktree', 'a.txt')
    tree.git('update-index', '--assume-unchanged', 'b.txt')
    const snapshots = await tree.open()
    const one = await tree.take(snapshots)
    tree.write('a.txt', 'two')
    tree.write('b.txt', 'two more')
    const two = await tree.take(snapshots)
    expect(value(await snapshots.changedPaths(one.id, two.id)).map(({ path }) => path)).toEqual(['a.txt', 'b.txt'])
    const [blobOne, blobTwo] = ['one', 'two'].map(text =>
      execFileSync('git', ['hash-object', '--stdin'], { input: text, encoding: 'utf8' }).trim(),
    )
    execFileSync('git', ['--git-dir', tree.repository, 'replace', blobTwo ?? '', blobOne ?? ''])
    expect(Buffer.from(value(await snapshots.read(two.id, 'a.txt')) ?? '').toString()).toBe('two')
  })
})

describe('what is in a snapshot', () => {
  test('is decided by the rules of the start: the person’s, the repository’s and those in the tree', async () => {
    const tree = newTree(
      { '.gitignore': '*.log\n/out/\n!keep.log\n', 'src/.gitignore': 'made.ts\n', 'forced.log': 'x' },
      { git: true },
    )
    mkdirSync(join(tree.home, '.config/git'), { recursive: true })
    writeFileSync(join(tree.home, '.config/git/ignore'), '*.swp\n')
    writeFileSync(join(tree.path, '.git/info/exclude'), 'private/\n')
    tree.write('out/kept/forced.js', 'x')
    tree.git('add', '-f', 'forced.log', 'out/kept/forced.js')
    const snapshots = await tree.open()
    const start = await tree.take(snapshots)
    for (const file of ['x.log', 'out/x', 'src/made.ts', 'a.swp', 'private/x', 'node_modules/x', '.aiwg/ralph/x'])
      tree.write(file, 'x')
    expect((await tree.take(snapshots)).changed).toBe(false)
    tree.write('.gitignore', '*\n')
    tree.write('hidden/.gitignore', '*\n')
    tree.write('hidden/cheat.ts', 'x')
    tree.write('keep.log', 'x')
    tree.write('forced.log', 'y')
    tree.write('out/kept/forced.js', 'y')
    const after = await tree.take(await tree.open())
    expect(value(await snapshots.changedPaths(start.id, after.id)).map(({ path }) => path)).toEqual([
      '.gitignore',
      'forced.log',
      'hidden/.gitignore',
      'hidden/cheat.ts',
      'keep.log',
      'out/kept/forced.js',
    ])
  })

  test('is refused when the rules of the start are lost, for then files would seem to come and go', async () => {
    const tree = newTree({ a: '1' })
    await tree.take(await tree.open(), 0)
    rmSync(join(tree.repository, 'agent-loop-rules.json'))
    const opened = await openSnapshots({ repository: tree.repository, tree: tree.path, exclude: [], env: tree.env })
    expect(opened).toEqual({ ok: false, error: expect.stringContaining('ignore rules') })
  })

  test('names what is not kept: large files, pipes, the unreadable, repositories within', async () => {
    const tree = newTree({ 'a.txt': 'one', 'secret/x': 'y' })
    const large = openSync(join(tree.path, 'large.bin'), 'w')
    ftruncateSync(large, 60 * 1024 ** 2)
    execFileSync('mkfifo', [join(tree.path, 'pipe')])
    tree.write('vendor/lib/code.c', 'int x;')
    execFileSync('git', ['init', '-q', join(tree.path, 'vendor/lib')])
    tree.write('fixture.git/HEAD', 'ref: refs/heads/main\n')
    for (const folder of ['objects', 'refs']) mkdirSync(join(tree.path, 'fixture.git', folder))
    const snapshots = await tree.open()
    const one = await tree.take(snapshots)
    expect(one.files).toBe(5)
    expect(one.skipped).toEqual([
      { path: 'large.bin', why: 'larger than 50 MB' },
      { path: 'pipe', why: 'neither file, folder nor link' },
      { path: 'vendor/lib/.git', why: 'data of a nested repository' },
    ])
    for (const path of ['large.bin', 'vendor', 'nothing']) expect(value(await snapshots.read(one.id, path))).toBeNull()
    expect(Buffer.from(value(await snapshots.read(one.id, 'vendor/lib/code.c')) ?? '').toString()).toBe('int x;')
    writeSync(large, 'changed', 30 * 1024 ** 2)
    closeSync(large)
    const two = await tree.take(snapshots)
    expect(two.changed).toBe(true)
    const diff = value(await snapshots.diff(one.id, two.id))
    expect(diff).toContain('not saved, known by its hash')
    expect(diff).not.toContain('Subproject')
  })

  test('a file that claims to be a terabyte is not read', async () => {
    const tree = newTree({ 'a.txt': 'a' })
    const snapshots = await tree.open()
    truncateSync(join(tree.path, 'a.txt'), 1024 ** 4)
    const taken = await tree.take(snapshots)
    expect(taken.skipped).toEqual([{ path: 'a.txt', why: 'larger than 50 MB' }])
  })

  // Nothing is unreadable to root.
  test.skipIf(process.getuid?.() === 0)('does not fail for what cannot be read', async () => {
    const tree = newTree({ 'a.txt': 'one', 'locked/x': 'y', 'shut.txt': 'z' })
    chmodSync(join(tree.path, 'locked'), 0)
    chmodSync(join(tree.path, 'shut.txt'), 0)
    const snapshots = await tree.open()
    const one = await tree.take(snapshots)
    expect(one.skipped).toEqual([
      { path: 'locked', why: 'unreadable' },
      { path: 'shut.txt', why: 'unreadable' },
    ])
    chmodSync(join(tree.path, 'locked'), 0o755)
    const two = await tree.take(snapshots)
    expect(value(await snapshots.restore(one.id, { from: two.id }))).toMatchObject({ kind: 'restored', removed: 0 })
    expect(tree.read('locked/x')).toBe('y')
  })
})

test('a tree that is a worktree of another repository keeps no pointer to it', async () => {
  const tree = newTree({ 'a.txt': 'one' }, { git: true })
  const other = join(tree.home, 'worktree')
  tree.git('worktree', 'add', '-q', '-b', 'side', other)
  const opened = value(await openSnapshots({ repository: tree.repository, tree: other, exclude: [], env: tree.env }))
  expect(await tree.take(opened, 0)).toMatchObject({ files: 1, skipped: [] })
  expect(value(await opened.gitState())).toMatchObject({
    ref: 'refs/heads/side',
    commit: tree.git('rev-parse', 'side').trim(),
  })
})

test('without git in PATH the reason is a value', async () => {
  const tree = newTree({ a: '1' })
  const opened = await openSnapshots({
    repository: tree.repository,
    tree: tree.path,
    exclude: [],
    env: { PATH: tree.home },
  })
  expect(opened).toEqual({ ok: false, error: expect.stringContaining('git') })
  expect(existsSync(tree.repository)).toBe(false)
})

test('a tree that vanished, and a place that cannot be written, are values', async () => {
  const tree = newTree({ a: '1' })
  const snapshots = await tree.open()
  renameSync(tree.path, `${tree.path}-moved`)
  expect(await snapshots.take(0)).toEqual({ ok: false, error: expect.stringContaining('cannot be read') })
  writeFileSync(join(tree.home, 'file'), '')
  const opened = await openSnapshots({
    repository: join(tree.home, 'file/x'),
    tree: tree.home,
    exclude: [],
    env: tree.env,
  })
  expect(opened.ok).toBe(false)
})

test('what a power cut tore is missed and not invented; what was before stays', async () => {
  const tree = newTree({ a: '1' })
  const snapshots = await tree.open()
  const one = await tree.take(snapshots, 0)
  const before = new Set(readdirSync(join(tree.repository, 'objects/pack')))
  tree.write('a', '2')
  const two = await tree.take(snapshots, 1)
  const torn = readdirSync(join(tree.repository, 'objects/pack')).filter(name => !before.has(name))
  for (const name of torn) rmSync(join(tree.repository, 'objects/pack', name))
  writeFileSync(join(tree.repository, 'refs/iterations/000002'), '')
  writeFileSync(join(tree.repository, 'objects/pack/tmp_pack_torn'), 'PACK')
  tree.write('a', '3')
  const again = await tree.open()
  expect(existsSync(join(tree.repository, 'objects/pack/tmp_pack_torn'))).toBe(false)
  expect(await again.idOf(2)).toBeNull()
  expect((await again.diff(one.id, two.id)).ok).toBe(false)
  expect((await again.restore(two.id, { from: one.id })).ok).toBe(false)
  expect(Buffer.from(value(await again.read(one.id, 'a')) ?? '').toString()).toBe('1')
  tree.write('a', '2')
  const three = await tree.take(again, 3)
  expect(three.tree).toBe(two.tree)
  expect(Buffer.from(value(await again.read(three.id, 'a')) ?? '').toString()).toBe('2')
})
