import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'
import { DONE, type Project } from '../rig/project.ts'

const TASK = 'make the file'
const ID = 'ralph-make-the-file-0123abcd'
const BRANCH = `agent-loop/${ID}`
const WHO = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']

const place = ({ home, path }: Project): string =>
  join(home, '.local/state/agent-loop-worktrees', ID, path.split('/').at(-1) ?? '')
const begin = ({ cli }: Project, agent = 'touch done', ...more: readonly string[]) =>
  cli(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--loop-id', ID, '--worktree', ...more])
const commit = ({ git }: Project, message: string): void => {
  git('add', '-A')
  git(...WHO, 'commit', '-q', '-m', message)
}

describe('run --worktree', () => {
  test('works beside the tree, on a branch of its own, and says so; the tree is not touched', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    const end = await begin(here)
    expect(end.code).toBe(0)
    expect(end.err).toContain(`works in ${place(here)}, on the branch ${BRANCH}, created from`)
    expect(end.out).toContain(`agent-loop merge ${ID}`)
    expect(existsSync(join(place(here), 'done'))).toBe(true)
    expect(existsSync(join(here.path, 'done'))).toBe(false)
    expect(here.git('status', '--porcelain')).toBe('')
    const status = await here.cli(['status'])
    expect(status.out).toContain(`agent-loop merge ${ID}`)
    const json = await here.cli(['status', ID, '--json'])
    expect(json.events[0]?.['loops']).toMatchObject([{ worktree: { path: place(here), branch: BRANCH } }])
    expect(existsSync(join(here.path, '.aiwg/ralph/loops', ID, 'progress.md'))).toBe(true)
  })

  test('what is installed and ignored comes along as copies whose links stay in the copy', async () => {
    const here = project({ 'a.txt': 'a\n', '.gitignore': 'node_modules\n.env\n' }, { git: true })
    here.write('node_modules/dep/index.js', 'module.exports = 1\n')
    here.write('.env', 'KEY=value\n')
    mkdirSync(join(here.path, 'packages'))
    symlinkSync('../packages', join(here.path, 'node_modules/own'))
    symlinkSync(join(here.path, 'a.txt'), join(here.path, 'node_modules/absolute'))
    const agent = 'cat .env node_modules/dep/index.js; readlink node_modules/absolute > done'
    const end = await begin(here, agent)
    expect(end.code).toBe(0)
    expect(end.err).toContain('copied ignored files: .env, node_modules')
    expect(lstatSync(join(place(here), 'node_modules')).isSymbolicLink()).toBe(false)
    expect(here.read(`.aiwg/ralph/loops/${ID}/iterations/001/agent.log`)).toBe('KEY=value\nmodule.exports = 1\n')
    expect(lstatSync(join(place(here), 'node_modules/own')).isSymbolicLink()).toBe(true)
    expect(here.read(join(place(here), 'done'))).toBe(`${place(here)}/a.txt\n`)
  })

  test('changes that are not committed are said to be missing in it', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    here.write('a.txt', 'changed\n')
    const end = await begin(here, 'cp a.txt done')
    expect(end.err).toContain('uncommitted changes in')
    expect(here.read(join(place(here), 'done'))).toBe('a\n')
  })

  test.each([
    ['outside git', {}, 'is not a git working tree'],
    ['with submodules', { '.gitmodules': '' }, 'has submodules'],
  ])('%s: refused with the reason, exit 8', async (name, files, reason) => {
    const here = project(files, { git: name !== 'outside git' })
    const end = await begin(here, 'touch called', '--json')
    expect(end.code).toBe(8)
    expect(end.events).toMatchObject([{ error: { code: 'no-worktree', message: expect.stringContaining(reason) } }])
    expect(existsSync(join(here.path, 'called'))).toBe(false)
  })

  test('nothing is left of one whose loop could not begin, or had nothing to do', async () => {
    const here = project({ done: '' }, { git: true })
    const green = await here.cli(['run', `make \`${DONE}\` pass`, '-c', DONE, '--agent-cmd', 'true', '--worktree'])
    expect(green.code).toBe(0)
    expect(green.err).toContain('there was nothing to do')
    const refused = await here.cli(['run', TASK, '-c', 'false', '--agent', 'script:none.yaml', '--worktree'])
    expect(refused.code).not.toBe(0)
    expect(here.git('branch', '--list', 'agent-loop/*')).toBe('')
    expect(here.git('worktree', 'list').trim().split('\n')).toHaveLength(1)
    expect(readdirSync(join(here.home, '.local/state/agent-loop-worktrees'))).toEqual([])
  })

  test('a name that is taken is refused', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    await begin(here)
    const again = await begin(here)
    expect([again.code, again.err]).toEqual([2, expect.stringContaining(`The loop ${ID} already exists`)])
  })

  test('a branch of its name, or one in the way of it, is named and stays as it is', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    for (const branch of [BRANCH, 'agent-loop']) {
      here.git('branch', branch)
      const end = await begin(here)
      expect([end.code, end.err]).toEqual([8, expect.stringContaining(`the branch ${branch} already exists`)])
      expect(end.err).not.toContain('git worktree add')
      here.git('branch', '-D', branch)
    }
    expect((await here.cli(['list'])).out).toContain('No loops here yet.')
  })

  test('a bare repository is no place for a loop', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    here.git('clone', '-q', '--bare', '.', join(here.home, 'bare.git'))
    const end = await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done'], {
      cwd: join(here.home, 'bare.git'),
    })
    expect([end.code, end.err]).toEqual([2, expect.stringContaining('is a bare repository')])
    expect(existsSync(join(here.home, 'bare.git/done'))).toBe(false)
  })

  test('an interrupted one is taken up from the tree it came from, and reverted without touching that', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    const agent = 'if [ -f begun ]; then touch done; else touch begun; echo ready; sleep 1000; fi'
    const loop = here.start(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--loop-id', ID, '--worktree', '--json'])
    await loop.event(({ kind }) => kind === 'turn-text')
    loop.process.kill('SIGKILL')
    await loop.ended
    expect((await here.cli(['resume', ID, '--json'])).code).toBe(0)
    here.write('mine.txt', 'mine\n')
    expect((await here.cli(['abort', ID, '--revert'])).code).toBe(0)
    expect(existsSync(join(place(here), 'done'))).toBe(false)
    expect(here.read('mine.txt')).toBe('mine\n')
  })
})

