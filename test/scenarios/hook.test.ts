import { execFile, spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openCodePlugin } from '../../src/assistants/hooks/opencode-plugin.ts'
import { until } from '../rig/background.ts'
import { fastProject, project } from '../rig/in-process.ts'
import { sampled } from '../rig/long-form.ts'
import { processesOf } from '../rig/our-processes.ts'
import {
  DONE,
  type Ended,
  environmentOf,
  type Json,
  type Project,
  fastProject as projectWithProcesses,
} from '../rig/project.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')

const recorded = (name: string): Json =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, `../recordings/hosts/${name}.json`), 'utf8')) as Json

const SESSION_FIELDS = ['session_id', 'sessionId', 'conversation_id', 'sessionID']

/** A recorded payload, as it would be told about this session in this project. */
function payloadOf(name: string, session: string, directory: string): Json {
  const fields: Record<string, unknown> = { ...recorded(name) }
  for (const field of SESSION_FIELDS) if (field in fields) fields[field] = session
  if ('cwd' in fields) fields['cwd'] = directory
  if ('workspace_roots' in fields) fields['workspace_roots'] = [directory]
  return fields
}

interface Stopping {
  readonly name?: string
  readonly session?: string
  readonly host?: string
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const stop = ({ path, cli }: Project, stopping: Stopping = {}): Promise<Ended> => {
  const { name = 'claude-code-stop', session = 's1', host = 'claude-code', flags = [], env = {} } = stopping
  const input = JSON.stringify(payloadOf(name, session, path))
  return cli(['hook', 'stop', '--host', host, ...flags], { input, env })
}

const adopt = ({ cli }: Project, ...flags: readonly string[]): Promise<Ended> => {
  const criterion = flags.includes('-c') ? [] : ['-c', DONE]
  return cli(['adopt', 'make it', ...criterion, '--session', 's1', '--json', ...flags])
}

const idOf = ({ events }: Ended): string => String(events.at(-1)?.['loop_id'])
const answerOf = ({ out }: Ended): Json => (out.trim() === '' ? {} : (JSON.parse(out) as Json))
const statusOf = async ({ cli }: Project, id: string): Promise<Json | undefined> =>
  ((await cli(['status', id, '--json'])).events[0]?.['loops'] as readonly Json[] | undefined)?.[0]

const suite = {
  'package.json': JSON.stringify({ name: 'x', scripts: { test: 'node --test' } }),
  'sum.mjs': 'export const sum = (a, b) => a - b\n',
  'sum.test.mjs': `import { test } from 'node:test'
import assert from 'node:assert'
import { sum } from './sum.mjs'
test('sums', () => assert.equal(sum(1, 2), 3))
`,
}

describe('every host is answered in its own form', () => {
  const hosts = [
    ['claude-code', 'claude-code-stop', 'reason'],
    ['cursor', 'cursor-stop', 'followup_message'],
    ['codex', 'codex-stop', 'reason'],
    ['gemini', 'gemini-after-agent', 'reason'],
    ['copilot', 'copilot-agent-stop', 'reason'],
    ['opencode', 'opencode-idle', 'reason'],
  ] as const
  // What each of them sends and wants is shown by src/assistants/hooks/read-stop.test.ts.
  test.each(sampled(hosts))(
    '%s: kept while the criterion does not hold, let go when it does',
    async (host, name, field) => {
      const here = fastProject()
      const id = idOf(await adopt(here))
      const kept = await stop(here, { host, name })
      expect(kept.code).toBe(0)
      expect(answerOf(kept)[field]).toContain('This is turn 2 of at most 10')
      here.write('done', '')
      const gone = await stop(here, { host, name })
      expect(gone.code).toBe(0)
      expect(answerOf(gone)[field]).toBeUndefined()
      expect(gone.err).toContain('verified after 2 turns')
      expect(await statusOf(here, id)).toMatchObject({ status: 'verified', iteration: 2 })
    },
  )
})

describe('the gate inside a session is the gate of every loop', () => {
  test('red is told with what to learn from it; the fix is verified, with a receipt', async () => {
    const here = project(suite, { git: true })
    const begun = await here.cli(['adopt', 'fix the sum', '-c', 'node --test', '--session', 's1', '--json'])
    expect(begun.events.at(-1)).toMatchObject({
      status: 'running',
      prompt: expect.stringContaining('expected 3, got -1'),
    })
    const kept = answerOf(await stop(here))
    expect(kept['decision']).toBe('block')
    expect(kept['reason']).toContain('Failing test in sum.test.mjs')
    here.write('sum.mjs', 'export const sum = (a, b) => a + b\n')
    expect(answerOf(await stop(here))['systemMessage']).toContain('verified after 2 turns')
    expect((await here.cli(['receipt', idOf(begun)])).code).toBe(0)
  })

  test('a bent check is told as what it is, and bent again it ends the loop', async () => {
    const here = project(suite, { git: true })
    const id = idOf(await here.cli(['adopt', 'fix the sum', '-c', 'node --test', '--session', 's1', '--json']))
    here.write('sum.test.mjs', "import { test } from 'node:test'\ntest('sums', () => {})\n")
    const kept = answerOf(await stop(here))
    expect(kept['decision']).toBe('block')
    expect(kept['reason']).toContain('sum.test.mjs')
    const gone = await stop(here)
    expect(answerOf(gone)['decision']).toBeUndefined()
    expect(gone.err).toContain('not verified, tampered')
    expect(await statusOf(here, id)).toMatchObject({ status: 'tampered' })
  })

  test('stop_hook_active is no excuse, a budget is: let go, and not verified', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here, '--max-iterations', '2'))
    expect(answerOf(await stop(here))['decision']).toBe('block')
    const gone = await stop(here)
    expect(answerOf(gone)['decision']).toBeUndefined()
    expect(gone.err).toContain('not verified, limit reached after 2 turns')
    expect(await statusOf(here, id)).toMatchObject({ status: 'limit_reached' })
    expect(answerOf(await stop(here))).toEqual({})
  })

  test('an assistant that cannot go on says so, and is let go as blocked', async () => {
    const here = fastProject()
    await adopt(here)
    const said = await here.cli(['blocked', '--reason', 'the key is missing'], { env: { AGENT_LOOP_SESSION: 's1' } })
    expect(said.code).toBe(0)
    expect((await stop(here)).err).toContain(
      'not verified, blocked after 1 turn: the agent is blocked: the key is missing',
    )
  })

  test('whoever dies between the journal and all that is made from it leaves no loop that seems to run', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    const projects = join(here.home, '.local/state/agent-loop/projects')
    const registry = join(projects, readdirSync(projects)[0] ?? '', 'registry.json')
    const before = readFileSync(registry)
    await stop(here)
    writeFileSync(registry, before)
    expect(await statusOf(here, id)).toMatchObject({ status: 'running', iteration: 2 })
    here.write('done', '')
    await stop(here)
    writeFileSync(registry, before)
    expect(await statusOf(here, id)).toMatchObject({ status: 'verified', iteration: 2 })
  })

  test('what the assistant did is not accepted from inside its session', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    expect((await here.cli(['waive', id, 'tests-gone', '--reason', 'x'])).err).toContain('This is inside a turn')
  })
})

