import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { daemonServes, endDaemonAfterwards } from '../rig/background.ts'
import { fastProject as project } from '../rig/in-process.ts'
import { DONE, type Json, type Project } from '../rig/project.ts'

const TASK = 'make the file'
const ID = 'ralph-make-the-file-0123abcd'
const fixer = ['run', TASK, '-c', DONE, '--agent-cmd', 'touch done', '--loop-id', ID]
const store = ({ home }: Project): string => join(home, '.local/state/agent-loop')
const registryOf = (here: Project): string => {
  const projects = join(store(here), 'projects')
  return join(projects, readdirSync(projects)[0] ?? '', 'registry.json')
}
interface Diagnosis {
  readonly ok: boolean
  readonly probes: readonly { readonly name: string; readonly symptoms: readonly Json[] }[]
  readonly imported: readonly Json[]
}
const diagnose = async ({ cli }: Project, ...args: readonly string[]) => {
  const end = await cli(['doctor', '--json', ...args])
  const found = end.events[0] as unknown as Diagnosis
  return { code: end.code, ...found, of: (name: string) => found.probes.find(probe => probe.name === name)?.symptoms }
}

describe('doctor', () => {
  test('a healthy machine: every probe is fine, exit 0, nothing is written', async () => {
    const here = project()
    const end = await here.cli(['doctor'])
    expect([end.code, end.out]).toEqual([0, expect.stringMatching(/✓ node[\s\S]*✓ state home[\s\S]*Loops can run/)])
    expect(existsSync(store(here))).toBe(false)
    expect(existsSync(join(here.path, '.aiwg'))).toBe(false)
    expect((await here.cli(['doctor', 'me'])).code).toBe(2)
  })

  test('assistants and agents: what is here, what is in place, what is missing, and what mends it', async () => {
    const here = project()
    const bin = join(here.home, 'bin')
    mkdirSync(bin)
    for (const [name, version] of [
      ['claude', '2.1.100 (Claude Code)'],
      ['codex', 'codex-cli 0.130.0'],
    ] as const)
      writeFileSync(join(bin, name), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 })
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` }
    // Each in a process of its own: what mends it depends on where the program is.
    const look = async (): Promise<Readonly<Record<string, Json>>> => {
      const { events } = await here.start(['doctor', '--json'], { env }).ended
      const hosts = events[0]?.['hosts'] as readonly Json[]
      return Object.fromEntries(hosts.map(host => [String(host['name']), host]))
    }
    expect(await look()).toMatchObject({
      'claude-code': { found: true, version: '2.1.100', native_goal: false, symptoms: [] },
      codex: { found: true, version: '0.130.0', native_goal: true, installed: { user: 'nothing', project: 'nothing' } },
      gemini: { found: false },
    })
    await here.cli(['install', 'claude-code'], { env })
    const unreachable = { fix: `npm install -g ${resolve(import.meta.dirname, '../..')}` }
    expect((await look())['claude-code']).toMatchObject({ installed: { project: 'whole' }, symptoms: [unreachable] })
    here.write('.claude/settings.json', '{}')
    expect((await look())['claude-code']).toMatchObject({
      installed: { project: 'part' },
      symptoms: [{ fix: 'agent-loop install claude-code --project' }, unreachable],
    })
    const { out } = await here.cli(['doctor'], { env })
    expect(out).toMatch(/✓ agents: claude 2\.1\.100, codex 0\.130\.0[\s\S]*! claude-code 2\.1\.100: some installed/)
    expect(out).toContain('codex 0.130.0: not set up: agent-loop install codex; built-in /goal')
  })

  test('a hook that Codex was not told to trust is told of', async () => {
    const here = project()
    const bin = join(here.home, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'agent-loop'), '', { mode: 0o755 })
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` }
    const symptoms = async (): Promise<unknown> => {
      const { events } = await here.cli(['doctor', '--json'], { env })
      const hosts = events[0]?.['hosts'] as readonly Json[]
      return hosts.find(({ name }) => name === 'codex')?.['symptoms']
    }
    expect(await symptoms()).toEqual([])
    await here.cli(['install', 'codex'], { env })
    expect(await symptoms()).toMatchObject([{ level: 'warning', fix: expect.stringContaining('/hooks') }])
    mkdirSync(join(here.home, '.codex'))
    const trusted = `[hooks.state."${here.path}/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:0"\n`
    writeFileSync(join(here.home, '.codex/config.toml'), trusted)
    expect(await symptoms()).toEqual([])
  })

  test('a daemon that died too often is told, with where to look', async () => {
    const here = project()
    expect((await here.cli(['doctor'])).out).toContain('daemon: not running')
    const owner = { pid: 1, started: 'then', boot: 'another' }
    const record = { owner, epoch: 1, version: '0.0.1', socket: '/none', state: 'gave-up', strikes: 12, since: 1 }
    mkdirSync(join(store(here), 'daemon'), { recursive: true, mode: 0o700 })
    chmodSync(store(here), 0o700)
    writeFileSync(join(store(here), 'daemon/daemon.json'), JSON.stringify(record))
    const { code, out } = await here.cli(['doctor'])
    expect([code, out]).toEqual([4, expect.stringMatching(/✗ daemon: .*12 times[\s\S]*daemon\.log/)])
    writeFileSync(join(store(here), 'daemon/daemon.json'), JSON.stringify({ ...record, state: 'serving' }))
    expect((await here.cli(['doctor'])).out).toContain('! daemon: process 1 died')
  })

  test('the gate of the project is looked at when that is asked for', async () => {
    const scripts = { test: 'true' }
    const here = project({ 'package.json': JSON.stringify({ name: 'x', scripts }) })
    expect((await here.cli(['doctor', '--json'])).events[0]).not.toHaveProperty('gates')
    const { events } = await here.cli(['doctor', '--gate', '--json'])
    expect(events[0]).toMatchObject({ gates: [{ criterion: expect.stringContaining('npm test') }] })
  })

  test('a store that others can read: exit 4 and the command that mends it', async () => {
    const here = project()
    await here.cli(fixer)
    chmodSync(store(here), 0o755)
    const { code, of } = await diagnose(here)
    expect(code).toBe(4)
    expect(of('state home')).toMatchObject([{ level: 'broken', fix: `chmod 700 ${store(here)}` }])
    chmodSync(store(here), 0o700)
    expect((await diagnose(here)).code).toBe(0)
  })

  test('a lease that a dead process left, with and without what it started', async () => {
    const here = project()
    const agent = 'echo "pid $$"; exec sleep 1000'
    const loop = here.start(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--loop-id', ID, '--json'])
    await loop.event(({ kind }) => kind === 'turn-text')
    loop.process.kill('SIGKILL')
    await loop.ended
    const { code, of } = await diagnose(here)
    expect(code).toBe(4)
    expect(of('leases')).toMatchObject([{ level: 'broken', says: expect.stringContaining(ID) }])
    expect(of('loops')).toMatchObject([{ fix: expect.stringContaining(`agent-loop resume ${ID}`) }])
    await here.cli(['abort', ID])
    expect(await diagnose(here)).toMatchObject({ code: 0, ok: true })
  })

  test('a damaged lease, journal and archive are named with their paths', async () => {
    const here = project()
    const { cli } = here
    await cli(fixer)
    const folder = join(registryOf(here), '..')
    writeFileSync(join(store(here), 'leases', 'x.json'), '{}')
    writeFileSync(join(folder, 'archive', `${ID}.json`), '{"loop_id": 1}')
    mkdirSync(join(folder, 'loops', 'ralph-b-00000000'))
    writeFileSync(join(folder, 'loops', 'ralph-b-00000000', 'events.jsonl'), 'no\nno\n')
    const { code, of } = await diagnose(here)
    expect(code).toBe(4)
    expect(of('leases')).toMatchObject([{ level: 'broken', says: expect.stringContaining('leases/x.json') }])
    expect(of('registries')).toMatchObject([{ level: 'warning', says: expect.stringContaining(`archive/${ID}.json`) }])
    expect(of('loops')).toMatchObject([{ level: 'broken', says: expect.stringContaining('ralph-b-00000000') }])
  })

  test('--import lists what earlier tools left, once, and changes none of their files', async () => {
    const older = {
      '.aiwg/ralph/current-loop.json': JSON.stringify({
        task: 'fix the tests',
        completion: 'npm test passes',
        status: 'success',
        currentIteration: 3,
        maxIterations: 10,
        startTimeMs: Date.parse('2025-01-15T10:00:00Z'),
      }),
      '.aiwg/ralph/ralph-old-one-0123abcd/state.json': JSON.stringify({
        version: '2.0.0',
        loop_id: 'ralph-old-one-0123abcd',
        task: 'older still',
        status: 'failed',
        iteration: 4,
        configuration: { max_iterations: 7 },
      }),
      '.aiwg/ralph-external/session-state.json': JSON.stringify({
        loopId: 'c0ffee00-0000-4000-8000-000000000000',
        objective: 'migrate it',
        completionCriteria: 'npm run build',
        status: 'running',
        currentIteration: 2,
        startTime: '2026-01-02T00:00:00Z',
      }),
      '.aiwg/ralph-external/loops/torn/session-state.json': '{"objective": ',
    }
    const here = project(older)
    const before = await diagnose(here)
    expect(before.of('older loops')).toMatchObject([
      { says: expect.stringContaining('3 loops'), fix: 'agent-loop doctor --import' },
      { says: expect.stringContaining('loops/torn/session-state.json is not a loop that agent-loop can read') },
    ])
    expect((await diagnose(here, '--import')).imported).toHaveLength(3)
    expect((await diagnose(here, '--import')).imported).toEqual([])
    const listed = (await here.cli(['status', '--archived', '--json'])).events[0]?.['loops'] as Json[]
    expect(listed.map(({ task, status, iteration }) => [task, status, iteration]).sort()).toEqual([
      ['fix the tests', 'claimed', 3],
      ['migrate it', 'aborted', 2],
      ['older still', 'limit_reached', 4],
    ])
    const one = await here.cli(['status', 'ralph-old-one-0123abcd'])
    expect(one.out).toContain('nothing of that was checked here')
    for (const [file, text] of Object.entries(older)) expect(here.read(file)).toBe(text)
  })

  test('a worktree that nobody fetched is named with what fetches or removes it', async () => {
    const here = project({ 'a.txt': '' }, { git: true })
    await here.cli([...fixer, '--worktree'])
    const { of, code } = await diagnose(here)
    expect(code).toBe(0)
    expect(of('worktrees')).toMatchObject([{ fix: expect.stringContaining(`agent-loop merge ${ID}`) }])
    await here.cli(['merge', ID])
    expect((await diagnose(here)).of('worktrees')).toEqual([])
  })
})