describe('merge', () => {
  test('rebases, proves again, moves the branch on, and removes worktree and branch', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    await begin(here)
    here.write('b.txt', 'b\n')
    commit(here, 'meanwhile')
    const end = await here.cli(['merge', ID])
    expect([end.code, end.out]).toEqual([0, expect.stringContaining('The loop ralph-merge-make-the-file-')])
    expect(existsSync(join(here.path, 'done'))).toBe(true)
    expect(here.git('log', '--format=%s').trim().split('\n')).toEqual([TASK, 'meanwhile', 'start'])
    expect(here.git('status', '--porcelain')).toBe('')
    expect(here.git('branch', '--list', 'agent-loop/*')).toBe('')
    expect(existsSync(place(here))).toBe(false)
    expect((await here.cli(['status', ID])).out).not.toContain('agent-loop merge')
    const again = await here.cli(['merge', ID, '--json'])
    expect(again.code).toBe(2)
    const list = (await here.cli(['list', '--json'])).events[0]?.['loops']
    expect(list).toMatchObject([{ status: 'verified', task: TASK }, { loop_id: ID }])
  })

  test('a branch that is not checked out is moved on without touching a file', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    const branch = here.git('symbolic-ref', '--short', 'HEAD').trim()
    await begin(here)
    here.git('checkout', '-q', '-b', 'other')
    expect((await here.cli(['merge', ID, '--json'])).events).toMatchObject([{ merged: true, onto: branch }])
    expect(existsSync(join(here.path, 'done'))).toBe(false)
    expect(here.git('show', '--stat', '--format=', branch)).toContain('done')
  })

  test('a conflict: exit 6 with the file, and everything is as it was', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    await begin(here, 'echo theirs > a.txt; touch done')
    here.write('a.txt', 'mine\n')
    commit(here, 'mine')
    const before = here.git('log', '--oneline', '--all')
    const end = await here.cli(['merge', ID])
    expect(end.code).toBe(6)
    expect(end.err).toMatch(/conflicts with \S+ in a\.txt/)
    expect(here.git('log', '--oneline', '--all')).toBe(before)
    expect(here.read('a.txt')).toBe('mine\n')
    expect(here.read(join(place(here), 'a.txt'))).toBe('theirs\n')
    expect(here.git('worktree', 'list').trim().split('\n')).toHaveLength(2)
  })

  test('a gate that is red on the result: exit 1, and everything is as it was', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    const id = 'ralph-count-files-0123abcd'
    const asked = ['run', 'count the files', '-c', 'test "$(ls | wc -l)" -eq 2', '--agent-cmd', 'touch b.txt']
    expect((await here.cli([...asked, '--loop-id', id, '--worktree'])).code).toBe(0)
    here.write('c.txt', 'c\n')
    commit(here, 'one more')
    const before = here.git('log', '--oneline', '--all')
    const end = await here.cli(['merge', id])
    expect([end.code, end.err]).toEqual([1, expect.stringContaining('The result was not verified')])
    expect(here.git('log', '--oneline', '--all')).toBe(before)
    expect(existsSync(join(here.path, 'b.txt'))).toBe(false)
  })

  test('uncommitted changes: those that the work does not touch stay; others are named before anything is run', async () => {
    const here = project({ 'a.txt': 'a\n', 'b.txt': 'b\n' }, { git: true })
    await begin(here, 'touch done; echo work > b.txt')
    here.write('a.txt', 'mine\n')
    here.write('b.txt', 'mine\n')
    const end = await here.cli(['merge', ID])
    expect([end.code, end.err]).toEqual([
      8,
      expect.stringContaining('uncommitted changes in b.txt; commit or stash them'),
    ])
    expect((await here.cli(['list', '--json'])).events[0]?.['loops']).toHaveLength(1)
    here.git('checkout', '-q', 'b.txt')
    expect((await here.cli(['merge', ID])).code).toBe(0)
    expect([here.read('a.txt'), here.read('b.txt')]).toEqual(['mine\n', 'work\n'])
  })

  test('a file of the person where the work adds one: exit 8 with its name before the gate is run, and it is as it was', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    await begin(here)
    here.write('done', 'mine\n')
    const end = await here.cli(['merge', ID])
    expect([end.code, end.err]).toEqual([8, expect.stringMatching(/untracked files .*: done\./)])
    expect(end.err).not.toContain('verifying the result')
    expect(here.read('done')).toBe('mine\n')
    expect((await here.cli(['list', '--json'])).events[0]?.['loops']).toHaveLength(1)
  })

  test('a tree in which a loop works: exit 8', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    await begin(here)
    const other = here.start(['run', TASK, '-c', DONE, '--agent-cmd', 'echo ready; sleep 1000', '--json'])
    await other.event(({ kind }) => kind === 'turn-text')
    expect((await here.cli(['merge', ID])).code).toBe(8)
    other.process.kill('SIGINT')
    await other.ended
  })

  test('only what is proven, and only what had a worktree', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    await begin(here, 'true', '--max-iterations', '1')
    const unproven = await here.cli(['merge', ID])
    expect([unproven.code, unproven.err]).toEqual([2, expect.stringContaining('is not verified (limit_reached)')])
    const own = 'ralph-own-00000000'
    await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done', '--loop-id', own])
    const direct = await here.cli(['merge', own])
    expect([direct.code, direct.err]).toEqual([2, expect.stringContaining('nothing to merge')])
    expect((await here.cli(['merge', 'ralph-no-00000000'])).code).toBe(2)
  })

  test('work that was committed by the agent keeps its commits', async () => {
    const here = project({ 'a.txt': 'a\n' }, { git: true })
    const agent = `echo x > x.txt; git add x.txt; git ${WHO.join(' ')} commit -q -m "step one"; touch done`
    await begin(here, agent)
    expect((await here.cli(['merge', ID])).code).toBe(0)
    expect(here.git('log', '--format=%s').trim().split('\n')).toEqual([TASK, 'step one', 'start'])
  })
})

test('status --all names the loops of other projects too', async () => {
  const here = project()
  const other = join(dirname(here.path), 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'a.txt'), '')
  const loop = here.start(['run', TASK, '-c', DONE, '--agent-cmd', 'echo ready; sleep 1000', '--json'], { cwd: other })
  await loop.event(({ kind }) => kind === 'turn-text')
  await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done', '--loop-id', ID])
  expect((await here.cli(['status', '--json'])).events[0]?.['loops']).toMatchObject([{ loop_id: ID }])
  const all = (await here.cli(['ralph-status', '--all', '--json'])).events[0]?.['loops']
  expect(all).toMatchObject([
    { status: 'running', working_directory: other },
    { loop_id: ID, status: 'verified' },
  ])
  const id = String((await loop.event(({ kind }) => kind === 'loop-start'))['loop'])
  expect((await here.cli(['abort', id])).code).toBe(0)
  await loop.ended
})
