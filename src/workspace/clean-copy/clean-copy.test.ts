import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type CommandRequest, newNonce } from '../../system/shell.ts'
import type { BuildBaseline } from './build-times.ts'
import { type CleanCopy, openCleanCopy } from './clean-copy.ts'

interface Stand {
  readonly tree: string
  readonly scratch: string
  readonly folder: string
  put(path: string, text: string): void
  git(...args: string[]): string
}

const GIT_ENV = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }

function stand(files: Readonly<Record<string, string>> = {}, name = 'tree'): Stand {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-copy-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const tree = join(folder, name)
  mkdirSync(tree)
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  for (const [path, text] of Object.entries(files)) put(path, text)
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: tree,
      env: GIT_ENV,
      encoding: 'utf8',
    })
  return { tree, scratch: join(folder, 'scratch'), folder, put, git }
}

async function opened(
  { tree, scratch }: Stand,
  copy: boolean,
  sinceMs?: number,
  before?: BuildBaseline,
): Promise<CleanCopy> {
  const since = { ...(sinceMs === undefined ? {} : { sinceMs }), ...(before === undefined ? {} : { before }) }
  const env = { HOME: '/nonexistent' }
  const clean = await openCleanCopy({ tree, scratch, exclude: ['.aiwg/ralph'], env, copy, ...since })
  if (!clean.ok) throw new Error(clean.error)
  onTestFinished(() => clean.value.close())
  return clean.value
}

const request = (cwd: string, command: string): CommandRequest => ({
  command,
  cwd,
  env: GIT_ENV,
  timeoutMs: 30_000,
  nonce: newNonce(),
})

async function run(clean: CleanCopy, { tree }: Stand, command: string): Promise<string> {
  const result = await clean.shell.run(request(tree, command))
  return result.kind === 'exited' && result.exitCode === 0 ? result.output : JSON.stringify(result)
}

const text = async (clean: CleanCopy, path: string): Promise<string | null> => {
  const bytes = await clean.read(path)
  return bytes && Buffer.from(bytes).toString()
}

/** Everything that can be seen of a tree from outside, but for times of reading. */
function picture(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map(name => {
      const stat = lstatSync(join(folder, name))
      const content = stat.isFile() ? readFileSync(join(folder, name), 'latin1') : ''
      return `${name} ${stat.ino} ${stat.mode} ${stat.mtimeMs} ${stat.ctimeMs} ${content}`
    })
}

async function overlayWorks(): Promise<boolean> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-copy-')))
  mkdirSync(join(folder, 'tree'))
  const clean = await openCleanCopy({ tree: join(folder, 'tree'), scratch: join(folder, 's'), exclude: [], env: {} })
  const works = clean.ok && clean.value.kind === 'overlay' && clean.value.notes.length === 0
  if (clean.ok) await clean.value.close()
  rmSync(folder, { recursive: true, force: true })
  return works
}

const overlay = await overlayWorks()
const AWKWARD = 'a:b,c \\d "e"'