describe('keyed by session', () => {
  test('a session without a loop is let go without a word, and nothing is written', async () => {
    const here = fastProject()
    expect(await stop(here)).toMatchObject({ code: 0, out: '', err: '' })
    expect(readdirSync(here.home)).toEqual([])
  })

  test('two sessions in two projects, one of them done: neither touches the other', async () => {
    const [one, two] = [projectWithProcesses(), projectWithProcesses()]
    const env = { HOME: one.home }
    const begin = (where: Project, session: string): Promise<Ended> =>
      where.cli(['adopt', 'make it', '-c', DONE, '--session', session, '--json'], { env })
    const [first, second] = await Promise.all([begin(one, 'a'), begin(two, 'b')])
    one.write('done', '')
    const [a, b, other] = await Promise.all([
      stop(one, { session: 'a', env }),
      stop(two, { session: 'b', env }),
      stop(one, { session: 'c', env }),
    ])
    expect(a.err).toContain(`verified after 1 turn: the check passes after the last turn (${idOf(first)})`)
    expect(answerOf(b)['reason']).toContain('turn 2 of')
    expect(other.out).toBe('')
    const status = await two.cli(['status', '--json'], { env })
    expect(status.events[0]?.['loops']).toMatchObject([{ loop_id: idOf(second), status: 'running', iteration: 2 }])
  })

  test('in the middle of a turn its tree can be put back as it was after another', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    here.write('a', 'first')
    await stop(here)
    here.write('a', 'second')
    expect((await here.cli(['restore', id, '1'])).out).toContain('the tree changed after the last turn')
    expect((await here.cli(['restore', id, '1', '--force'])).out).toContain('as they were after turn 1')
    expect(here.read('a')).toBe('first')
    expect((await here.cli(['restore', id, '7'])).err).toContain('Turn 7 is not stored.')
  })

  test('a subagent of the session is not the session', async () => {
    const here = fastProject()
    await adopt(here)
    expect((await stop(here, { name: 'claude-code-subagent-stop' })).out).toBe('')
    expect(answerOf(await stop(here))['reason']).toContain('turn 2 of')
  })

  test('a loop of a kind of subagent is closed by those alone', async () => {
    const here = fastProject()
    await adopt(here, '--subagent', 'Explore')
    expect((await stop(here)).out).toBe('')
    expect(answerOf(await stop(here, { name: 'claude-code-subagent-stop' }))['decision']).toBe('block')
  })

  test('adopted without a name, it belongs to the first session that stops there', async () => {
    const here = fastProject()
    await here.cli(['adopt', 'make it', '-c', DONE])
    expect(answerOf(await stop(here, { session: 'first' }))['reason']).toContain('turn 2 of')
    expect((await stop(here, { session: 'second' })).out).toBe('')
    expect(answerOf(await stop(here, { session: 'first' }))['reason']).toContain('turn 3 of')
  })

  test('a turn that a person broke off is not closed', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    expect((await stop(here, { name: 'cursor-stop-aborted', host: 'cursor' })).out).toBe('')
    expect(await statusOf(here, id)).toMatchObject({ status: 'running', iteration: 1 })
  })

  test('a hook that is called twice for one stop closes one turn', async () => {
    const here = projectWithProcesses()
    const gate = join(here.home, 'open')
    writeFileSync(gate, '')
    const id = idOf(await adopt(here, '-c', `until [ -e ${gate} ]; do sleep 0.1; done; ${DONE}`))
    rmSync(gate)
    const told = [stop(here), stop(here)]
    // The first is held in its check until several that came after both, and as slowly as they, are through.
    for (let look = 0; look < 4; look++) await statusOf(here, id)
    writeFileSync(gate, '')
    const both = await Promise.all(told)
    for (const each of both) expect(answerOf(each)['reason']).toContain('turn 2 of')
    expect(await statusOf(here, id)).toMatchObject({ iteration: 2 })
  })
})