describe('what cannot be read, or is not ours to write', () => {
  test('a damaged registry is moved aside by the next loop and made anew from the loops', async () => {
    const here = project()
    await here.cli(fixer)
    const registry = registryOf(here)
    const damaged = readFileSync(registry, 'utf8').replace('"started": 1', '"started": "one"')
    writeFileSync(registry, damaged)
    const status = await here.cli(['status'])
    expect([status.code, status.err]).toEqual([4, expect.stringContaining(`${registry} is damaged: totals.started`)])
    const { of, code } = await diagnose(here)
    expect([code, of('registries')]).toMatchObject([4, [{ says: expect.stringContaining('totals.started') }]])
    const next = await here.cli(['run', TASK, '-c', 'test -f more', '--agent-cmd', 'touch more'])
    expect([next.code, next.out + next.err]).toEqual([0, expect.stringContaining('registry.json.damaged')])
    expect(readFileSync(`${registry}.damaged`, 'utf8')).toBe(damaged)
    expect(JSON.parse(readFileSync(registry, 'utf8')).totals).toEqual({ started: 2, ended: 2, verified: 2 })
    expect((await here.cli(['list', '--json'])).events[0]?.['loops']).toHaveLength(2)
  })

  test('a newer registry can be looked at, and no loop is run beside it', async () => {
    const here = project()
    await here.cli(fixer)
    const registry = registryOf(here)
    const newer = { ...JSON.parse(readFileSync(registry, 'utf8')), version: '3.0.0', totals: 'other' }
    writeFileSync(registry, JSON.stringify(newer))
    expect((await here.cli(['status', '--json'])).events[0]?.['loops']).toMatchObject([{ loop_id: ID }])
    const run = await here.cli(['run', TASK, '-c', 'false', '--agent-cmd', 'touch called', '--json'])
    expect(run.code).toBe(4)
    expect(run.events).toMatchObject([{ error: { code: 'state-newer', message: expect.stringContaining('3.0.0') } }])
    expect(existsSync(join(here.path, 'called'))).toBe(false)
    expect(readFileSync(registry, 'utf8')).toBe(JSON.stringify(newer))
    expect(readdirSync(join(registry, '..', 'loops'))).toEqual([ID])
    expect((await diagnose(here)).of('registries')).toMatchObject([{ level: 'broken', fix: 'Update agent-loop.' }])
  })
})

