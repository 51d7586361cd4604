import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { layoutOf } from '../../src/store/layout.ts'
import { nodeDisk } from '../../src/system/disk.ts'
import { exclusively } from '../../src/system/mutex.ts'
import { identityOf } from '../../src/system/process-table.ts'
import { treeOf } from '../../src/system/tree.ts'
import { type Background, background, DONE, TASK, until } from '../rig/background.ts'
import { processesOf } from '../rig/our-processes.ts'
import { isRunning, type Json } from '../rig/project.ts'

const AGENT = 'echo $$ >> agents; until [ -f go ]; do sleep 0.1; done; touch done'
const ONE = ['--max-loops', '1']
const layoutIn = ({ home, path }: Background) => layoutOf({ HOME: home }, treeOf(path), null)

const place = (here: Background, id: string): Json | null => {
  try {
    return JSON.parse(readFileSync(join(layoutIn(here).slots, `${id}.json`), 'utf8')) as Json
  } catch {
    return null
  }
}
const ownerOf = (here: Background, id: string): unknown => (place(here, id)?.['owner'] as Json | undefined)?.['pid']

/** Holds a lock that the daemon needs on its way, so that it stands still just there; resolves to what lets go of it. */
async function holdUp(directory: string): Promise<() => void> {
  const self = identityOf(process.pid)
  if (!self) throw new Error('no /proc')
  mkdirSync(directory, { recursive: true })
  return await new Promise(held => {
    void exclusively(
      { disk: nodeDisk('private'), directory, self },
      () => new Promise<void>(done => held(() => done())),
    )
  })
}

const ID = 'ralph-first-00000001'
const SECOND = 'ralph-second-00000002'
const start = (id: string) => ['start', TASK, '-c', DONE, '--agent-cmd', AGENT, '--loop-id', id, ...ONE, '--json']
const other = (here: Background): string => {
  const path = join(here.home, 'other')
  mkdirSync(path, { recursive: true })
  return path
}

describe('a state directory that is deleted', () => {
  test('under a daemon at work: nothing of it lives on, and nothing is written there again', async () => {
    const here = background()
    await here.begin(AGENT)
    await until(() => existsSync(join(here.path, 'agents')))
    const log = join(here.home, 'daemon.log')
    renameSync(join(layoutIn(here).home, 'daemon/daemon.log'), log)
    rmSync(layoutIn(here).home, { recursive: true, force: true, maxRetries: 20 })
    await until(() => processesOf(here).length === 0)
    expect(existsSync(layoutIn(here).home)).toBe(false)
    expect(readFileSync(log, 'utf8')).toContain('no longer exists, or belongs to another daemon')
  })

  test('while no daemon lives: the watcher does not bring it back', async () => {
    const here = background()
    const { home } = layoutIn(here)
    rmSync(home, { recursive: true, force: true })
    expect((await here.cli(['daemon', 'run', '--watched'])).code).toBe(0)
    expect(existsSync(home)).toBe(false)
  })
})

describe('a place', () => {
  test('its daemon dies between the claim and the loop: nobody else gets in, and the loop begins', async () => {
    const here = background()
    // A daemon that has looked at what was left before it: that needs the same lock.
    const before = await here.begin('touch done', '--cwd', other(here))
    await here.stands(before, 'verified')
    await until(() => place(here, before) === null)
    const letGo = await holdUp(join(layoutIn(here).leases, 'lock'))
    const asking = here.start(start(ID))
    const daemon = await until(() => {
      const owner = ownerOf(here, ID)
      return typeof owner === 'number' && owner !== asking.process.pid ? owner : null
    })
    process.kill(daemon, 'SIGKILL')
    await until(() => !isRunning(daemon))
    expect((await here.cli(start(SECOND), { cwd: other(here) })).code).toBe(8)
    letGo()
    expect((await asking.ended).code).toBe(0)
    expect(await here.loop(ID)).toMatchObject({ status: 'running' })
    expect((await here.cli(start(SECOND), { cwd: other(here) })).code).toBe(8)
    here.write('go', '')
    await here.stands(ID, 'verified')
  })

  test('daemon and asker die after the journal is written and before the registry knows: the loop goes on, in its place', async () => {
    const here = background()
    const layout = layoutIn(here)
    const letGo = await holdUp(layout.registryLock)
    const asking = here.start(start(ID))
    await until(() => existsSync(join(layout.project, 'loops', ID, 'events.jsonl')))
    process.kill(asking.process.pid ?? 0, 'SIGKILL')
    await asking.ended
    process.kill(here.daemonPid(), 'SIGKILL')
    await until(() => !isRunning(here.daemonPid()))
    expect((await here.cli(start(SECOND), { cwd: other(here) })).code).toBe(8)
    letGo()
    await until(() => existsSync(join(here.path, 'agents')))
    here.write('go', '')
    await here.stands(ID, 'verified')
    await until(() => place(here, ID) === null)
  })

  test('of a loop at work stays its own when somebody resumes that loop in vain', async () => {
    const here = background()
    const id = await here.begin(AGENT, ...ONE)
    const again = await here.cli(['resume', id])
    expect([again.code, again.err]).toEqual([8, expect.stringContaining(`agent-loop attach ${id}`)])
    expect(ownerOf(here, id)).toBe(here.daemonPid())
    expect((await here.cli(start(SECOND), { cwd: other(here) })).code).toBe(8)
    here.write('go', '')
    await here.stands(id, 'verified')
  })
})