describe('the tree is the loop’s between its turns', () => {
  test('no other loop works there, until it is aborted; then its session is let go', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    const other = ['run', 'other', '-c', DONE, '--agent-cmd', 'touch done']
    expect((await here.cli(other)).code).toBe(8)
    expect((await here.cli(['abort', id])).code).toBe(0)
    expect((await stop(here)).err).toContain('not verified, aborted')
    expect((await here.cli(other)).code).toBe(0)
  })

  test('a session has one loop, and a paused one is taken up again', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    expect((await adopt(here)).code).toBe(8)
    await here.cli(['pause', id])
    expect((await stop(here)).err).toContain('not verified, paused')
    expect((await here.cli(['resume', id])).err).toContain(`agent-loop adopt --resume ${id}`)
    const again = await here.cli(['adopt', '--resume', id, '--session', 's2', '--json'])
    expect(again.events.at(-1)).toMatchObject({ loop_id: id, status: 'running' })
    here.write('done', '')
    expect((await stop(here, { session: 's2' })).err).toContain('verified after 2 turns')
  })
})

describe('an assistant that is gone', () => {
  /** Adopts from a process of its own, which is gone when this resolves. */
  async function adoptedAndGone(here: Project): Promise<string> {
    const args = JSON.stringify([CLI, 'adopt', 'make it', '-c', DONE, '--session', 's1', '--json'])
    const script = `const { stdout } = require('node:child_process').spawnSync(process.execPath, ${args}); process.stdout.write(stdout)`
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
      cwd: here.path,
      env: environmentOf(here.home),
    })
    return String((JSON.parse(stdout) as Json)['loop_id'])
  }

  test('leaves its loop interrupted and the tree free; the same session, taken up again, goes on', async () => {
    const here = fastProject()
    const id = await adoptedAndGone(here)
    expect(await statusOf(here, id)).toMatchObject({ status: 'interrupted' })
    expect((await here.cli(['run', 'other', '-c', 'test -f x', '--agent-cmd', 'touch x'])).code).toBe(0)
    expect(answerOf(await stop(here))['reason']).toContain('turn 2 of')
    expect(await statusOf(here, id)).toMatchObject({ status: 'running', iteration: 2 })
  })

  test('another session takes the loop up by its name', async () => {
    const here = fastProject()
    const id = await adoptedAndGone(here)
    expect((await here.cli(['adopt', '--resume', id, '--session', 's2'])).code).toBe(0)
    expect(answerOf(await stop(here, { session: 's2' }))['reason']).toContain('turn 2 of')
  })
})

