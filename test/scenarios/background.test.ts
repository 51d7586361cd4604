import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { background, DONE, TASK, turns, until } from '../rig/background.ts'
import { isRunning } from '../rig/project.ts'

/** Says who it is, and works until it may end. */
const PATIENT = 'echo "pid $$"; echo $$ >> agents; until [ -f go ]; do sleep 0.1; done; touch done'
const agentsIn = (text: string): number[] => text.trimEnd().split('\n').map(Number)

describe('start', () => {
  test('begins a loop that goes on without us: status, logs, attach, and verified', async () => {
    const here = background({}, { git: true })
    const started = await here.cli(['start', TASK, '-c', DONE, '--agent-cmd', PATIENT, '--json'])
    expect(started.code).toBe(0)
    const { loop_id: id, pid, commands, status } = started.events[0] as Record<string, unknown>
    expect(status).toBe('running')
    expect(pid).toBe(here.daemonPid())
    expect(commands).toEqual({
      status: `agent-loop status ${id}`,
      logs: `agent-loop logs ${id} -f`,
      attach: `agent-loop attach ${id}`,
      abort: `agent-loop abort ${id}`,
    })
    expect(await here.stands(String(id), 'running')).toMatchObject({ pid, owner: { kind: 'background' } })
    const watching = here.start(['attach', String(id), '--json'])
    await watching.event(({ kind, text }) => kind === 'turn-text' && String(text).includes('pid'))
    const left = here.start(['attach', String(id), '--json'])
    await left.event(({ kind }) => kind === 'turn-start')
    left.process.kill('SIGINT')
    expect((await left.ended).code).toBe(0)
    here.write('go', '')
    const seen = await watching.ended
    expect(seen.code).toBe(0)
    expect(seen.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'verified' })
    await here.stands(String(id), 'verified')
    expect((await here.cli(['logs', String(id)])).out).toContain('pid')
  })

  test('is what run --external does, and the program under its other names', async () => {
    const here = background()
    const flags = ['-c', DONE, '--agent-cmd', 'touch done']
    const run = await here.cli(['run', TASK, '--external', ...flags])
    expect(run.code).toBe(0)
    const id = /^(ralph-\S+) runs in the background/.exec(run.out)?.[1] ?? ''
    expect(run.out).toContain(`agent-loop attach ${id}`)
    await here.stands(id, 'verified')
    for (const name of ['agent-loop-ext', 'ralph-external']) {
      symlinkSync(join(process.cwd(), 'dist/cli.cjs'), join(here.home, name))
      const ext = await here.program(join(here.home, name), [
        'make it again',
        '-c',
        `test -f ${name}`,
        '--agent-cmd',
        `touch ${name}`,
      ])
      expect(ext.out).toContain('runs in the background')
      await here.stands(/^(ralph-\S+) /.exec(ext.out)?.[1] ?? '', 'verified')
    }
  })

  test('refuses in the foreground, and begins no daemon for it', async () => {
    const here = background()
    const codes = [
      ['start', TASK],
      ['start', 'make it better', '--agent-cmd', 'true'],
      ['start', TASK, '-c', 'the code is clean', '--agent-cmd', 'true'],
      ['start', TASK, '-c', DONE, '--agent-cmd', 'true', '--max-cost', '1'],
      ['start', TASK, '-c', DONE, '--agent-cmd', 'true', '--max-iterations', '-1'],
    ]
    const ends = await Promise.all(codes.map(args => here.cli(args)))
    expect(ends.map(({ code }) => code)).toEqual([7, 3, 3, 2, 2])
    expect(
      (await here.cli(['start', TASK, '-c', DONE, '--agent-cmd', 'x'], { env: { AGENT_LOOP_ID: 'x' } })).code,
    ).toBe(8)
    expect(here.daemonPid()).toBe(0)
  })

  test('one tree, one loop: the second is refused with the name of the first', async () => {
    const here = background()
    const id = await here.begin(PATIENT)
    const second = await here.cli(['start', TASK, '-c', DONE, '--agent-cmd', 'true'])
    expect(second.code).toBe(8)
    expect(second.err).toContain(id)
    const foreground = await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', 'true'])
    expect(foreground.code).toBe(8)
    here.write('go', '')
    await here.stands(id, 'verified')
  })

  test('many at once, in as many projects: one daemon runs them all', async () => {
    const here = background()
    const places = ['a', 'b', 'c', 'd'].map(name => {
      here.write(`${name}/keep`, '')
      return join(here.path, name)
    })
    const ends = await Promise.all(
      places.map(cwd => here.cli(['start', TASK, '-c', DONE, '--agent-cmd', PATIENT, '--json', '--cwd', cwd])),
    )
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(new Set(ends.map(({ events }) => events[0]?.['pid']))).toEqual(new Set([here.daemonPid()]))
    for (const cwd of places) await until(() => existsSync(join(cwd, 'agents')))
    for (const name of ['a', 'b', 'c', 'd']) here.write(`${name}/go`, '')
    for (const [index, cwd] of places.entries()) {
      const id = String(ends[index]?.events[0]?.['loop_id'])
      await until(async () => (await here.cli(['status', id, '--cwd', cwd])).out.includes('verified'))
    }
  })

  test('the environment is that of the terminal, kept private and only while the loop lives', async () => {
    const here = background()
    const first = await here.begin('true', '--max-iterations', '1')
    await here.stands(first, 'limit_reached')
    const told = await here.cli(
      ['start', TASK, '-c', DONE, '--json', '--agent-cmd', `printf %s "$WORD" > word; ${PATIENT}`],
      { env: { WORD: 'from this terminal' } },
    )
    const id = String(told.events[0]?.['loop_id'])
    await until(() => existsSync(join(here.path, 'agents')))
    expect(here.read('word')).toBe('from this terminal')
    const jobs = join(here.home, '.local/state/agent-loop/daemon/jobs')
    expect(readdirSync(jobs)).toEqual([`${id}.json`])
    expect(statSync(join(jobs, `${id}.json`)).mode & 0o777).toBe(0o600)
    expect(readFileSync(`/proc/${here.daemonPid()}/environ`, 'utf8')).not.toContain('from this terminal')
    here.write('go', '')
    await here.stands(id, 'verified')
    await until(() => readdirSync(jobs).length === 0)
  })
})

