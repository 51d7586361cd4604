import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { demoFolderPrefix } from '../../src/run/clean/demo-folder.ts'
import { fastProject as project } from '../rig/in-process.ts'
import type { Json, Project } from '../rig/project.ts'
import { hasTerminals, onTerminal } from '../rig/terminal.ts'

const FAILING = { 'check.sh': 'test -f done\n', 'README.md': '# Calc\n' }
const CHECK = 'sh check.sh'
const run = (...more: readonly string[]): readonly string[] => ['run', 'make the file done', '-c', CHECK, ...more]
const isTurn = ({ kind }: Json): boolean => kind === 'baseline-end' || kind === 'turn-start'

describe('what cannot work is said before the first check', () => {
  test.each([
    ['an agent that is not installed', ['--agent', 'claude'], {}, 7, 'The agent claude is not installed'],
    ['a state home in a file', ['--agent-cmd', 'true'], { XDG_STATE_HOME: '/dev/null' }, 4, 'state home'],
  ] as const)('%s', async (_, args, env, code, says) => {
    const here = project(FAILING)
    const end = await here.cli(run(...args, '--json'), { env: { PATH: '/usr/bin:/bin', ...env } })
    expect([end.code, end.events.some(isTurn)]).toEqual([code, false])
    expect(`${end.out}${end.err}`).toContain(says)
  })

  test('verify with a state home that cannot be made: one sentence, and exit 4', async () => {
    const here = project({ ...FAILING, 'a-file': '' })
    const end = await here.cli(['verify', CHECK], { env: { XDG_STATE_HOME: join(here.path, 'a-file', 'state') } })
    expect(end.code).toBe(4)
    expect(end.err.trim().split('\n')).toHaveLength(2)
    expect(end.err).toContain('is not writable')
  })

  test.skipIf(process.getuid?.() === 0)('a tree that is read-only', async () => {
    const here = project(FAILING)
    chmodSync(here.path, 0o500)
    const end = await here.cli(run('--agent-cmd', 'true', '--json'))
    chmodSync(here.path, 0o700)
    expect([end.code, end.events.some(isTurn)]).toEqual([4, false])
  })

  test('no bubblewrap for --sandbox', async () => {
    const here = project({ ...FAILING, 'bin/x': '' })
    for (const name of ['sh', 'bash', 'git', 'node']) link(here, name)
    const bare = { PATH: join(here.path, 'bin') }
    const end = await here.start(run('--agent-cmd', 'true', '--sandbox', '--json'), { env: bare }).ended
    expect([end.code, end.events.some(isTurn)]).toEqual([2, false])
    expect(`${end.out}${end.err}`).not.toContain('--sandbox none')
  })
})

function link({ path }: Project, name: string): void {
  const found = (process.env['PATH'] ?? '')
    .split(':')
    .map(folder => join(folder, name))
    .find(existsSync)
  if (found) symlinkSync(found, join(path, 'bin', name))
}

describe('programs', () => {
  test('those of the project are found; a missing one is never turned into a package', async () => {
    const here = project({ 'package.json': '{"name":"x"}' })
    for (const path of ['node_modules/.bin/our-lint', 'vendor/bin/our-lint2', '.venv/bin/our-lint3']) {
      mkdirSync(join(here.path, path, '..'), { recursive: true })
      writeFileSync(join(here.path, path), '#!/bin/sh\ntest -d "$1"\n', { mode: 0o755 })
    }
    for (const name of ['our-lint', 'our-lint2', 'our-lint3'])
      expect((await here.cli(['verify', `\`${name} .\` passes`])).code).toBe(0)
    const typo = await here.cli(['verify', '`pytset -q` passes'])
    expect([typo.code, typo.out]).toEqual([4, expect.stringContaining('Did you mean pytest?')])
    expect((await here.cli(['verify', '`nonexistent-cmd x` passes'])).out).not.toMatch(/npm install|pip install/)
  })
})

test('of output in an unknown format the last lines are shown, however long the others are', async () => {
  const here = project({
    'long.sh': 'for i in $(seq 400); do printf "%0300d\\n" $i; done; echo wrong password for db; exit 3\n',
  })
  expect((await here.cli(['verify', 'sh long.sh'])).out).toContain('wrong password for db')
  const end = await here.cli(['run', 'fix it', '-c', 'sh long.sh', '--agent-cmd', 'true', '--max-iterations', '1'])
  expect(end.out).toContain('wrong password for db')
  // The agent said nothing, so it claims nothing.
  expect(end.out).toContain('ended its turn')
})

describe('a loop that was interrupted', () => {
  test('is resumed by its latest, without an id', async () => {
    const here = project(FAILING)
    const agent = 'if [ -f second ]; then touch done; else touch second; echo ready; sleep 60; fi'
    const loop = here.start(run('--agent-cmd', agent, '--json'))
    await loop.event(event => event['kind'] === 'turn-text')
    loop.process.kill('SIGINT')
    expect((await loop.ended).code).toBe(130)
    const resumed = await here.cli(['resume', '--json'])
    expect(resumed.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'verified' })
  })
})