describe.each([
  ['overlay', false],
  ['copy', true],
])('a clean copy made as %s', (kind, copy) => {
  const it = test.skipIf(!copy && !overlay)

  it('makes builds since a moment look older than every source, and source no older than it is', async () => {
    const place = stand({
      '.gitignore': 'out/\n',
      'out/gen.txt': 'g',
      'a.o': '\x7fELF',
      'a.c': 'c',
      'node_modules/x.o': '',
    })
    utimesSync(join(place.tree, 'a.c'), 5, 5)
    const names = ['out/gen.txt', 'a.o', 'a.c', 'node_modules/x.o']
    const timesIn = (clean: CleanCopy): number[] => names.map(name => lstatSync(join(clean.view, name)).mtimeMs)
    const [built, generated, source, installed] = timesIn(await opened(place, copy, Date.now() - 60_000))
    expect([built, generated]).toEqual([2_000, 2_000])
    expect(Math.min(source ?? 0, installed ?? 0)).toBeGreaterThan(1e12)
    expect(timesIn(await opened(place, copy, Date.now() + 60_000))[2]).toBe(5_000)
  })

  it('restores settings of builds with an old time, and begins without new machine code that git ignores', async () => {
    const place = stand({ 'build/CMakeCache.txt': 'Release', 'build/new.so': '\x7fELF', 'a.d': 'x', 'a.c': 'c' })
    const before: BuildBaseline = {
      rules: { sources: [{ folder: '', text: 'build/\n*.d\n' }], tracked: [] },
      paths: new Set(['build/CMakeCache.txt', 'a.d']),
      written: new Set(),
      settings: new Map([['build/CMakeCache.txt', Buffer.from('Debug')]]),
    }
    const tree = picture(place.tree)
    const clean = await opened(place, copy, Date.now() - 60_000, before)
    expect(await run(clean, place, 'cat build/CMakeCache.txt; find . -type f | sort')).toBe(
      'Debug./a.c\n./build/CMakeCache.txt\n',
    )
    expect(lstatSync(join(clean.view, 'build/CMakeCache.txt')).mtimeMs).toBe(2_000)
    expect(await clean.disturbed()).toEqual([])
    expect(picture(place.tree)).toEqual(tree)
  })

  it('lets commands write, and the tree stays as it was to the last time stamp', async () => {
    const place = stand({ 'src/add.js': 'old', 'node_modules/x/i.js': 'x', '.aiwg/ralph/state.json': '{}' }, AWKWARD)
    place.git('init', '-q')
    const before = picture(place.tree)
    const clean = await opened(place, copy)
    expect(clean.kind).toBe(kind)
    const command =
      'echo new > src/add.js; rm -rf node_modules; mkdir -p node_modules/x; mv src lib; chmod 700 .; touch -d 2001-01-01 lib; git add -A'
    expect(await run(clean, place, command)).toBe('')
    expect(await text(clean, 'lib/add.js')).toBe('new\n')
    expect(await text(clean, 'node_modules/x/i.js')).toBeNull()
    expect(picture(place.tree)).toEqual(before)
    expect(await clean.disturbed()).toEqual([])
  })

  it('keeps what a run wrote for the next run, and a fork starts clean', async () => {
    const place = stand({ a: '1' })
    const clean = await opened(place, copy)
    await run(clean, place, 'echo 2 >> a; echo 3 > b')
    expect(await run(clean, place, 'cat a b')).toBe('12\n3\n')
    const fork = await clean.fork()
    if (!fork.ok) throw new Error(fork.error)
    onTestFinished(() => fork.value.close())
    expect(await run(fork.value, place, 'cat a; ls')).toBe('1a\n')
    expect(await text(clean, 'b')).toBe('3\n')
  })

  it('shows neither our view nor caches of results', async () => {
    const place = stand({
      '.aiwg/ralph/state.json': '{}',
      '.aiwg/notes.md': 'n',
      'node_modules/.cache/x': 'x',
      'node_modules/a/i.js': 'i',
      'pkg/.turbo/log': 'x',
      'pkg/__pycache__/a.pyc': 'x',
      'tsconfig.tsbuildinfo': '{}',
      'dist/a.js': 'x',
    })
    const clean = await opened(place, copy)
    const files = await run(clean, place, 'find . -type f | sort')
    expect(files.trim().split('\n')).toEqual(['./.aiwg/notes.md', './dist/a.js', './node_modules/a/i.js'])
  })

  it('runs as the shell does elsewhere: pipes fail, input is given, folders of the tree are folders of the clean copy', async () => {
    const place = stand({ 'sub/a': '1' })
    const clean = await opened(place, copy)
    expect(await clean.shell.run(request(place.tree, 'false | cat'))).toMatchObject({ kind: 'exited', exitCode: 1 })
    const said = await clean.shell.run({ ...request(join(place.tree, 'sub'), 'cat - a; pwd'), stdin: 'given ' })
    expect(said.output).toBe(`given 1${clean.path}/sub\n`)
    const argv = await clean.shell.run({ ...request(place.tree, ''), command: ['printf', '%s|', 'a b', '$HOME'] })
    expect(argv.output).toBe('a b|$HOME|')
    expect((await clean.shell.run(request(join(place.tree, 'nowhere'), 'true'))).kind).toBe('not-started')
  })

  it('gives every run an empty TMPDIR of its own, gone afterwards', async () => {
    const place = stand()
    const clean = await opened(place, copy)
    const first = await run(clean, place, 'touch "$TMPDIR/x"; echo "$TMPDIR"')
    expect(await run(clean, place, 'ls -A "$TMPDIR"')).toBe('')
    expect(existsSync(first.trim())).toBe(false)
  })

  it('ends at its timeout with everything that it started', async () => {
    const place = stand()
    const clean = await opened(place, copy)
    const late = { ...request(place.tree, 'setsid sleep 1000 & touch ready; sleep 1000'), timeoutMs: 300 }
    expect(await clean.shell.run(late)).toMatchObject({ kind: 'timed-out' })
    expect(execFileSync('ps', ['axeww'], { encoding: 'utf8' })).not.toContain(late.nonce)
    expect(await run(clean, place, 'echo well')).toBe('well\n')
  })

  it('takes files, gives them back, and removes them', async () => {
    const place = stand({ 'a/old': 'old', 'b/c': 'c' })
    const before = picture(place.tree)
    const clean = await opened(place, copy)
    expect(await clean.write('a/new/er', Buffer.from('#!/bin/sh\necho planted'), 0o755)).toMatchObject({ ok: true })
    expect(await clean.write('a/old', Buffer.from('changed'))).toMatchObject({ ok: true })
    expect(await clean.remove('b')).toMatchObject({ ok: true })
    expect(await clean.remove('not/there')).toMatchObject({ ok: true })
    expect(await run(clean, place, './a/new/er; cat a/old; ls')).toBe('planted\nchangeda\n')
    expect(await text(clean, 'a/new/er')).toContain('planted')
    expect([await text(clean, 'a'), await text(clean, 'b/c')]).toEqual([null, null])
    expect(picture(place.tree)).toEqual(before)
  })

  it('is left by no link', async () => {
    const place = stand({ 'real/file': 'real' })
    mkdirSync(join(place.folder, 'outside'))
    writeFileSync(join(place.folder, 'outside/secret'), 'secret')
    const links = {
      up: '../outside',
      far: join(place.folder, 'outside'),
      into: join(place.tree, 'real'),
      side: 'real',
      loop: 'loop',
      twist: 'into/../../outside',
      'real/file-out': '../../outside/secret',
    }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(place.tree, name))
    const before = picture(place.folder)
    const clean = await opened(place, copy)
    for (const path of ['up/x', 'far/x', 'loop/x', 'twist/x', '../x', '/x', 'a//x', 'real/../x', ''])
      expect(await clean.write(path, Buffer.from('x')), path).toMatchObject({ ok: false })
    for (const path of ['up/secret', 'far/secret', 'real/file-out'])
      expect([path, await clean.read(path)]).toEqual([path, null])
    expect(await clean.remove('up/secret')).toMatchObject({ ok: false })
    expect([await text(clean, 'into/file'), await text(clean, 'side/file')]).toEqual(['real', 'real'])
    for (const path of ['into/planted', 'side/other', 'real/file-out'])
      expect(await clean.write(path, Buffer.from('x')), path).toMatchObject({ ok: true })
    expect(await run(clean, place, 'cd real; echo *; cat file-out')).toBe('file file-out other planted\nx')
    await run(clean, place, 'echo y > into/by-run')
    expect(await text(clean, 'real/by-run')).toBe('y\n')
    const outside = (line: string): boolean => !line.startsWith('scratch')
    expect(picture(place.folder).filter(outside)).toEqual(before)
  })

  it('says what changed in the tree meanwhile, also what was put back', async () => {
    const place = stand({ 'src/add.js': 'good', 'node_modules/.bin/jest': 'jest', other: 'o' })
    const clean = await opened(place, copy)
    const { atime, mtime } = lstatSync(join(place.tree, 'node_modules/.bin/jest'))
    place.put('node_modules/.bin/jest', 'evil')
    place.put('node_modules/.bin/jest', 'jest')
    utimesSync(join(place.tree, 'node_modules/.bin/jest'), atime, mtime)
    place.put('src/new.js', 'n')
    rmSync(join(place.tree, 'other'))
    place.put('.aiwg/ralph/state.json', '{}')
    expect(await clean.disturbed()).toEqual(['.aiwg', 'node_modules/.bin/jest', 'other', 'src/new.js'])
  })

  it('has a .git of our own: the same answers, and none of the programs in the configuration', async () => {
    const place = stand({ a: '1', '.gitignore': 'ignored', ignored: 'i', '.gitattributes': '*.bin filter=evil' })
    place.git('init', '-q')
    place.git('add', '-A')
    place.git('commit', '-qm', 'one')
    place.git('tag', 'v1')
    place.git('pack-refs', '--all')
    place.put('b.bin', 'b')
    place.git('add', '-A')
    place.git('commit', '-qm', 'two')
    place.git('replace', 'HEAD', 'v1')
    place.put('a', '2')
    place.put('untracked', 'u')
    const evil = join(place.folder, 'evil')
    writeFileSync(evil, `#!/bin/sh\ntouch '${join(place.folder, 'ran')}'\ncat\n`)
    chmodSync(evil, 0o755)
    const ask = 'git log --format=%H; git status --porcelain; git rev-parse HEAD v1; git ls-files -s'
    const unreplaced = { ...GIT_ENV, GIT_NO_REPLACE_OBJECTS: '1' }
    const honest = execFileSync('sh', ['-c', ask], { cwd: place.tree, env: unreplaced, encoding: 'utf8' })
    for (const key of ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.smudge', 'core.pager', 'diff.external'])
      place.git('config', key, evil)
    place.git('config', 'core.hooksPath', place.folder)
    symlinkSync(evil, join(place.folder, 'pre-commit'))
    symlinkSync(evil, join(place.folder, 'post-checkout'))
    rmSync(join(place.folder, 'ran'), { force: true })
    const clean = await opened(place, copy)
    expect(await run(clean, place, ask)).toBe(honest)
    const work =
      'git diff --stat >/dev/null; touch b.bin; git status >/dev/null; git -c user.name=t -c user.email=t@x commit -qam three; git checkout -q v1; git show -s --format=%s'
    expect(await run(clean, place, work)).toBe('one\n')
    expect(existsSync(join(place.folder, 'ran'))).toBe(false)
    expect(place.git('--no-replace-objects', 'show', '-s', '--format=%s', '--no-ext-diff')).toBe('two\n')
  })

  it('has the right repository in a linked worktree', async () => {
    const main = stand({ a: '1' }, 'main')
    main.git('init', '-q')
    main.git('add', '-A')
    main.git('commit', '-qm', 'one')
    const tree = join(main.folder, 'linked')
    main.git('worktree', 'add', '-q', '-b', 'side', tree)
    const place = { ...main, tree }
    const clean = await opened(place, copy)
    expect(await run(clean, place, 'echo 2 > a; git status -sb; git log --format=%s')).toBe('## side\n M a\none\n')
    expect(readFileSync(join(tree, 'a'), 'utf8')).toBe('1')
  })

  it('leaves nothing when it is closed', async () => {
    const place = stand({ a: '1' })
    const clean = await opened(place, copy)
    const fork = await clean.fork()
    await run(clean, place, 'mkdir -p locked/in; chmod 500 locked; touch b')
    await clean.close()
    if (fork.ok) expect(await run(fork.value, place, 'cat a')).toBe('1')
    if (fork.ok) await fork.value.close()
    expect(readdirSync(place.scratch)).toEqual([])
    expect((await clean.shell.run(request(place.tree, 'true'))).kind).toBe('not-started')
  })
})

