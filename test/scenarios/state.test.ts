import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'
import { DONE, isRunning, type Json } from '../rig/project.ts'

const TASK = 'make the file'
const ID = 'ralph-make-the-file-0123abcd'
const fixer = ['run', TASK, '-c', DONE, '--agent-cmd', 'echo working; touch done', '--loop-id', ID, '--json']

describe('what a loop leaves behind', () => {
  test('the view: registry, state, progress, the prompt and the logs', async () => {
    const { cli, read } = project()
    await cli(fixer)
    expect(JSON.parse(read('.aiwg/ralph/registry.json'))).toMatchObject({
      version: '2.0.0',
      max_concurrent_loops: 4,
      active_loops: [],
      totals: { started: 1, ended: 1, verified: 1 },
    })
    expect(JSON.parse(read(`.aiwg/ralph/loops/${ID}/state.json`))).toMatchObject({
      loop_id: ID,
      task: TASK,
      status: 'verified',
      iteration: 1,
      max_iterations: 10,
      completion_criteria: expect.stringContaining(DONE),
    })
    expect(read(`.aiwg/ralph/loops/${ID}/progress.md`)).toContain('verified')
    expect(read(`.aiwg/ralph/loops/${ID}/iterations/001/prompt.md`)).toContain(TASK)
    expect(read(`.aiwg/ralph/loops/${ID}/iterations/001/agent.log`)).toBe('working\n')
    expect(read(`.aiwg/ralph/loops/${ID}/events.jsonl`).trim().split('\n')).toHaveLength(6)
  })

  test('the registry lists a loop while it runs', async () => {
    const { start, read } = project()
    const loop = start(['run', TASK, '-c', DONE, '--agent-cmd', 'echo ready; sleep 1000', '--loop-id', ID, '--json'])
    await loop.event(({ kind }) => kind === 'turn-text')
    const [entry] = JSON.parse(read('.aiwg/ralph/registry.json')).active_loops
    expect(entry).toMatchObject({
      loop_id: ID,
      task: TASK,
      status: 'running',
      iteration: 1,
      max_iterations: 10,
      pid: loop.process.pid,
    })
    expect(Object.keys(entry)).toEqual(
      expect.arrayContaining([
        'completion_criteria',
        'started_at',
        'last_active',
        'owner',
        'working_directory',
        'state_file',
      ]),
    )
    loop.process.kill('SIGINT')
    await loop.ended
  })

  test('git sees nothing of it', async () => {
    const { cli, git } = project({}, { git: true })
    await cli(fixer)
    expect(git('status', '--porcelain')).toBe('?? done\n')
  })

  test('the truth is in the home of the person, and nobody else may look', async () => {
    const { cli, home } = project()
    await cli(fixer)
    const store = join(home, '.local/state/agent-loop')
    expect(statSync(store).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(store, 'leases')).filter(name => name.endsWith('.json'))).toEqual([])
  })

  test('an agent that rewrites, deletes or replaces the view changes nothing that is decided', async () => {
    const { cli, path, home, read } = project()
    const agent = [
      'mkdir -p .aiwg/ralph/loops',
      `sed -i 's/"running"/"verified"/' .aiwg/ralph/registry.json .aiwg/ralph/loops/*/state.json`,
      'rm -rf .aiwg; ln -s /nowhere .aiwg || true',
    ].join('; ')
    const end = await cli(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--max-iterations', '2', '--json'])
    expect(end.events.at(-1)).toMatchObject({ status: 'limit_reached', iterations: 2 })
    expect(end.err).toContain('could not be written')
    rmSync(join(path, '.aiwg'))
    expect((await cli(['status', '--json'])).events[0]?.['loops']).toMatchObject([
      { status: 'limit_reached', iteration: 2 },
    ])
    await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done'])
    expect(JSON.parse(read('.aiwg/ralph/registry.json')).totals).toEqual({ started: 2, ended: 2, verified: 1 })
    expect(existsSync(join(home, '.local/state'))).toBe(true)
  })

  test('another state directory, by flag or environment', async () => {
    const { cli, path } = project()
    await cli([...fixer, '--state-dir', '.loops'])
    expect(existsSync(join(path, '.loops/registry.json'))).toBe(true)
    expect(existsSync(join(path, '.aiwg'))).toBe(false)
    const status = await cli(['status', '--json'], { env: { AGENT_LOOP_STATE_DIR: '.loops' } })
    expect(status.events[0]?.['loops']).toMatchObject([{ loop_id: ID }])
  })

  test('a name that is taken is refused, and the old loop stays as it was', async () => {
    const { cli, read } = project()
    await cli(fixer)
    const before = read(`.aiwg/ralph/loops/${ID}/events.jsonl`)
    const again = await cli(fixer)
    expect(again.code).toBe(2)
    expect(again.events.at(-1)).toMatchObject({ error: { message: expect.stringContaining(ID) } })
    expect(read(`.aiwg/ralph/loops/${ID}/events.jsonl`)).toBe(before)
  })

  test('a task without a Latin letter still gets a valid name', async () => {
    const { cli } = project()
    const end = await cli(['run', '修复测试', '-c', DONE, '--agent-cmd', 'touch done', '--json'])
    expect(end.events.at(-1)?.['loop']).toMatch(/^ralph-[a-z0-9]+(-[a-z0-9]+)*-[a-f0-9]{8}$/)
  })
})

