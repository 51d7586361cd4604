import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandIn } from '../rig/in-process.ts'
import { type Ended, isRunning, type Json } from '../rig/project.ts'

/** Files that version 0.1.0 left on disk; see fixtures/state-0.1.0/README.md. Their journals hold absolute paths, so the place is fixed. */
const ROOT = '/tmp/agent-loop-0.1.0'
const LOCK = `${ROOT}.lock`
const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')
const FIXTURE = resolve(import.meta.dirname, '../../fixtures/state-0.1.0/state.jsonl')
const STATE = join(ROOT, 'state/agent-loop')
const HOME = join(ROOT, 'home')
const HOSTS = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor', 'copilot', 'generic']
const env = {
  PATH: `${ROOT}/bin:/usr/bin:/bin`,
  HOME,
  XDG_STATE_HOME: join(ROOT, 'state'),
  GIT_CONFIG_NOSYSTEM: '1',
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
}

interface Packed {
  readonly mode?: string
  readonly text?: string
  readonly base64?: string
  readonly brotli?: string
  readonly zeros?: number
  /** The content of another file of the fixture. */
  readonly same?: string
  readonly link?: string
}

function contentOf({ text, base64, brotli, zeros, same }: Packed): Buffer {
  if (same !== undefined) return readFileSync(join(ROOT, same))
  if (brotli !== undefined) return brotliDecompressSync(Buffer.from(brotli, 'base64'))
  if (base64 !== undefined) return Buffer.from(base64, 'base64')
  return text === undefined ? Buffer.alloc(zeros ?? 0) : Buffer.from(text)
}