describe('control', () => {
  test('abort, pause, tell and resume reach it; resume goes back to the background', async () => {
    const here = background()
    const id = await here.begin('cat >> heard; echo $$ >> agents; until [ -f go ]; do sleep 0.1; done; rm go')
    await until(() => existsSync(join(here.path, 'agents')))
    expect((await here.cli(['tell', id, 'look at the parser'])).code).toBe(0)
    expect((await here.cli(['pause', id])).code).toBe(0)
    here.write('go', '')
    await here.stands(id, 'paused')
    const again = await here.cli(['resume', id, '--json'])
    expect(again.events[0]).toMatchObject({ loop_id: id, status: 'running', pid: here.daemonPid() })
    await until(() => here.read('heard').includes('look at the parser'))
    await here.stands(id, 'running')
    const [agent] = agentsIn(here.read('agents')).slice(-1)
    expect((await here.cli(['abort', id])).code).toBe(0)
    expect(isRunning(agent ?? 0)).toBe(false)
    expect(await here.loop(id)).toMatchObject({ status: 'aborted' })
    expect(isRunning(here.daemonPid())).toBe(true)
  })

  test('a limit: raised and resumed in the background, or taken here', async () => {
    const here = background()
    const id = await here.begin('echo x >> turns; [ $(wc -l < turns) -lt 3 ] || touch done', '--max-iterations', '1')
    await here.stands(id, 'limit_reached')
    expect((await here.cli(['resume', id])).code).toBe(2)
    expect((await here.cli(['resume', id, '--max-iterations', '2', '-y'])).out).toContain('runs in the background')
    await here.stands(id, 'limit_reached')
    const taken = await here.cli(['resume', id, '--max-iterations', '3', '-y', '--foreground', '--json'])
    expect(taken.code).toBe(0)
    expect(turns(here.journal(id))).toEqual([1, 2, 3])
  })

  test('with no daemon alive everything still answers: interrupted, and the command that goes on', async () => {
    const here = background()
    const id = await here.begin(PATIENT)
    await until(() => existsSync(join(here.path, 'agents')))
    expect((await here.cli(['daemon', 'stop'])).code).toBe(8)
    expect((await here.cli(['daemon', 'stop', '--force'])).code).toBe(0)
    await until(() => !isRunning(here.daemonPid()))
    const status = await here.cli(['status', id])
    expect(status.out).toContain('interrupted')
    expect(status.out).toContain(`agent-loop resume ${id}`)
    expect((await here.cli(['logs', id])).out).toContain('pid')
    expect((await here.cli(['attach', id])).out).toContain(`agent-loop resume ${id}`)
    expect(agentsIn(here.read('agents')).filter(isRunning)).toEqual([])
    expect((await here.cli(['abort', id])).code).toBe(0)
    expect(await here.loop(id)).toMatchObject({ status: 'aborted' })
    expect(readdirSync(join(here.home, '.local/state/agent-loop/daemon/jobs'))).toEqual([])
  })
})