describe('service', () => {
  test('install, again, and back; what was written is printed with the command that enables it', async () => {
    const here = project()
    const file = join(here.home, '.config/systemd/user/agent-loop.service')
    const dry = await here.cli(['service', 'install', '--dry-run'])
    expect(dry.out).toContain(`would write ${file}`)
    expect(existsSync(file)).toBe(false)
    const first = await here.cli(['service', 'install'])
    expect(first.code).toBe(0)
    expect(first.out).toContain('systemctl --user enable --now agent-loop.service')
    const [, ...words] = /^ExecStart="(.*)" "(.*cli\.cjs)" "(.*)" "(.*)"$/m.exec(readFileSync(file, 'utf8')) ?? []
    endDaemonAfterwards(here)
    // What the file says begins a daemon.
    expect(words.slice(0, 2)).toEqual([process.execPath, expect.stringContaining('cli.cjs')])
    const daemon = here.start(words.slice(2))
    await daemonServes(here)
    expect((await here.cli(['service', 'install', '--json'])).events).toMatchObject([{ became: 'same', path: file }])
    const gone = await here.cli(['service', 'uninstall'])
    expect([gone.code, gone.out]).toEqual([0, expect.stringContaining(`removed ${file}`)])
    expect(existsSync(file)).toBe(false)
    expect((await here.cli(['service', 'uninstall'])).out).toContain('There is no')
    expect((await here.cli(['daemon', 'stop'])).code).toBe(0)
    expect((await daemon.ended).code).toBe(0)
  })

  test("somebody else's file is left as it is", async () => {
    const here = project()
    const folder = join(here.home, '.config/systemd/user')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'agent-loop.service'), '[Unit]\n')
    expect((await here.cli(['service', 'install'])).code).toBe(2)
    expect((await here.cli(['service', 'uninstall'])).code).toBe(2)
    expect(readFileSync(join(folder, 'agent-loop.service'), 'utf8')).toBe('[Unit]\n')
    expect((await here.cli(['service'])).code).toBe(2)
  })
})

test('the old names of commands are commands', async () => {
  const here = project()
  await here.cli(fixer)
  expect((await here.cli(['ralph-status', ID])).out).toContain(`${ID}  verified`)
  expect((await here.cli(['ralph-attach', ID])).code).toBe(0)
  expect((await here.cli(['ralph-resume', ID])).err).toContain(ID)
  expect((await here.cli(['ralph-abort', ID])).out).toContain('has already ended')
})

test('native Windows: one line that names WSL, exit 2', async () => {
  const here = project({ 'windows.cjs': "Object.defineProperty(process, 'platform', { value: 'win32' })" })
  const windows = { NODE_OPTIONS: `--require ${join(here.path, 'windows.cjs')}` }
  const end = await here.start(['status'], { env: windows }).ended
  expect(end.code).toBe(2)
  expect(end.err).toMatch(/^[^\n]*WSL[^\n]*\n$/)
})
