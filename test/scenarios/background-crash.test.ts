import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Background, background, DONE, TASK, turns, until } from '../rig/background.ts'
import { variant } from '../rig/long-form.ts'
import { isRunning } from '../rig/project.ts'

/** Deaf to every polite signal; says who it is, and works until it may end. */
const DEAF = 'trap "" TERM INT HUP; echo "pid $$"; echo $$ >> agents; until [ -f go ]; do sleep 0.1; done; touch done'
const agentsOf = ({ path }: Background): number[] => {
  const file = join(path, 'agents')
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').map(Number) : []
}
const alive = (here: Background): number[] => agentsOf(here).filter(isRunning)

const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
const childrenOf = (pid: number): number[] => {
  try {
    const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    return found.split('\n').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
const another = (here: Background, old: number): Promise<number> =>
  until(() => (here.daemonPid() !== old && isRunning(here.daemonPid()) ? here.daemonPid() : null))

describe('a daemon that is killed', () => {
  test('during a turn: another is there, the loop goes on, one agent works, what the turn printed is kept', async () => {
    const here = background({}, { git: true })
    const id = await here.begin(DEAF)
    await until(() => alive(here).length === 1)
    const [old, first] = [here.daemonPid(), agentsOf(here)[0] ?? 0]
    const watching = here.start(['attach', id, '--json'])
    await watching.event(({ kind }) => kind === 'turn-start')
    process.kill(old, 'SIGKILL')
    await another(here, old)
    await until(() => agentsOf(here).length === 2)
    expect(alive(here)).toEqual([agentsOf(here)[1]])
    expect(isRunning(first)).toBe(false)
    here.write('go', '')
    expect((await watching.ended).events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'verified' })
    await here.stands(id, 'verified')
    const journal = here.journal(id)
    expect(turns(journal)).toEqual([1, 2])
    expect(journal.filter(({ kind }) => kind === 'loop-resume')).toMatchObject([{ from: 'interrupted', iteration: 1 }])
    expect(here.read(`.aiwg/ralph/loops/${id}/iterations/001/agent.log`)).toContain(`pid ${first}`)
    expect(alive(here)).toEqual([])
  })

  // In short, test/durability kills both at random moments.
  variant('its watcher first, then it: each is replaced by the other', async () => {
    const here = background()
    const id = await here.begin(DEAF)
    await until(() => alive(here).length === 1)
    const old = here.daemonPid()
    const watcher = parentOf(old)
    expect(readFileSync(`/proc/${watcher}/comm`, 'utf8').trim()).toMatch(/sh$/)
    process.kill(watcher, 'SIGKILL')
    const second = await until(
      () => childrenOf(old).find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('daemon\0run')) ?? null,
    )
    expect(here.daemonPid()).toBe(old)
    process.kill(old, 'SIGKILL')
    const heir = await another(here, old)
    expect(parentOf(heir)).toBe(second)
    await until(() => agentsOf(here).length === 2)
    here.write('go', '')
    await here.stands(id, 'verified')
  })

  test('both at once: the loop waits, and the next start brings it back', async () => {
    const here = background()
    const id = await here.begin(DEAF)
    await until(() => alive(here).length === 1)
    const old = here.daemonPid()
    process.kill(parentOf(old), 'SIGKILL')
    process.kill(old, 'SIGKILL')
    await here.stands(id, 'interrupted')
    expect((await here.cli(['status', id])).out).toContain(`agent-loop resume ${id}`)
    here.write('other/keep', '')
    here.write('elsewhere/.git/HEAD', '')
    const other = join(here.home, 'other')
    mkdirSync(other)
    expect((await here.cli(['start', TASK, '-c', DONE, '--agent-cmd', 'touch done', '--cwd', other])).code).toBe(0)
    await here.stands(id, 'running')
    await until(() => agentsOf(here).length === 2)
    expect(alive(here)).toHaveLength(1)
    here.write('go', '')
    await here.stands(id, 'verified')
  })

  test('longer ago than ten minutes: nothing of it runs, and it waits for a person', async () => {
    const here = background()
    const id = await here.begin(DEAF)
    await until(() => alive(here).length === 1)
    const old = here.daemonPid()
    process.kill(parentOf(old), 'SIGKILL')
    process.kill(old, 'SIGKILL')
    await until(() => !isRunning(old))
    expect(alive(here)).toHaveLength(1)
    const heartbeat = join(here.home, '.local/state/agent-loop/daemon/heartbeat')
    const [boot, at] = readFileSync(heartbeat, 'utf8').split(' ')
    writeFileSync(heartbeat, `${boot} ${Number(at) - 601}`)
    const other = join(here.home, 'other')
    mkdirSync(other)
    const start = ['start', TASK, '-c', DONE, '--agent-cmd', 'until [ -f go ]; do sleep 0.1; done; touch done']
    expect((await here.cli([...start, '--cwd', other])).code).toBe(0)
    expect(alive(here)).toEqual([])
    expect(await here.loop(id)).toMatchObject({ status: 'interrupted' })
    const second = here.daemonPid()
    process.kill(second, 'SIGKILL')
    await another(here, second)
    await until(() => here.log().includes('resumed'))
    expect(here.log()).not.toContain(`${id}: resumed`)
    expect(await here.loop(id)).toMatchObject({ status: 'interrupted', iteration: 1 })
    writeFileSync(join(other, 'go'), '')
    here.write('go', '')
    expect((await here.cli(['resume', id])).code).toBe(0)
    await here.stands(id, 'verified')
  })

  test('an abort that the dead one did not hear is heard by the next', async () => {
    const here = background()
    const id = await here.begin(DEAF)
    await until(() => alive(here).length === 1)
    const old = here.daemonPid()
    process.kill(old, 'SIGSTOP')
    const aborting = here.start(['abort', id, '--json'])
    const control = join(here.home, '.local/state/agent-loop/projects')
    const folder = join(control, readdirSync(control)[0] ?? '', 'loops', id, 'control')
    await until(() => readdirSync(folder).some(name => name.endsWith('.json')))
    process.kill(old, 'SIGKILL')
    expect((await aborting.ended).events[0]).toMatchObject({ became: 'done', status: 'aborted' })
    expect(alive(here)).toEqual([])
    expect(agentsOf(here)).toHaveLength(1)
  })
})