describe('merge with uncommitted changes', () => {
  test('an unrelated file stays as it is; one that the work changes too is named', async () => {
    const here = project(FAILING, { git: true })
    const agent = 'touch done; echo work >> check.sh; echo "test -f done" > check.sh; echo x > other.txt'
    const end = await here.cli([...run('--agent-cmd', agent, '--worktree', '--may-change', 'check.sh'), '--json'])
    const id = String(end.events[0]?.['loop'])
    expect(end.events.at(-1)).toMatchObject({ status: 'verified' })
    here.write('README.md', '# Mine\n')
    here.write('other.txt', 'mine\n')
    const refused = await here.cli(['merge', id])
    expect([refused.code, refused.err]).toEqual([8, expect.stringContaining('other.txt')])
    rmSync(join(here.path, 'other.txt'))
    expect((await here.cli(['merge', id])).code).toBe(0)
    expect([here.read('README.md'), here.read('other.txt')]).toEqual(['# Mine\n', 'x\n'])
  })
})

describe('without a person', () => {
  test('a dry run shows a criterion that would need one', async () => {
    const here = project({ 'package.json': '{"name":"x","scripts":{"test":"node --test"}}', 'a.test.js': '' })
    const end = await here.cli(['fix the failing tests', '--dry-run', '--agent-cmd', 'true'])
    expect([end.code, end.out]).toEqual([0, expect.stringContaining('Nothing was run.')])
  })

  test('an empty project leads to commands that work', async () => {
    const here = project()
    const task = 'implement a test suite for this project'
    const end = await here.cli([task, '--agent-cmd', 'true', '-y'])
    expect([end.code, end.err]).toEqual([3, expect.stringContaining(`agent-loop '${task}' -c pytest`)])
  })

  test('a question starts no loop, and words without quotes are put in quotes', async () => {
    const here = project(FAILING)
    expect((await here.cli(['what does it do?', '--agent-cmd', 'true'])).code).toBe(3)
    const bare = await here.cli(['fix', 'the', 'tests', '--agent-cmd', 'a b'])
    expect([bare.code, bare.err]).toEqual([2, expect.stringContaining("agent-loop 'fix the tests' --agent-cmd 'a b'")])
    expect((await here.cli(['cancel'])).err).toContain('agent-loop abort')
    expect((await here.cli(['start'])).err).toContain('agent-loop start')
  })
})

test.skipIf(!hasTerminals)('on a terminal, a missing criterion is asked for', async () => {
  const here = project({ 'package.json': '{"name":"x","scripts":{"test":"test -f done"}}' })
  const { code, out } = await onTerminal(
    here,
    ['iterate on the parser', '--agent-cmd', 'touch done'],
    [['What command verifies completion?', '\r']],
  )
  expect(out).toContain('npm test')
  expect(code).toBe(0)
})

describe('files of the project', () => {
  test('README finds Readme.md; a name must be exact where the name is asked for', async () => {
    const here = project({ 'Readme.md': '# The license\n' })
    expect((await here.cli(['verify', 'README mentions license'])).code).toBe(0)
    expect((await here.cli(['verify', 'README.md exists'])).code).toBe(1)
  })

  test('the activity log gets entries, which are no work; the acceptance criteria and `blocked` reach the agent', async () => {
    const here = project({
      ...FAILING,
      '.aiwg/activity.log': '# Activity\n',
      '.aiwg/requirements/UC-AUTH-001.md':
        '# UC-AUTH-001\n\n## Acceptance criteria\n\n- Three failures lock the account\n',
    })
    const agent = 'cat > prompt.txt; agent-loop blocked --reason "no password"'
    const env = {
      PATH: (process.env['PATH'] ?? '')
        .split(':')
        .filter(at => !existsSync(join(at, 'agent-loop')))
        .join(':'),
    }
    const implement = ['run', 'implement UC-AUTH-001', '-c', CHECK, '--agent-cmd', agent, '--max-iterations', '1']
    // A process of its own, for the agent calls the program that runs it.
    const end = await here.start(implement, { env }).ended
    expect(end.out).toContain('no password')
    expect(here.read('prompt.txt')).toContain('Three failures lock the account')
    expect(here.read('.aiwg/activity.log')).toMatch(
      /^# Activity\n## \[.*\] loop-start \| ralph-.*\n## \[.*\] loop-end \| ralph-.*blocked.*\n$/,
    )
  })
})

test('clean removes worktrees and demo folders of loops that have ended, and keeps work that is nowhere else', async () => {
  const here = project(FAILING, { git: true })
  const tmp = join(here.home, 'tmp')
  mkdirSync(tmp)
  const env = { TMPDIR: tmp }
  await here.cli(run('--agent-cmd', 'true', '--worktree', '--max-iterations', '1'), { env })
  await here.cli(run('--agent-cmd', 'touch done', '--worktree'), { env })
  mkdirSync(join(tmp, `${basename(demoFolderPrefix(here.env))}x`))
  const items = async (...flags: readonly string[]) =>
    (await here.start(['clean', '--json', ...flags], { env }).ended).events[0]?.['items'] as readonly Json[]
  expect((await items()).map(({ kind, done }) => [kind, done])).toEqual([
    ['worktree', false],
    ['worktree', false],
    ['demo', false],
  ])
  expect((await items('--yes')).filter(({ done }) => done).map(({ kind }) => kind)).toEqual(['demo'])
  expect((await items('--force')).every(({ done }) => done)).toBe(true)
  expect(await items()).toEqual([])
})
