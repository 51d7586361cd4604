import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'tsdown'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const NOBODY = 65534
const tools = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-probe-')))
let probe = ''

beforeAll(async () => {
  await build({
    config: false,
    entry: { probe: join(root, 'test/rig/clean-copy-probe.ts') },
    outDir: tools,
    platform: 'node',
    target: 'node20',
    dts: false,
    deps: { alwaysBundle: [/./], onlyBundle: false },
    logLevel: 'silent',
  })
  chmodSync(tools, 0o755)
  probe = join(tools, readdirSync(tools).find(name => name.startsWith('probe')) ?? '')
})
afterAll(() => rmSync(tools, { recursive: true, force: true }))

interface Said {
  readonly kind: string
  readonly notes: readonly string[]
  readonly outputs: readonly string[]
  readonly planted: string
  readonly disturbed: readonly string[]
}

function stand(owner = 0): { tree: string; scratch: string; folder: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-copy-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [tree, scratch] = [join(folder, 'the tree'), join(folder, 'scratch')]
  for (const path of [tree, scratch]) mkdirSync(path)
  writeFileSync(join(tree, 'a'), '1')
  if (owner) for (const path of [folder, tree, scratch, join(tree, 'a')]) chownSync(path, owner, owner)
  return { tree, scratch, folder }
}

const asNobody = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups']
const can = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0
const root0 = process.getuid?.() === 0
const userNamespaces = root0 && can('setpriv', ...asNobody, 'unshare', '-Ur', '-m', 'true')
const mountNamespaces = root0 && can('unshare', '-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt')
const parse = (text: string): Said => JSON.parse(text) as Said

test.skipIf(!userNamespaces)(
  'without privileges: an overlay, the same user, and no rights that the user has not',
  () => {
    const { tree, scratch } = stand(NOBODY)
    const commands = [
      'id -u; id -g; pwd; echo 2 > a; mkdir d; touch d/x; mv d e; rm -r e; mkdir e; ls',
      'touch no; chmod 0 no; cat no 2>/dev/null || echo forbidden; mount -t tmpfs t . 2>/dev/null || echo forbidden',
      '(env -i setsid sleep 1000.1 &); ps ax | wc -l',
    ]
    const said = parse(
      execFileSync('setpriv', [...asNobody, process.execPath, probe, tree, scratch, '', ...commands], {
        encoding: 'utf8',
      }),
    )
    expect(said).toMatchObject({ kind: 'overlay', notes: [], planted: 'p', disturbed: [] })
    expect(said.outputs[0]).toBe(`${NOBODY}\n${NOBODY}\n${tree}\na\ne\n`)
    expect(said.outputs[1]).toBe('forbidden\nforbidden\n')
    expect(execFileSync('ps', ['axww'], { encoding: 'utf8' })).not.toContain('sleep 1000.1')
    expect(readFileSync(join(tree, 'a'), 'utf8')).toBe('1')
    expect([readdirSync(tree), readdirSync(scratch)]).toEqual([['a'], []])
  },
)

test.skipIf(!mountNamespaces)('mounts inside the tree are in the copy, and are not written through', () => {
  const { tree, scratch } = stand()
  mkdirSync(join(tree, 'node modules/deep'), { recursive: true })
  const script = `
    mount -t tmpfs tmpfs "$1/node modules"; mkdir "$1/node modules/deep"; echo outer > "$1/node modules/x"
    mount -t tmpfs tmpfs "$1/node modules/deep"; echo inner > "$1/node modules/deep/y"
    "$2" "$3" "$1" "$4" '' 'cd node*; cat x deep/y; echo z | tee x > deep/y; cat x deep/y'
    cat "$1/node modules/x" "$1/node modules/deep/y"`
  const out = execFileSync('unshare', ['-m', 'sh', '-c', script, 'sh', tree, process.execPath, probe, scratch], {
    encoding: 'utf8',
  })
  const [said = '', ...after] = out.split('\n')
  expect(parse(said)).toMatchObject({ kind: 'overlay', outputs: ['outer\ninner\nz\nz\n'], disturbed: [] })
  expect(after.join('\n')).toBe('outer\ninner\n')
})