/** Replaces everything at the fixed path by the fixture. */
function unpack(): void {
  try {
    rmSync(ROOT, { recursive: true, force: true })
    mkdirSync(ROOT)
  } catch (error) {
    throw new Error(`The fixture needs ${ROOT}, and that cannot be replaced. Remove it and run the test again.`, {
      cause: error,
    })
  }
  for (const line of readFileSync(FIXTURE, 'utf8').trimEnd().split('\n')) {
    const { folder, mode, files } = JSON.parse(line) as Json & { folder: string; files: Record<string, Packed> }
    mkdirSync(join(ROOT, folder), { recursive: true })
    chmodSync(join(ROOT, folder), Number.parseInt(String(mode), 8))
    for (const [name, file] of Object.entries(files)) {
      const path = join(ROOT, folder, name)
      if (file.link !== undefined) symlinkSync(file.link, path)
      else {
        writeFileSync(path, contentOf(file))
        chmodSync(path, Number.parseInt(file.mode ?? '644', 8))
      }
    }
  }
  // Loops fingerprint their tools. The fixture holds a wrapper for each, and these are the programs behind them.
  const tools = join(ROOT, 'tools')
  mkdirSync(tools)
  mkdirSync(join(ROOT, 'marks'))
  symlinkSync(process.execPath, join(tools, 'node'))
  for (const name of ['npm', 'npx', 'sh', 'bash', 'git'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(tools, name))
  writeFileSync(join(tools, 'agent-loop'), `#!/bin/sh\nexec ${tools}/node '${CLI}' "$@"\n`, { mode: 0o755 })
}

/** Two runs of this file on one machine would delete each other's files. */
async function lock(): Promise<void> {
  for (;;) {
    try {
      return writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    } catch {
      const holder = Number(existsSync(LOCK) ? readFileSync(LOCK, 'utf8') : 0)
      if (holder !== 0 && !isRunning(holder)) rmSync(LOCK, { force: true })
      await sleep(200)
    }
  }
}

const place = (name: string): string => join(ROOT, 'projects', name)
const read = (name: string, file: string): string => readFileSync(join(place(name), file), 'utf8')
const write = (name: string, file: string, text: string): void => writeFileSync(join(place(name), file), text)

function run(name: string, command: string, args: readonly string[], input = ''): Promise<Ended> {
  const child = spawn(command, args, { cwd: place(name), env })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise(done => child.on('close', code => done({ code, out, err, events: jsonLines(out) })))
}

function jsonLines(text: string): Json[] {
  return text
    .split('\n')
    .filter(line => line.startsWith('{'))
    .flatMap(line => {
      try {
        return [JSON.parse(line) as Json]
      } catch {
        return []
      }
    })
}

/** Commands for which a process of its own would show nothing more. A background loop is resumed by a daemon, which is begun by a process. */
const ALONE = 'status list logs receipt diff restore reflections install uninstall doctor resume merge'.split(' ')
const cli = (name: string, ...args: string[]): Promise<Ended> =>
  ALONE.includes(args[0] ?? '') && !(args[0] === 'resume' && name.startsWith('background'))
    ? commandIn(place(name), args, env)
    : run(name, join(ROOT, 'bin/agent-loop'), args)
const idOf = (name: string, number = 1): string => `ralph-${name}-0000000${number}`
const viewOf = (name: string, number = 1): string => `.aiwg/ralph/loops/${idOf(name, number)}`
const loopsOf = ({ events }: Ended): readonly Json[] => events[0]?.['loops'] as readonly Json[]
const status = async (name: string): Promise<Json | undefined> =>
  loopsOf(await cli(name, 'status', idOf(name), '--json'))[0]
const journal = (name: string): Json[] => jsonLines(read(name, `${viewOf(name)}/events.jsonl`))
const turns = (events: readonly Json[]): unknown[] =>
  events.filter(({ kind }) => kind === 'turn-start').map(({ iteration }) => iteration)
const log = (name: string, turn: number): Promise<Ended> => cli(name, 'logs', idOf(name), '--iteration', String(turn))

async function becomes(name: string, wanted: string): Promise<void> {
  while ((await status(name))?.['status'] !== wanted) await sleep(300)
}

/** The work is proven, the receipt is accepted, and the store and the view in the project agree. */
async function expectVerified(name: string, iteration: number): Promise<void> {
  expect(await status(name)).toMatchObject({ status: 'verified', verdict: 'verified', iteration })
  const receipt = await cli(name, 'receipt', 'verify', `${viewOf(name)}/receipt.json`, '--json')
  expect([receipt.code, receipt.events[0]]).toMatchObject([0, { valid: true, key_known: true, tree: 'same' }])
  expect(JSON.parse(read(name, `${viewOf(name)}/state.json`))).toMatchObject({ status: 'verified', iteration })
  expect(JSON.parse(read(name, '.aiwg/ralph/registry.json'))).toMatchObject({
    active_loops: [],
    totals: { started: 1, ended: 1 },
  })
  expect(loopsOf(await cli(name, 'list', '--archived', '--json'))).toMatchObject([{ loop_id: idOf(name) }])
}

const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => !entry.isDirectory())
      .map(entry => join(entry.parentPath, entry.name))
      .filter(path => !path.startsWith(join(HOME, '.npm/')) && !path.includes('/.aiwg/'))
      .sort()
      .map(path => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )

const isHere = process.platform === 'linux' && realpathSync('/tmp') === '/tmp'