describe('an overlay', () => {
  const it = test.skipIf(!overlay)

  it('is at the path of the tree', async () => {
    const place = stand({}, AWKWARD)
    const clean = await opened(place, false)
    expect(await run(clean, place, 'pwd -P')).toBe(`${place.tree}\n`)
    expect(clean.path).toBe(place.tree)
  })

  it('is survived by nothing, not by who clears its environment and starts a session', async () => {
    const place = stand()
    const clean = await opened(place, false)
    const marker = `sleep 1000.${Date.now()}`
    await run(clean, place, `(env -i setsid ${marker} &) ; until pgrep -f '${marker}' >/dev/null; do :; done`)
    expect(execFileSync('ps', ['axww'], { encoding: 'utf8' })).not.toContain(marker)
  })

  it('shows what a live writer does to the tree, which is why disturbed() is asked', async () => {
    const place = stand({ 'add.js': '0', go: '' })
    const clean = await opened(place, false)
    const writer = spawn('sh', ['-c', 'i=0; while :; do i=$((i+1)); echo $i > add.js; done'], { cwd: place.tree })
    onTestFinished(() => void writer.kill('SIGKILL'))
    await run(clean, place, 'until [ "$(cat add.js)" != 0 ]; do :; done')
    expect(await clean.disturbed()).toContain('add.js')
  })
})