describe('OpenCode, by its plugin', () => {
  test('what we answer is the next prompt of an idle session; one that was broken off is left alone', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    const file = join(here.home, 'agent-loop.mjs')
    const program = ['env', `HOME=${here.home}`, process.execPath, CLI]
    writeFileSync(file, openCodePlugin(program))
    const [prompts, toasts]: [string[], string[]] = [[], []]
    const client = {
      session: {
        messages: async () => ({ data: [{ info: { role: 'assistant' }, parts: [{ type: 'text', text: 'Done.' }] }] }),
        prompt: async ({ body }: { body: { parts: { text: string }[] } }) => prompts.push(body.parts[0]?.text ?? ''),
      },
      tui: { showToast: async ({ body }: { body: { message: string } }) => toasts.push(body.message) },
    }
    const { AgentLoop } = (await import(file)) as { AgentLoop: (input: object) => Promise<Plugin> }
    const plugin = await AgentLoop({ client, directory: here.path })
    const tell = (type: string, more: object = {}): Promise<void> =>
      plugin.event({ event: { type, properties: { sessionID: 's1', ...more } } })
    await tell('session.error', { error: { name: 'MessageAbortedError' } })
    await tell('session.idle')
    expect(prompts).toEqual([])
    await tell('session.idle')
    expect(prompts).toEqual([expect.stringContaining('turn 2 of')])
    here.write('done', '')
    await tell('session.idle')
    expect({ prompts: prompts.slice(1), toasts }).toEqual({
      prompts: [],
      toasts: [expect.stringContaining('verified after 2 turns')],
    })
    expect(await statusOf(here, id)).toMatchObject({ status: 'verified' })
    const output = { env: {} }
    await plugin['shell.env']({ sessionID: 's1' }, output)
    expect(output.env).toEqual({ AGENT_LOOP_SESSION: 's1' })
  })
})

interface Plugin {
  event(input: object): Promise<void>
  'shell.env'(input: object, output: object): Promise<void>
}

describe('a hook keeps nobody by a fault of its own, and says yes to nothing', () => {
  test.each(['', 'no json', '[]', '{"cwd":"/"}'])('the payload %j', async input => {
    const end = await fastProject().cli(['hook', 'stop'], { input })
    expect(end.code).toBe(0)
    expect(end.err).toContain('the stop could not be checked')
    expect(answerOf(end)['decision']).toBeUndefined()
  })

  test('what fails while the turn is closed is over at once', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    const lock = join(here.home, '.local/state/agent-loop/leases/lock')
    rmSync(lock, { recursive: true })
    writeFileSync(lock, '')
    const gone = await stop(here)
    expect([gone.code, answerOf(gone)['decision']]).toEqual([0, undefined])
    expect(gone.err).toContain('the stop could not be checked')
    rmSync(lock)
    expect(answerOf(await stop(here))['reason']).toContain('turn 2 of')
    expect(await statusOf(here, id)).toMatchObject({ status: 'running', iteration: 2 })
  })

  test('all of the answer is there, though the pipe was full and nobody waited for it', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    const pipe = join(here.home, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const file = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    onTestFinished(() => closeSync(file))
    const filling = Buffer.alloc(1024, ' ')
    expect(() => {
      for (;;) writeSync(file, filling)
    }).toThrow('EAGAIN')
    // What is given as standard output is made to wait by Node; what a shell makes of another one is not.
    const hook = spawn('sh', ['-c', 'exec "$0" "$@" >&3 3>&-', process.execPath, CLI, 'hook', 'stop'], {
      cwd: here.path,
      env: environmentOf(here.home),
      stdio: ['pipe', 'inherit', 'inherit', file],
    })
    hook.stdin?.end(JSON.stringify(payloadOf('claude-code-stop', 's1', here.path)))
    const journal = join(here.path, '.aiwg/ralph/loops', id, 'events.jsonl')
    await until(() => readFileSync(journal, 'utf8').split('"turn-start"').length === 3)
    let out = ''
    await until(() => {
      const piece = Buffer.alloc(64 * 1024)
      try {
        out += piece.toString('utf8', 0, readSync(file, piece))
      } catch {
        return hook.exitCode !== null
      }
      return false
    })
    expect(JSON.parse(out)).toMatchObject({ reason: expect.stringContaining('turn 2 of') })
  })

  test('a damaged store: the person goes, the loop is not done', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    const sessions = join(here.home, '.local/state/agent-loop/sessions')
    for (const name of readdirSync(sessions)) writeFileSync(join(sessions, name), '{')
    here.write('done', '')
    const end = await stop(here)
    expect(end.code).toBe(0)
    expect(answerOf(end)['decision']).toBeUndefined()
    expect(await statusOf(here, id)).toMatchObject({ status: 'running', iteration: 1 })
  })
})