describe.skipIf(!isHere)('state that version 0.1.0 left', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    await lock()
    unpack()
  }, 300_000)

  afterAll(async () => {
    const record = join(STATE, 'daemon/daemon.json')
    const pid = (): number => Number(JSON.parse(readFileSync(record, 'utf8')).owner.pid)
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // Only a daemon of this boot can be one that these tests started.
    while (existsSync(record) && readFileSync(record, 'utf8').includes(boot) && isRunning(pid())) {
      await cli('verified', 'daemon', 'stop', '--force')
      await sleep(200)
    }
    rmSync(ROOT, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    rmSync(LOCK, { force: true })
  })

  describe('is listed as it was', () => {
    test.each([
      ['verified', 'verified', 1],
      ['limit', 'limit_reached', 2],
      ['tampered', 'tampered', 2],
      ['paused', 'paused', 1],
      ['waived', 'blocked', 1],
      ['worktree', 'verified', 1],
      ['interrupted', 'interrupted', 1],
      ['background-ended', 'verified', 1],
      ['background-paused', 'paused', 1],
      ['background-interrupted', 'interrupted', 1],
      ['adopted', 'interrupted', 2],
    ])('%s: %s after turn %i', async (name, state, iteration) => {
      const id = idOf(name)
      const said = { loop_id: id, status: state, iteration, completion_criteria: 'npm test passes' }
      expect(await status(name)).toMatchObject({ ...said, working_directory: expect.stringContaining(ROOT) })
      expect(loopsOf(await cli(name, 'list', '--json')).map(({ loop_id }) => loop_id)).toContain(id)
      const shown = await cli(name, 'status', id)
      expect([shown.code, shown.err]).toEqual([0, ''])
      expect(shown.out).toContain(id)
    })

    test('loops of other projects, and the archive', async () => {
      const all = loopsOf(await cli('verified', 'status', '--all', '--json'))
      const ids = ['paused', 'interrupted', 'background-paused', 'background-interrupted', 'adopted']
      expect(all.map(({ loop_id }) => loop_id)).toEqual(expect.arrayContaining(ids.map(name => idOf(name))))
      expect(loopsOf(await cli('verified', 'list', '--archived', '--json'))).toMatchObject([
        { loop_id: idOf('verified', 2), status: 'verified' },
        { loop_id: idOf('verified', 1), status: 'verified' },
      ])
    })

    test('doctor finds nothing broken', async () => {
      const { code, events } = await cli('verified', 'doctor', '--json')
      expect([code, events[0]?.['ok']]).toEqual([0, true])
    })

    test('also without the view in the project', async () => {
      rmSync(join(place('limit'), '.aiwg'), { recursive: true })
      expect(await status('limit')).toMatchObject({ status: 'limit_reached', iteration: 2 })
    })
  })

  describe('a verified loop', () => {
    const receipt = `${viewOf('verified', 2)}/receipt.json`

    test('its receipt is accepted: by its own key, by a key file, and by a run', async () => {
      const here = await cli('verified', 'receipt', 'verify', receipt, '--json')
      expect([here.code, here.events[0]]).toMatchObject([0, { accepted: true, key_known: true, tree: 'same' }])
      const key = join(ROOT, 'receipts.pub.pem')
      writeFileSync(key, readFileSync(join(STATE, 'keys/receipts.pub.pem')))
      expect((await cli('verified', 'receipt', 'verify', receipt, '--key', key)).code).toBe(0)
      const again = await cli('verified', 'receipt', 'verify', receipt, '--run', '--json')
      expect([again.code, again.events[0]]).toMatchObject([0, { accepted: true, ran: true }])
      const printed = await cli('verified', 'receipt', idOf('verified', 2), '--json')
      expect(printed.out).toBe(read('verified', receipt))
    })

    test('its changes and its logs', async () => {
      const { events } = await cli('verified', 'diff', idOf('verified', 2), '--json')
      expect(events[0]).toMatchObject({ from: 0, to: 1, changed: [{ path: 'sum.mjs', status: 'modified' }] })
      expect(events[0]?.['diff']).toContain('+export const sum = (a, b) => a + b\n')
      expect((await cli('verified', 'logs', idOf('verified', 2))).out).toContain('fixing\n')
      const before = await cli('verified', 'logs', idOf('verified', 2), '--verify', '--iteration', '0')
      expect(before.out).toMatch(/fail 1/)
    })

    test('its files are restored from the start, and from the best iteration', async () => {
      const restore = (where: string): Promise<Ended> => cli('verified', 'restore', idOf('verified', 2), where)
      expect((await restore('start')).code).toBe(0)
      expect(read('verified', 'sum.mjs')).toContain('a - b')
      expect((await cli('verified', 'receipt', 'verify', receipt)).code).toBe(1)
      expect((await restore('best')).code).toBe(0)
      expect(read('verified', 'sum.mjs')).toContain('a + b')
      expect((await cli('verified', 'receipt', 'verify', receipt)).code).toBe(0)
    })

    test('what it taught is kept, and counted on by the next loop', async () => {
      const lesson = { tests: ['sum.test.mjs::sums'], paths: ['sum.mjs'] }
      const reflections = async (): Promise<Json | undefined> =>
        (await cli('verified', 'reflections', '--json')).events[0]
      expect(await reflections()).toMatchObject({ reflections: [{ ...lesson, helped: 2, recalled: 1 }] })
      write('verified', 'sum.mjs', read('verified', 'sum.mjs').replace('a + b', 'a - b'))
      const agent = ['--agent-cmd', `sed -i 's/a - b/a + b/' sum.mjs`, '--loop-id', idOf('verified', 3)]
      const next = await cli('verified', 'run', 'fix the failing tests', '-c', 'npm test', ...agent, '--json')
      expect(next.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'verified' })
      expect(await reflections()).toMatchObject({ reflections: [{ ...lesson, helped: 3 }] })
      expect(JSON.parse(read('verified', '.aiwg/ralph/registry.json')).totals).toEqual({
        started: 3,
        ended: 3,
        verified: 3,
      })
    })
  })

  test('a tampered loop is not resumed, and its test can be put back', async () => {
    expect((await cli('tampered', 'resume', idOf('tampered'))).code).toBe(2)
    const { events } = await cli('tampered', 'diff', idOf('tampered'), '--json')
    expect(events[0]).toMatchObject({ changed: [{ path: 'sum.test.mjs', status: 'modified' }] })
    expect((await cli('tampered', 'restore', idOf('tampered'), 'start')).code).toBe(0)
    expect(read('tampered', 'sum.test.mjs')).toContain("test('sums'")
  })

  test('a loop that ended at a limit is resumed with a higher one', async () => {
    expect((await cli('limit', 'resume', idOf('limit'))).code).toBe(2)
    const end = await cli('limit', 'resume', idOf('limit'), '--max-iterations', '4', '-y', '--json')
    expect([end.code, end.events.at(-1)]).toMatchObject([0, { kind: 'loop-end', status: 'verified', iterations: 3 }])
    expect(turns(journal('limit'))).toEqual([1, 2, 3])
    await expectVerified('limit', 3)
    expect((await log('limit', 1)).out).toContain('not yet')
  })

  test('a paused loop is resumed, and the agent gets the hint that was queued', async () => {
    const end = await cli('paused', 'resume', idOf('paused'), '--json')
    expect([end.code, end.events.at(-1)]).toMatchObject([0, { status: 'verified', iterations: 2 }])
    await expectVerified('paused', 2)
    expect((await log('paused', 1)).out).not.toContain('the minus sign is wrong')
    expect((await log('paused', 2)).out).toContain('the minus sign is wrong')
  })

  test('an interrupted loop is resumed', async () => {
    const end = await cli('interrupted', 'resume', idOf('interrupted'), '--json')
    expect(end.events[0]).toMatchObject({ kind: 'loop-resume', from: 'interrupted', iteration: 1 })
    expect([end.code, end.events.at(-1)]).toMatchObject([0, { status: 'verified', iterations: 2 }])
    await expectVerified('interrupted', 2)
    const ends = journal('interrupted').filter(({ kind }) => kind === 'turn-end')
    expect(ends.map(({ ended }) => ended)).toEqual(['lost', 'claims-done'])
  })

  test('a waiver still holds: the loop is verified without another turn', async () => {
    const end = await cli('waived', 'resume', idOf('waived'), '--json')
    expect([end.code, end.events.at(-1)]).toMatchObject([0, { status: 'verified', iterations: 1 }])
    expect(turns(end.events)).toEqual([])
    await expectVerified('waived', 1)
    const receipt = await cli('waived', 'receipt', 'verify', `${viewOf('waived')}/receipt.json`, '--json')
    expect(receipt.events[0]).toMatchObject({
      receipt: { predicate: { result: 'WARNED', failedTests: ['sum.test.mjs::subtracts'] } },
    })
  })

  test('a worktree is merged', async () => {
    const { worktree } = (await status('worktree')) as { worktree: { path: string } }
    expect(existsSync(worktree.path)).toBe(true)
    const merged = await cli('worktree', 'merge', idOf('worktree'))
    expect(merged.code).toBe(0)
    expect(read('worktree', 'sum.mjs')).toContain('a + b')
    expect(existsSync(worktree.path)).toBe(false)
  })

  test('the next stop of the session that adopted a loop closes the turn', async () => {
    write('adopted', 'sum.mjs', read('adopted', 'sum.mjs').replace('a - b', 'a + b'))
    const { command } = installedHooks().find(({ host }) => host === 'claude-code') ?? { command: 'missing' }
    const payload = { session_id: 'session-1', cwd: place('adopted'), hook_event_name: 'Stop', stop_hook_active: false }
    const end = await run('adopted', 'sh', ['-c', command], JSON.stringify(payload))
    expect(end.code).toBe(0)
    expect(end.out).not.toContain('"block"')
    await expectVerified('adopted', 2)
  })

  describe('background loops', () => {
    test('a paused one is resumed in the background', async () => {
      expect((await cli('background-paused', 'resume', idOf('background-paused'))).code).toBe(0)
      await becomes('background-paused', 'verified')
      await expectVerified('background-paused', 2)
      expect(turns(journal('background-paused'))).toEqual([1, 2])
    })

    test('an interrupted one waits for a person, and is resumed', async () => {
      expect(await status('background-interrupted')).toMatchObject({ status: 'interrupted', iteration: 1 })
      expect((await cli('background-interrupted', 'resume', idOf('background-interrupted'))).code).toBe(0)
      await becomes('background-interrupted', 'verified')
      await expectVerified('background-interrupted', 2)
    })

    test('one that has ended keeps its changes and its receipt', async () => {
      await expectVerified('background-ended', 1)
      const { events } = await cli('background-ended', 'diff', idOf('background-ended'), '--json')
      expect(events[0]).toMatchObject({ changed: [{ path: 'sum.mjs' }] })
    })
  })

  describe('files in assistants', () => {
    test('doctor recognizes them', async () => {
      const { events } = await cli('assistants', 'doctor', '--json')
      const hosts = events[0]?.['hosts'] as readonly Json[]
      expect(hosts.map(({ name }) => name)).toEqual(expect.arrayContaining(HOSTS.filter(host => host !== 'generic')))
      for (const { name, installed } of hosts)
        for (const scope of ['user', 'project'])
          expect([name, scope, (installed as Json)[scope]]).toEqual([
            name,
            scope,
            expect.stringMatching(/^(whole|part)$/),
          ])
    })

    test('their hooks and MCP servers are still commands of this version', async () => {
      const hooks = installedHooks()
      expect(hooks.map(({ host }) => host)).toEqual(
        expect.arrayContaining(['claude-code', 'codex', 'gemini', 'cursor', 'copilot']),
      )
      const payload = JSON.stringify({ session_id: 'another', cwd: place('assistants'), hook_event_name: 'Stop' })
      for (const { command } of hooks) {
        const end = await run('assistants', 'sh', ['-c', command], payload)
        expect([command, end.code, end.err]).toEqual([command, 0, ''])
      }
      const hello = {
        ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      }
      const server = JSON.parse(read('assistants', '.mcp.json')).mcpServers['agent-loop']
      const mcp = await run('assistants', server.command, server.args, `${JSON.stringify(hello)}\n`)
      expect(mcp.events[0]).toMatchObject({ id: 1, result: { serverInfo: {} } })
    })

    test.each([false, true])('uninstall gives all files back; after another install: %s', async again => {
      if (again) unpack()
      for (const scope of ['--project', '--user'])
        for (const host of HOSTS) {
          if (again) expect((await cli('assistants', 'install', host, scope)).code).toBe(0)
          const { code, out } = await cli('assistants', 'uninstall', host, scope, '--json')
          expect([host, scope, code]).toEqual([host, scope, 0])
          expect(out).not.toContain('"left"')
        }
      expect(filesIn(place('assistants'))).toEqual(filesIn(join(ROOT, 'before/project')))
      expect(filesIn(HOME)).toEqual(filesIn(join(ROOT, 'before/home')))
    })
  })
})

/** The command lines that the installed files make an assistant run when it stops. */
function installedHooks(): readonly { readonly command: string; readonly host: string }[] {
  const files = filesIn(place('assistants'))
  const found = Object.entries(files)
    .filter(([path]) => lstatSync(join(place('assistants'), path)).isFile() && /\.(?:json|toml)$/.test(path))
    .flatMap(([, text]) => [...text.matchAll(/"(agent-loop hook stop[^"]*)"/g)])
    .map(([, command = '']) => ({ command, host: /--host (\S+)/.exec(command)?.[1] ?? '' }))
  return [...new Map(found.map(hook => [hook.command, hook])).values()]
}