describe('a copy', () => {
  test('of what installers wrote with the path of the tree leads into the clean copy; of what people wrote is reported', async () => {
    const place = stand()
    place.put('.venv/bin/tool', `#!${place.tree}/.venv/bin/python\n`)
    place.put('.venv/lib/site-packages/x.pth', `${place.tree}/src\n${place.tree}-2/src\n`)
    place.put('config.json', `{"root":"${place.tree}"}`)
    place.put('packages/a/i.js', '')
    mkdirSync(join(place.tree, 'node_modules'))
    symlinkSync(join(place.tree, 'packages/a'), join(place.tree, 'node_modules/a'))
    symlinkSync('../packages/a', join(place.tree, 'node_modules/b'))
    const clean = await opened(place, true)
    expect(await text(clean, '.venv/bin/tool')).toBe(`#!${clean.path}/.venv/bin/python\n`)
    expect(await text(clean, '.venv/lib/site-packages/x.pth')).toBe(`${clean.path}/src\n${place.tree}-2/src\n`)
    expect(readlinkSync(join(clean.view, 'node_modules/a'))).toBe(`${clean.path}/packages/a`)
    expect(readlinkSync(join(clean.view, 'node_modules/b'))).toBe('../packages/a')
    expect(clean.notIsolated).toEqual(['config.json contains the path of the original tree'])
    expect(clean.notes).toEqual(['no overlay: a copy was asked for'])
    const moved = {
      ...request(place.tree, `cd ${place.tree}; pwd; echo $BIN`),
      env: { BIN: `${place.tree}/bin:/usr/bin` },
    }
    expect((await clean.shell.run(moved)).output).toBe(`${clean.path}\n${clean.path}/bin:/usr/bin\n`)
  })
})

test('the whole machine, the home directory, and the folder of the copies are refused', async () => {
  const { tree, folder } = stand({ 'home/x': '' })
  const open = (options: { tree: string; scratch: string }) =>
    openCleanCopy({ exclude: [], env: { HOME: join(tree, 'home') }, ...options })
  expect(await open({ tree: '/', scratch: join(folder, 's') })).toMatchObject({ ok: false })
  expect(await open({ tree, scratch: join(folder, 's') })).toMatchObject({ ok: false })
  expect(await open({ tree: join(tree, 'home'), scratch: join(folder, 's') })).toMatchObject({ ok: false })
  expect(await openCleanCopy({ tree, scratch: join(tree, 's'), exclude: [], env: {} })).toMatchObject({ ok: false })
  expect(await openCleanCopy({ tree: `${tree}/`, scratch: folder, exclude: [], env: {} })).toMatchObject({ ok: false })
})