describe('a gate that takes longer than the host waits', () => {
  test('goes on behind its back, and its verdict is told at a later stop, without another turn', async () => {
    const here = projectWithProcesses()
    const gate = join(here.home, 'open')
    writeFileSync(gate, '')
    const slow = `until [ -e ${gate} ]; do sleep 0.1; done; test -f done`
    const begun = await here.cli(['adopt', 'make it', '-c', slow, '--session', 's1', '--json', '--proof', 'fast'])
    expect(begun.events.at(-1)).toMatchObject({ status: 'running' })
    rmSync(gate)
    here.write('done', '')
    const waiting = await stop(here, { flags: ['--timeout', '2'] })
    expect(answerOf(waiting)['reason']).toContain('still verifying')
    expect(answerOf(await stop(here, { flags: ['--timeout', '1'] }))['reason']).toContain('still verifying')
    expect(await statusOf(here, idOf(begun))).toMatchObject({ status: 'running', iteration: 1 })
    writeFileSync(gate, '')
    expect((await stop(here)).err).toContain('verified after 1 turn')
  })
})

describe('a hook closes its turn by itself', () => {
  /** A loop whose check says when it has begun, and ends when it is let. */
  async function held(here: Project) {
    const [ready, gate] = [join(here.home, 'ready'), join(here.home, 'open')]
    writeFileSync(gate, '')
    const slow = `touch ${ready}; until [ -e ${gate} ]; do sleep 0.1; done; test -f done`
    const id = idOf(await adopt(here, '-c', slow, '--proof', 'fast'))
    for (const file of [gate, ready]) rmSync(file)
    return { id, ready, gate }
  }

  /** The hook as a host starts it, with its payload still to come. */
  const started = ({ path, home }: Project, env: Readonly<Record<string, string>> = {}) => {
    const hook = spawn(process.execPath, [CLI, 'hook', 'stop'], { cwd: path, env: { ...environmentOf(home), ...env } })
    let out = ''
    hook.stdout.on('data', (piece: Buffer) => {
      out += piece.toString()
    })
    const ended = new Promise<Json>(done => hook.on('close', () => done(out === '' ? {} : (JSON.parse(out) as Json))))
    return { hook, ended, tell: () => hook.stdin.end(JSON.stringify(payloadOf('claude-code-stop', 's1', path))) }
  }

  test('no process stays behind after adopting and after a stop', async () => {
    const here = fastProject()
    await adopt(here)
    expect(answerOf(await stop(here))['reason']).toContain('turn 2 of')
    expect(readdirSync(join(here.home, '.local/state/agent-loop'))).not.toContain('daemon')
  })

  test.each(['abort', 'verified'])('no daemon is started and no process is left: adopt, three stops, %s', async end => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    const alone = async (): Promise<void> => {
      expect(processesOf(here)).toEqual([])
      expect(readdirSync(join(here.home, '.local/state/agent-loop'))).not.toContain('daemon')
    }
    await alone()
    for (const turn of [2, 3, 4]) {
      expect(answerOf(await stop(here))['reason']).toContain(`turn ${turn} of`)
      await alone()
    }
    if (end === 'abort') expect((await here.cli(['abort', id])).code).toBe(0)
    else here.write('done', '')
    await stop(here)
    await alone()
    expect((await statusOf(here, id))?.['status']).toBe(end === 'abort' ? 'aborted' : 'verified')
    expect(readdirSync(join(here.home, '.local/state/agent-loop/leases')).filter(name => name !== 'lock')).toEqual([])
  })

  test('--no-daemon of older scripts is accepted', async () => {
    expect((await adopt(fastProject(), '--no-daemon')).code).toBe(0)
  })

  test('a stop that is told again while it is being closed is the same one', async () => {
    const here = projectWithProcesses()
    const { id, ready, gate } = await held(here)
    const first = stop(here)
    await until(() => existsSync(ready))
    expect(answerOf(await stop(here, { flags: ['--timeout', '2'] }))['reason']).toContain('still verifying')
    writeFileSync(gate, '')
    expect(answerOf(await first)['reason']).toContain('turn 2 of')
    expect(await statusOf(here, id)).toMatchObject({ iteration: 2 })
  })

  test('a check that fails after the host stopped waiting is told at a later stop', async () => {
    const here = projectWithProcesses()
    const { id, gate } = await held(here)
    expect(answerOf(await stop(here, { flags: ['--timeout', '2'] }))['reason']).toContain('still verifying')
    writeFileSync(gate, '')
    expect(answerOf(await stop(here))['reason']).toContain('turn 2 of')
    expect(await statusOf(here, id)).toMatchObject({ iteration: 2 })
    here.write('done', '')
    expect((await stop(here)).err).toContain('verified after 2 turns')
  })

  test('a turn that was closed is not closed again by a late hook for the same stop', async () => {
    const here = fastProject()
    const id = idOf(await adopt(here))
    const late = started(here)
    expect(answerOf(await stop(here))['reason']).toContain('turn 2 of')
    late.tell()
    expect((await late.ended)['reason']).toContain('turn 2 of')
    expect(await statusOf(here, id)).toMatchObject({ iteration: 2 })
  })

  test('a hook that is killed over its turn leaves it to the next stop, and nothing is verified', async () => {
    const here = fastProject()
    const { id, ready, gate } = await held(here)
    const killed = started(here)
    killed.tell()
    await until(() => existsSync(ready))
    killed.hook.kill('SIGKILL')
    await killed.ended
    expect(await statusOf(here, id)).toMatchObject({ status: 'running', iteration: 1 })
    writeFileSync(gate, '')
    expect(answerOf(await stop(here))['reason']).toContain('turn 2 of')
    expect(await statusOf(here, id)).toMatchObject({ status: 'running', iteration: 2 })
  })

  test('what a turn did is kept when its session is answered, however slow the disk is', async () => {
    const here = fastProject()
    const slowly = join(here.home, 'slowly.cjs')
    writeFileSync(
      slowly,
      `const fs = require('node:fs')
const { fsync } = fs
const isPack = file => fs.readlinkSync('/proc/self/fd/' + file).includes('tmp_pack')
fs.fsync = (file, done) => (isPack(file) ? setTimeout(fsync, 1000, file, done) : fsync(file, done))`,
    )
    const id = idOf(await adopt(here, '--proof', 'fast'))
    here.write('work', 'of the first turn')
    const slow = started(here, { NODE_OPTIONS: `--require ${slowly}` })
    slow.tell()
    expect((await slow.ended)['reason']).toContain('turn 2 of')
    expect((await here.cli(['diff', id])).out).toContain('of the first turn')
    const reverted = await here.cli(['abort', id, '--revert'])
    expect([reverted.code, existsSync(join(here.path, 'work'))]).toEqual([0, false])
  })

  test('a hook whose directory was deleted still answers', async () => {
    const here = fastProject()
    const folder = join(here.home, 'gone')
    const line = `mkdir ${folder} && cd ${folder} && rmdir ${folder} && exec ${process.execPath} ${CLI} hook stop`
    const hook = spawn('sh', ['-c', line], { env: environmentOf(here.home) })
    hook.stdin.end(JSON.stringify(payloadOf('claude-code-stop', 's1', here.path)))
    expect(await new Promise(done => hook.on('close', done))).toBe(0)
  })
})