describe('a daemon in trouble', () => {
  test('stopped and silent: it is replaced by whoever needs it, and cannot come back', {
    timeout: 90_000,
  }, async () => {
    const here = background()
    const id = await here.begin(DEAF)
    await until(() => alive(here).length === 1)
    const old = here.daemonPid()
    process.kill(old, 'SIGSTOP')
    const other = join(here.home, 'other')
    mkdirSync(other)
    const start = await here.cli(['start', TASK, '-c', DONE, '--agent-cmd', 'touch done', '--cwd', other])
    expect(start.code).toBe(0)
    expect(start.err).toContain('does not respond')
    expect(isRunning(old)).toBe(false)
    await until(() => agentsOf(here).length === 2)
    expect(alive(here)).toHaveLength(1)
    here.write('go', '')
    await here.stands(id, 'verified')
    expect(turns(here.journal(id))).toEqual([1, 2])
  })

  test('that dies again and again gives up, and status says so', async () => {
    const here = background()
    const id = await here.begin('true', '--max-iterations', '1')
    await here.stands(id, 'limit_reached')
    expect((await here.cli(['daemon', 'stop'])).code).toBe(0)
    await until(() => !isRunning(here.daemonPid()))
    const file = join(here.home, '.local/state/agent-loop/daemon/daemon.json')
    const record = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    writeFileSync(file, JSON.stringify({ ...record, state: 'serving', strikes: 11 }))
    expect((await here.cli(['daemon', 'run', '--watched'])).code).toBe(0)
    const status = await here.cli(['status'])
    expect(status.out).toContain('died 12 times in a row')
    expect((await here.cli(['resume', id, '--max-iterations', '2', '-y'])).code).toBe(0)
    await here.stands(id, 'limit_reached')
    expect((await here.cli(['status'])).out).not.toContain('in a row')
  })

  test('older than the program that asks: it leaves when the turn is over, and the newer one goes on', async () => {
    const here = background()
    const id = await here.begin(
      'echo x >> turns; until [ -f go ]; do sleep 0.1; done; [ $(wc -l < turns) -lt 2 ] || touch done',
    )
    await until(() => existsSync(join(here.path, 'turns')))
    const old = here.daemonPid()
    const newer = join(here.home, 'newer')
    cpSync(join(process.cwd(), 'dist'), newer, { recursive: true })
    for (const name of readdirSync(newer).filter(name => name.endsWith('.cjs'))) {
      const path = join(newer, name)
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('0.1.0', '0.2.0'))
    }
    const other = join(here.home, 'other')
    mkdirSync(other)
    const start = ['start', TASK, '-c', DONE, '--agent-cmd', 'touch done', '--cwd', other]
    const asking = here.program(join(newer, 'cli.cjs'), start)
    await until(
      () => here.journal(id).length === 3 && readdirSync(folderOf(here, id)).some(name => name.endsWith('.json')),
    )
    here.write('go', '')
    const asked = await asking
    expect(asked.err).toContain('Waiting for their current turns to end')
    expect(asked.code).toBe(0)
    expect(here.daemonPid()).not.toBe(old)
    await here.stands(id, 'verified')
    expect(turns(here.journal(id))).toEqual([1, 2])
    expect(here.journal(id).filter(({ kind }) => kind === 'loop-resume')).toMatchObject([{ from: 'paused' }])
    expect((await here.cli(['start', TASK, '-c', DONE, '--agent-cmd', 'true', '--cwd', other])).err).toContain('0.2.0')
  })
})

const folderOf = (here: Background, id: string): string => {
  const projects = join(here.home, '.local/state/agent-loop/projects')
  return join(
    projects,
    readdirSync(projects).find(name => existsSync(join(projects, name, 'loops', id))) ?? '',
    'loops',
    id,
    'control',
  )
}

describe('storage', () => {
  test('a disk that takes no more: the loop rests before another agent begins, and says why', async () => {
    const here = background()
    const full = 'ln -s /dev/full "$(dirname "$AGENT_LOOP_PROMPT_FILE")/../../probe"; echo x >> turns'
    const end = await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', full, '--json'])
    expect(end.code).toBe(9)
    expect(end.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'paused' })
    expect(here.read('turns')).toBe('x\n')
    const id = String(end.events[0]?.['loop'])
    const status = await here.cli(['status', id])
    expect(status.out).toContain('ENOSPC')
    expect(status.out).toContain(`agent-loop resume ${id}`)
    expect((await here.cli(['resume', id, '--max-iterations', '2', '-y'])).code).toBe(1)
    expect(turns(here.journal(id))).toEqual([1, 2])
  })
})
