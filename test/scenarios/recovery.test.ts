import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { layoutOf } from '../../src/store/layout.ts'
import { treeOf } from '../../src/system/tree.ts'
import { until } from '../rig/background.ts'
import { project } from '../rig/in-process.ts'
import { sampled } from '../rig/long-form.ts'
import { DONE, type Ended, type Json, type Project, type Running } from '../rig/project.ts'

const TASK = 'make the file'
const says = (word: string) => (event: Json) => event['kind'] === 'turn-text' && String(event['text']).includes(word)
const begin = ({ start }: Project, agent: string, ...more: readonly string[]): Running =>
  start(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--json', ...more])
const idOf = async (loop: Running): Promise<string> =>
  String((await loop.event(({ kind }) => kind === 'loop-start'))['loop'])

/** The words of a command that was printed, as a shell would split them. */
const pasted = (text: string, pattern: RegExp): string[] =>
  (pattern.exec(text)?.[1] ?? '').split(/ (?=(?:[^']*'[^']*')*[^']*$)/).map(word => word.replaceAll("'", ''))

describe('abort --revert during a turn', () => {
  test("a person's edits are named and saved, and the printed commands bring them back", async () => {
    const here = project({ 'a.txt': 'one\n', 'b.txt': 'two\n' }, { git: true })
    const loop = begin(here, 'echo agent > a.txt; echo ready; sleep 1000')
    await loop.event(says('ready'))
    const id = await idOf(loop)
    here.write('b.txt', 'edited by a person\n')
    here.write('my notes.txt', 'by a person\n')
    const end = await here.cli(['abort', '--revert'])
    expect(end.code).toBe(0)
    await loop.ended
    expect(here.read('b.txt')).toBe('two\n')
    for (const line of ['modified a.txt', 'modified b.txt', 'added my notes.txt']) expect(end.out).toContain(line)
    const all = pasted(end.out, /all of them back: agent-loop (.+)$/m)
    const one = pasted(end.out, /one of them back: agent-loop (.+)$/m)
    const notes = await here.cli([...one.slice(0, -1), 'my notes.txt'], { cwd: here.home })
    expect([notes.code, notes.out]).toEqual([0, expect.stringContaining('1 written, 0 removed')])
    expect([here.read('my notes.txt'), here.read('a.txt')]).toEqual(['by a person\n', 'one\n'])
    const undo = await here.cli(pasted(notes.out, /To undo this: agent-loop (.+)$/m))
    expect([undo.code, undo.out]).toEqual([0, expect.stringContaining('0 written, 1 removed')])
    expect((await here.cli(all)).code).toBe(0)
    expect([here.read('a.txt'), here.read('b.txt')]).toEqual(['agent\n', 'edited by a person\n'])
    expect(here.read('my notes.txt')).toBe('by a person\n')
    expect((await here.cli(['restore', id, 'saved-99'])).code).toBe(2)
    expect((await here.cli(['restore', id, 'saved-1', '--path', 'nowhere', '--force'])).err).toContain('nowhere')
  })

  test('--json names the files and the command; a later edit is not overwritten without --force', async () => {
    const here = project({ 'a.txt': 'one\n' }, { git: true })
    const loop = begin(here, 'echo agent > a.txt; echo ready; sleep 1000')
    await loop.event(says('ready'))
    const id = await idOf(loop)
    const { events } = await here.cli(['abort', '--revert', '--json'])
    await loop.ended
    expect(events[0]).toMatchObject({
      reverted: { kind: 'reverted', changed: [{ path: 'a.txt', status: 'modified' }] },
      undo: `agent-loop restore ${id} saved-1`,
    })
    here.write('a.txt', 'by a person, later\n')
    expect((await here.cli(['restore', id, 'saved-1', '--path', 'a.txt'])).code).toBe(8)
    expect(here.read('a.txt')).toBe('by a person, later\n')
  })

  test('commits that were made meanwhile are named, with a command that keeps them', async () => {
    const here = project({ 'a.txt': 'one\n' }, { git: true })
    const loop = begin(here, 'echo ready; sleep 1000')
    await loop.event(says('ready'))
    here.write('a.txt', 'by a person\n')
    here.git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qam', 'mine')
    const commit = here.git('rev-parse', 'HEAD').trim()
    const end = await here.cli(['abort', '--revert'])
    await loop.ended
    here.git(...pasted(end.out, /keep its commits: git (.+)$/m))
    expect(here.git('branch', '--contains', commit)).toContain(`kept-${commit.slice(0, 8)}`)
  })
})

describe('abort --revert after the agent changed .git itself', () => {
  const WHO = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']
  const ID = 'ralph-make-the-file-0123abcd'
  const run = (here: Project, agent: string): Promise<Ended> =>
    here.cli(['run', TASK, '-c', 'false', '--agent-cmd', agent, '--loop-id', ID, '--max-iterations', '1'])
  /** Prints the latest commit of a repository, with the name of its branch. */
  const tipOf = (other: string): string =>
    `git -C '${other}' for-each-ref --format='%(objectname) %(refname)' refs/heads`
  const stateOf = ({ git }: Project): readonly string[] => [
    git('log', '--format=%H %s', '--all'),
    git('status', '--porcelain=v2', '--branch'),
  ]

  test.each(
    sampled(
      [
        ['a .git file that names another repository', (other: string) => `echo 'gitdir: ${other}/.git' > .git`],
        ['a link to another repository', (other: string) => `ln -s '${other}/.git' .git`],
        [
          'the branches of another repository',
          (other: string) => `cp -r ../kept .git; echo '${other}/.git' > .git/commondir`,
        ],
        [
          'a link to the branches of another one',
          (other: string) =>
            `cp -r ../kept .git; rm -r .git/refs/heads; ln -s '${other}/.git/refs/heads' .git/refs/heads`,
        ],
        [
          'a project that is a bare repository with those branches, after .git was broken',
          (other: string) =>
            `cp -r ../kept .git; cp .git/HEAD HEAD; printf '%s\\0' '${other}/.git' > commondir; truncate -s 51M HEAD commondir; ${tipOf(other)} > .git/packed-refs; mv .git/refs .git/refs-away`,
        ],
        [
          'branches in a folder whose name ends with a space',
          (other: string) =>
            `cp -r ../kept .git; ln -s '${other}/.git' '.git/. '; ${tipOf(other)} | cut -c1-40 > ".git/$(sed 's/ref: //' .git/HEAD)"; echo '. ' > .git/commondir`,
        ],
      ],
      3,
    ),
  )('%s: that one is not touched, and the files are restored', async (_, redirect) => {
    const here = project({ 'a.txt': 'one\n' }, { git: true })
    const other = join(here.home, 'other')
    here.git('clone', '-q', '.', other)
    const there: Project = { ...here, git: (...args) => here.git('-C', other, ...args) }
    there.git(...WHO, 'commit', '-q', '--allow-empty', '-m', 'a day of work')
    writeFileSync(join(other, 'staged.txt'), 'by a person\n')
    there.git('add', 'staged.txt')
    const before = stateOf(there)
    expect((await run(here, `echo two > a.txt; mv .git ../kept; ${redirect(other)}`)).code).toBe(1)
    const end = await here.cli(['abort', ID, '--revert'])
    expect(end).toMatchObject({ code: 4, out: expect.stringContaining('The branch and the index were not restored') })
    expect(stateOf(there)).toEqual(before)
    expect(here.read('a.txt')).toBe('one\n')
  })

  test('a link in the place of the log of a branch is not written through', async () => {
    const here = project({ 'a.txt': 'one\n' }, { git: true })
    const profile = join(here.home, '.profile')
    writeFileSync(profile, 'mine\n')
    const agent = `git ${WHO.join(' ')} commit -q --allow-empty -m x; ln -sf '${profile}' .git/logs/HEAD`
    expect((await run(here, agent)).code).toBe(1)
    const end = await here.cli(['abort', ID, '--revert'])
    expect(end).toMatchObject({ code: 4, out: expect.stringContaining('.git/logs/HEAD is a link') })
    expect(readFileSync(profile, 'utf8')).toBe('mine\n')
  })
})

describe('arguments', () => {
  test('a report or a state home in a place where nothing can be created is refused, and nothing hangs', async () => {
    const here = project()
    const report = await here.cli(['verify', 'test -d .', '--ctrf', '/proc/nowhere/report.json'])
    expect([report.code, report.err]).toEqual([2, expect.stringContaining('Cannot write the report')])
    const state = await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done'], {
      env: { XDG_STATE_HOME: '/proc/nowhere/state' },
    })
    expect([state.code, state.err]).toEqual([4, expect.stringContaining('/proc/nowhere')])
  })

  test('a flag of the other form of daemon is refused', async () => {
    const here = project()
    for (const words of ['run --force', 'stop --watched']) {
      const end = await here.cli(['daemon', ...words.split(' ')])
      expect([end.code, end.err]).toEqual([2, expect.stringContaining('does not take')])
    }
  })
})

describe('time of a process that was killed', () => {
  const HOUR = 3_600_000
  const lost = (here: Project, id: string): number => {
    const path = join(layoutOf({ HOME: here.home }, treeOf(here.path), null).project, 'loops', id, 'time.json')
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { ms: number }).ms : 0
  }
  /** Kills the loop when more than a second of its step is recorded; resolves to what is recorded. */
  const killed = async (here: Project, loop: Running, id: string): Promise<number> => {
    await until(() => lost(here, id) > 1_000)
    loop.process.kill('SIGKILL')
    await loop.ended
    return lost(here, id)
  }
  const facts = (end: Ended, kind: string): Json => end.events.find(event => event['kind'] === kind) ?? {}
  const spent = async (here: Project, id: string): Promise<number> => {
    const { loops } = (await here.cli(['status', id, '--json'])).events[0] as { loops: { spent: { ms: number } }[] }
    return loops[0]?.spent.ms ?? 0
  }

  test('in a turn: it counts against the time limit', async () => {
    const here = project()
    const loop = begin(here, 'echo ready; sleep 1000')
    const id = await idOf(loop)
    await loop.event(says('ready'))
    const ms = await killed(here, loop, id)
    const again = await here.cli(['resume', id, '--timeout', `${Math.floor(ms / 1000)}s`, '--json'])
    expect(again.code).toBe(1)
    expect(facts(again, 'turn-end')).toMatchObject({ ended: 'lost', duration_ms: ms })
    expect(again.events.at(-1)).toMatchObject({ status: 'limit_reached', outcome: { limit: 'time' } })
    expect(await spent(here, id)).toBeGreaterThanOrEqual(ms)
    expect(await spent(here, id)).toBeLessThan(HOUR)
  })

  test.each([
    ['in a check', 1],
    ['in a proof', 2],
  ])('%s, twice: both attempts count once the check has a result', async (_, slowRun) => {
    const here = project({
      'check.sh': `test -f done || exit 1; echo >> "$RUNS"; if [ -f "$RUNS-slow" ] && [ $(wc -l < "$RUNS") -ge ${slowRun} ]; then sleep 1000; fi`,
    })
    const runs = join(here.home, 'runs')
    const env = { RUNS: runs }
    writeFileSync(runs, '')
    writeFileSync(`${runs}-slow`, '')
    const args = ['run', TASK, '-c', 'sh check.sh', '--agent-cmd', 'touch done', '--json']
    const first = here.start(args, { env })
    const id = await idOf(first)
    await first.event(({ kind }) => kind === 'turn-end')
    const one = await killed(here, first, id)
    const second = here.start(['resume', id, '--json'], { env })
    await until(() => lost(here, id) > one)
    second.process.kill('SIGKILL')
    await second.ended
    const both = lost(here, id)
    rmSync(`${runs}-slow`)
    const again = await here.cli(['resume', id, '--json'], { env })
    expect(again.code).toBe(0)
    expect(Number(facts(again, 'check-end')['duration_ms'])).toBeGreaterThanOrEqual(both)
    expect(await spent(here, id)).toBeGreaterThanOrEqual(both)
    // A check that runs to its end leaves nothing to count again.
    expect(lost(here, id)).toBeLessThan(1_000)
  })
})