describe('status and list', () => {
  test('answer with one loop, with many, with none, for people and for programs', async () => {
    const { cli } = project()
    expect((await cli(['status'])).out).toContain('No loop is active')
    expect((await cli(['list', '--json'])).events).toEqual([{ loops: [] }])
    await cli(fixer)
    const one = await cli(['status', ID, '--json'])
    expect(one.events[0]?.['loops']).toMatchObject([
      { loop_id: ID, status: 'verified', verdict: 'verified', spent: { ms: expect.any(Number) } },
    ])
    expect((await cli(['ralph-status', '--all'])).out).toContain(ID)
    expect((await cli(['list'])).out).toMatch(new RegExp(`^${ID}  verified`))
  })

  test('one damaged journal hides no other loop', async () => {
    const { cli, start, home } = project()
    const loop = start(['run', TASK, '-c', DONE, '--agent-cmd', 'echo ready; sleep 1000', '--loop-id', ID, '--json'])
    await loop.event(({ kind }) => kind === 'turn-text')
    loop.process.kill('SIGKILL')
    await loop.ended
    const projects = join(home, '.local/state/agent-loop/projects')
    const journal = join(projects, readdirSync(projects)[0] ?? '', 'loops', ID, 'events.jsonl')
    writeFileSync(journal, `damaged\n${readFileSync(journal, 'utf8')}`)
    await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done'])
    const status = await cli(['status', '--json'])
    expect(status.events[0]?.['loops']).toMatchObject([
      { loop_id: ID, status: 'interrupted', missing: expect.stringContaining('damaged') },
      { status: 'verified' },
    ])
  })

  test('a damaged lease is no free tree: exit 8', async () => {
    const { cli, start, home } = project()
    const loop = start(['run', TASK, '-c', DONE, '--agent-cmd', 'echo ready; sleep 1000', '--json'])
    await loop.event(({ kind }) => kind === 'turn-text')
    const leases = join(home, '.local/state/agent-loop/leases')
    const [lease = ''] = readdirSync(leases).filter(name => name.endsWith('.json'))
    writeFileSync(join(leases, lease), '')
    const second = await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch called'])
    expect(second.code).toBe(8)
    expect(second.err).toContain(lease)
    loop.process.kill('SIGINT')
    await loop.ended
  })

  test('a full disk: the loop rests (9) with the reason, and no process is left', async ({ skip }) => {
    const small = mkdtempSync(join(tmpdir(), 'agent-loop-small-'))
    onTestFinished(() => rmSync(small, { recursive: true, force: true }))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small], { stdio: 'ignore' })
    } catch {
      skip('a small disk cannot be mounted here')
    }
    onTestFinished(() => void execFileSync('umount', [small]))
    // A process of its own, which keeps no file of the small disk open.
    const { start } = project()
    const agent = 'echo "pid $$"; yes hello | head -c 5000000; setsid sleep 1000 & echo "pid $!"; wait'
    const run = ['run', TASK, '-c', DONE, '--agent-cmd', agent, '--turn-timeout', '2s', '--json']
    const end = await start(run, { env: { XDG_STATE_HOME: small } }).ended
    expect(end.code).toBe(9)
    expect(end.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'paused' })
    expect(JSON.stringify(end.events.at(-1))).toContain('ENOSPC')
    const said = end.events
      .filter(({ kind }) => kind === 'turn-text')
      .map(({ text }) => text)
      .join('')
    expect([...said.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid)).filter(isRunning)).toEqual([])
  })

  test('an unwritable store is said before an agent is called', async () => {
    const { cli, home, path } = project()
    mkdirSync(join(home, '.local'))
    writeFileSync(join(home, '.local/state'), 'a file where a directory belongs')
    const end = await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch called', '--json'])
    expect(end.code).toBe(4)
    expect(end.events.at(-1)).toMatchObject({ error: { code: 'storage' } } satisfies Json)
    expect(existsSync(join(path, 'called'))).toBe(false)
  })
})
