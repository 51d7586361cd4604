import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { background, DONE, TASK, turns, until } from '../rig/background.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
const canLimit = spawnSync('prlimit', ['--version']).status === 0

describe('storage that takes no more, between two turns', () => {
  test.runIf(canMount)('a disk that became read-only: no second agent, 9, and the reason', async () => {
    const here = background()
    const state = join(here.home, '.local/state')
    mkdirSync(state, { recursive: true })
    // Of what is mounted anew nothing is open, so nothing keeps it from being read-only.
    const agent = `echo x >> turns; mount --bind ${state} ${state} && mount -o remount,bind,ro ${state}`
    const run = [process.execPath, CLI, 'run', TASK, '-c', DONE, '--agent-cmd', agent, '--json']
    const inside = ['-rm', 'sh', '-c', `mount -t tmpfs none ${state} && exec "$@"`, 'sh', ...run]
    const env = { PATH: process.env['PATH'] ?? '', HOME: here.home }
    const end = await new Promise<{ code: number | null; out: string }>(done => {
      const child = spawn('unshare', inside, { cwd: here.path, env, stdio: ['ignore', 'pipe', 'ignore'] })
      let out = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
      child.on('close', code => done({ code, out }))
    })
    expect(here.read('turns')).toBe('x\n')
    expect(end.out).toContain('EROFS')
    expect(end.code).toBe(9)
  })

  test.runIf(canLimit)(
    'few descriptors left: no second agent, 9, and the reason; resume goes on when there are more',
    async () => {
      const here = background()
      // The agent takes away what its driver may still open: enough to write down the end, too little for a turn.
      const starve = 'open=$(ls /proc/$PPID/fd | wc -l); prlimit --pid $PPID --nofile=$((open + 30)):1024'
      const agent = `echo x >> turns; if [ ! -f enough ]; then ${starve}; fi`
      const end = await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--max-iterations', '2', '--json'])
      expect(here.read('turns')).toBe('x\n')
      expect(end.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'paused' })
      expect(JSON.stringify(end.events.at(-1))).toContain('EMFILE')
      expect(end.code).toBe(9)
      here.write('enough', '')
      const id = String(end.events[0]?.['loop'])
      expect((await here.cli(['resume', id])).code).toBe(1)
      expect(turns(here.journal(id))).toEqual([1, 2])
    },
  )
})

describe("the daemon's log", () => {
  test('is bounded: a large one becomes the one old log, and the daemon writes on into a small one', async () => {
    const here = background()
    const log = join(here.home, '.local/state/agent-loop/daemon/daemon.log')
    writeFileSync(log, `an old line\n${'x'.repeat(1024 * 1024)}\n`)
    const id = await here.begin('touch done')
    await here.stands(id, 'verified')
    await until(() => here.log().includes(`${id}: verified`))
    expect(statSync(log).size).toBeLessThan(10_000)
    expect(readFileSync(`${log}.1`, 'utf8').startsWith('an old line\n')).toBe(true)
    expect(here.log().startsWith('\0')).toBe(false)
    expect(existsSync(`${log}.2`)).toBe(false)
  })
})