test.skipIf(!mountNamespaces)(
  'as in containers, where all is on an overlay, layers are in memory, and that is said',
  () => {
    const [{ tree, scratch, folder }, layers] = [stand(), stand()]
    const script = `
    mount -t overlay -o "lowerdir=$1,upperdir=$4/upper,workdir=$4/work" overlay "$1"
    "$2" "$3" "$1/the tree" "$1/scratch" '' 'echo 2 > a' 'cat a'; ls "$1/scratch"`
    for (const name of ['upper', 'work']) mkdirSync(join(layers.folder, name))
    const args = ['-m', 'sh', '-c', script, 'sh', folder, process.execPath, probe, layers.folder]
    const said = parse(execFileSync('unshare', args, { encoding: 'utf8' }))
    expect(said).toMatchObject({ kind: 'overlay', outputs: ['', '2\n'], planted: 'p', disturbed: [] })
    expect(said.notes[0]).toMatch(/in memory, at most \d+ GiB/)
    expect([readFileSync(join(tree, 'a'), 'utf8'), readdirSync(scratch)]).toEqual(['1', []])
  },
)

test.skipIf(!userNamespaces)('a cache that is somebody else’s and cannot be removed is covered', () => {
  const { tree, scratch } = stand(NOBODY)
  mkdirSync(join(tree, '.pytest_cache/v'), { recursive: true })
  writeFileSync(join(tree, '.pytest_cache/v/lastfailed'), 'forged')
  const args = [...asNobody, process.execPath, probe, tree, scratch, '', 'ls -A; ls -A .pytest_cache']
  const said = parse(execFileSync('setpriv', args, { encoding: 'utf8' }))
  expect(said).toMatchObject({ kind: 'overlay', outputs: ['.pytest_cache\na\n'] })
})

test('what a killed process leaves is gone with the next opening', async () => {
  const { tree, scratch } = stand()
  const child = spawn(process.execPath, [probe, tree, scratch, 'wait', 'echo 2 > a'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  expect(readdirSync(scratch)).toHaveLength(1)
  // A copy that is not in use is held by its owner alone: there is no process that could outlive it.
  expect(execFileSync('pgrep', ['-f', scratch], { encoding: 'utf8' }).trim()).toBe(String(child.pid))
  child.kill('SIGKILL')
  await once(child, 'exit')
  execFileSync(process.execPath, [probe, tree, scratch, '', 'true'])
  expect(readdirSync(scratch)).toEqual([])
  expect(readFileSync(join(tree, 'a'), 'utf8')).toBe('1')
})

test.skipIf(!userNamespaces)('without privileges git has its objects, and cannot write into the user’s', () => {
  const { tree, scratch } = stand(NOBODY)
  const git = 'git -c user.name=t -c user.email=t@example.org'
  const said = (command: string): string =>
    execFileSync('setpriv', [...asNobody, 'sh', '-c', command], {
      cwd: tree,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })
  said(`git init -q; git add -A; ${git} commit -qm one`)
  const before = said('find .git | sort')
  const commands = [
    `echo 2 > a; ${git} commit -qam two; git log --format=%s; git status --porcelain`,
    'd=$(cat .git/objects/info/alternates); ls "$d" | grep -c .; touch "$d/x" 2>/dev/null || echo forbidden',
  ]
  const out = execFileSync('setpriv', [...asNobody, process.execPath, probe, tree, scratch, '', ...commands], {
    encoding: 'utf8',
  })
  expect(parse(out)).toMatchObject({
    kind: 'overlay',
    outputs: ['two\none\n', expect.stringMatching(/^\d+\nforbidden\n$/)],
  })
  expect(said('find .git | sort')).toBe(before)
})
