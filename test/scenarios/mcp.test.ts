import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, onTestFinished, test } from 'vitest'
import { background, endDaemonAfterwards, until } from '../rig/background.ts'
import { DONE, type Json, type Project, fastProject as project } from '../rig/project.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')

interface Asking {
  /** What the person says when asked; null for a client that cannot ask. */
  readonly person: boolean | null | ((message: string) => boolean)
  readonly asked: string[]
}

const QUIET: Asking = { person: null, asked: [] }

function clientOf({ person, asked }: Asking): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: person === null ? {} : { elicitation: { form: {} } } },
  )
  if (person !== null)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return { action: 'accept', content: { yes: typeof person === 'function' ? person(params.message) : person } }
    })
  onTestFinished(() => client.close())
  return client
}

async function onStdio(here: Project, asking = QUIET, more: Readonly<Record<string, string>> = {}): Promise<Client> {
  endDaemonAfterwards(here)
  const client = clientOf(asking)
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp'],
      cwd: here.path,
      env: { ...here.env, ...more },
      stderr: 'ignore',
    }),
  )
  return client
}

async function onHttp(here: Project, token?: string): Promise<{ client: Client; url: string; token: string }> {
  endDaemonAfterwards(here)
  const serving = here.start(['mcp', '--http', '0'])
  const { url, token: made } = await serving.event(({ url }) => typeof url === 'string')
  const client = clientOf(QUIET)
  const headers = { authorization: `Bearer ${token ?? made}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(String(url)), { requestInit: { headers } }))
  return { client, url: String(url), token: String(made) }
}

const call = async (client: Client, name: string, args: Json): Promise<Json> => {
  const result = await client.callTool({ name, arguments: { ...args } })
  const [first] = result.content
  const text = first?.type === 'text' ? first.text : ''
  return result.isError ? { error: text } : (result.structuredContent as Json)
}

const stopped = (here: Project, session: string) =>
  here.cli(['hook', 'stop'], {
    input: JSON.stringify({ session_id: session, cwd: here.path, hook_event_name: 'Stop' }),
  })

const node = { 'package.json': JSON.stringify({ name: 'x', scripts: { test: 'test -f done' } }) }

describe('an assistant with the protocol alone', () => {
  test('sees the tools, each with the schemas of what it takes and gives', async () => {
    const { tools } = await (await onStdio(project())).listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'infer_completion',
      'loop_abort',
      'loop_adopt',
      'loop_blocked',
      'loop_logs',
      'loop_resume',
      'loop_start',
      'loop_status',
      'parse_criterion',
      'plan_pause',
      'plan_propose',
      'plan_run',
      'plan_status',
      'verify_completion',
    ])
    for (const tool of tools)
      expect(tool).toMatchObject({ inputSchema: { type: 'object' }, outputSchema: { type: 'object' } })
  })

  test('works through a plan when the person agrees, and without anybody to ask only through what was proposed', async () => {
    const files = { ...node, 'PLAN.md': '- [ ] make the file (until: `test -f done`)\n' }
    const silent = await onStdio(project(files, { git: true }), undefined, { AGENT_LOOP_AGENT_CMD: 'touch done' })
    expect(await call(silent, 'plan_run', { list: 'PLAN.md' })).toHaveProperty('error')
    const { digest } = (await call(silent, 'plan_propose', { list: 'PLAN.md' })) as { digest: string }
    expect(await call(silent, 'plan_run', { list: 'PLAN.md', digest })).toMatchObject({ tasks: [{ status: 'done' }] })
    const here = project(files, { git: true })
    const asking: Asking = { person: true, asked: [] }
    const client = await onStdio(here, asking, { AGENT_LOOP_AGENT_CMD: 'touch done' })
    expect(await call(client, 'plan_status', {})).toHaveProperty('error')
    expect(await call(client, 'plan_propose', { list: 'PLAN.md' })).toMatchObject({
      tasks: [{ id: 'make-the-file', confidence: 'given', refused: null }],
    })
    expect(await call(client, 'plan_run', { list: 'PLAN.md' })).toMatchObject({ tasks: [{ status: 'done' }] })
    expect([asking.asked.length, here.read('PLAN.md')]).toEqual([1, expect.stringContaining('[x] make the file')])
    expect(await call(client, 'plan_status', {})).toMatchObject({ status: 'ended', tasks: [{ status: 'done' }] })
  })

  test('reads and runs a criterion, and is told that it goes on', async () => {
    const client = await onStdio(project(node))
    expect(await call(client, 'parse_criterion', { criterion: 'npm test passes' })).toMatchObject({
      commands: ['npm test'],
    })
    expect(await call(client, 'parse_criterion', { criterion: 'it is good' })).toHaveProperty('error.code')
    const told: unknown[] = []
    const red = await client.callTool(
      { name: 'verify_completion', arguments: { criterion: 'npm test passes' } },
      { onprogress: progress => told.push(progress) },
    )
    expect(red.structuredContent).toMatchObject({ verified: false, command: 'npm test' })
    expect(told.length).toBeGreaterThan(0)
    expect(await call(client, 'infer_completion', { task: 'make the code better' })).toHaveProperty('refused')
  })

  test('adopts a loop, is kept by its hook, steers it, and reads report and receipt', async () => {
    const here = project(node)
    const client = await onStdio(here)
    const begun = await call(client, 'loop_adopt', { task: 'make it', completion: DONE, session: 's1' })
    expect(begun).toMatchObject({ status: 'running', prompt: expect.stringContaining('turn 1 of') })
    expect((await stopped(here, 's1')).out).toContain('"block"')
    expect(await call(client, 'loop_status', {})).toMatchObject({ loops: [{ status: 'running', iteration: 2 }] })
    expect(await call(client, 'loop_logs', { loop_id: begun['loop_id'] })).toMatchObject({ iteration: 1 })
    here.write('done', '')
    expect((await stopped(here, 's1')).err).toContain('verified after 2 turns')
    const { resources } = await client.listResources()
    const texts = await Promise.all(
      resources.map(async ({ uri }) =>
        (await client.readResource({ uri })).contents.map(each => 'text' in each && each.text),
      ),
    )
    expect(texts.flat().join('\n')).toContain('Status: verified')
    expect(resources.map(({ uri }) => uri)).toContain(`agent-loop://loops/${begun['loop_id']}/receipt`)
  })

  test('says that it is blocked, without a session’s name', async () => {
    const here = project()
    const client = await onStdio(here)
    expect(await call(client, 'loop_blocked', { reason: 'x' })).toHaveProperty('error')
    await call(client, 'loop_adopt', { task: 'make it', completion: DONE })
    expect(await call(client, 'loop_blocked', { reason: 'the key is missing' })).toHaveProperty('loop_id')
    expect((await stopped(here, 'whoever')).err).toContain('the agent is blocked: the key is missing')
  })

  test('starts a loop in the background, which gets on without it, and takes it up again', async () => {
    const agent = { 'agent-cmd': '[ -e once ] && touch done; touch once' }
    const here = background({ ...node, 'agent-loop.config.json': JSON.stringify(agent) })
    const asking = { person: true, asked: [] as string[] }
    const client = await onStdio(here, asking)
    const asked = { task: 'make it', completion: DONE, max_iterations: 1 }
    const { loop_id, pid } = await call(client, 'loop_start', asked)
    expect(pid).toBe(here.daemonPid())
    await here.stands(String(loop_id), 'limit_reached')
    expect(await call(client, 'loop_resume', { loop_id, max_iterations: 2 })).toMatchObject({ status: 'running' })
    expect(await here.stands(String(loop_id), 'verified')).toMatchObject({ iteration: 2 })
    expect(asking.asked).toEqual([
      expect.stringContaining('Trust these values of agent-loop.config.json in this project? (agent-cmd)'),
      expect.stringContaining('up to 2 turns'),
    ])
  })
})

describe('a person decides', () => {
  // Nothing but a structure can be checked here, so the proposal needs a person.
  const weak = { 'src/main.py': 'print(1)\n' }
  const task = 'extract auth logic into a separate module'

  test('without anybody to ask, a weak proposal is returned and not begun', async () => {
    const client = await onStdio(project(weak))
    for (const tool of ['loop_adopt', 'loop_start'])
      expect(await call(client, tool, { task })).toMatchObject({
        status: 'needs_confirmation',
        proposed_completion: { confidence: 'low', needs_human_confirmation: true },
      })
    expect(await call(client, 'loop_status', {})).toEqual({ loops: [] })
  })

  test('who says no is heard', async () => {
    const asking = { person: false, asked: [] }
    const client = await onStdio(project(node), asking)
    expect(await call(client, 'loop_adopt', { task: 'fix the failing tests', session: 's1' })).toMatchObject({
      status: 'declined',
    })
    expect(asking.asked).toEqual([expect.stringContaining('npm test')])
    expect(await call(client, 'loop_status', {})).toEqual({ loops: [] })
  })

  test('who says yes has the loop, and is asked again before it is ended or given more', async () => {
    const asking = { person: true, asked: [] as string[] }
    const here = project(node)
    const client = await onStdio(here, asking)
    const args = { task: 'fix the failing tests', session: 's1', max_iterations: 1 }
    const { loop_id } = await call(client, 'loop_adopt', args)
    expect((await stopped(here, 's1')).err).toContain('limit reached')
    expect(await call(client, 'loop_resume', { loop_id, max_iterations: 5, session: 's1' })).toMatchObject({
      status: 'running',
    })
    expect(await call(client, 'loop_abort', { loop_id })).toMatchObject({ status: 'aborted' })
    expect(asking.asked).toHaveLength(3)
  })
})

describe('an answer counts only for the question that was shown', () => {
  const config = (command: string): string => JSON.stringify({ 'post-iteration': command })

  test('values that change while the question is open are asked about again', async () => {
    const here = project({ 'agent-loop.config.json': config('echo harmless') })
    const asking = {
      asked: [] as string[],
      person: (message: string): boolean => {
        here.write('agent-loop.config.json', config('touch evil'))
        return message.includes('harmless')
      },
    }
    const client = await onStdio(here, asking)
    const args = { task: 'make it', completion: DONE, session: 's1' }
    expect(await call(client, 'loop_adopt', args)).toHaveProperty('error')
    expect(asking.asked).toEqual([expect.stringContaining('"echo harmless"'), expect.stringContaining('"touch evil"')])
    expect(await call(client, 'loop_status', {})).toEqual({ loops: [] })
  })

  test('so is a criterion', async () => {
    const here = project(node)
    const asking = {
      asked: [] as string[],
      person: (message: string): boolean => {
        here.write('package.json', '{ "name": "x" }')
        here.write('Makefile', 'test:\n\ttest -f other\n')
        return message.includes('npm test')
      },
    }
    const client = await onStdio(here, asking)
    expect(await call(client, 'loop_adopt', { task: 'fix the failing tests', session: 's1' })).toMatchObject({
      status: 'declined',
    })
    expect(asking.asked).toEqual([expect.stringContaining('npm test'), expect.stringContaining('make test')])
  })

  test('a criterion of the configuration is used, so no inferred one is asked about', async () => {
    const here = project({ ...node, 'agent-loop.config.json': JSON.stringify({ completion: DONE }) })
    const asking = { person: true, asked: [] as string[] }
    const client = await onStdio(here, asking)
    const begun = await call(client, 'loop_adopt', { task: 'fix the failing tests', session: 's1' })
    expect(begun).toMatchObject({ status: 'running', done_means: expect.stringContaining(DONE) })
    expect(asking.asked).toEqual([expect.stringContaining('Trust these values')])
  })

  test('a weak proposal says what it does not check, and starts after a yes', async () => {
    const asking = { person: true, asked: [] as string[] }
    const client = await onStdio(project({ 'src/main.py': 'print(1)\n' }), asking)
    const task = 'extract auth logic into a separate module'
    expect(await call(client, 'loop_adopt', { task, session: 's1' })).toMatchObject({ status: 'running' })
    expect(asking.asked).toEqual([expect.stringContaining('only checks that something changed')])
  })
})

/** Calls every tool with the token from a client's file, and keeps the answers. */
const CALLER = `import { readFileSync, renameSync, writeFileSync } from 'node:fs'
const { url, token, tools, cwd } = JSON.parse(readFileSync('.mcp.json', 'utf8'))
const given = { task: 'make it', criterion: 'touch ran', completion: 'touch ran; test -f never', session: 'other', loop_id: 'ralph-x-0123abcd', reason: 'x', list: 'PLAN.md', cwd }
const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
const answers = {}
for (const name of tools) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
  answers[name] = await (await fetch(url, { method: 'POST', headers, body })).text()
}
writeFileSync('answers.new', JSON.stringify(answers))
renameSync('answers.new', 'answers.json')
`

describe('over HTTP, on this machine alone', () => {
  test('the same server, for who knows the token', async () => {
    const here = project(node)
    const { client } = await onHttp(here)
    expect((await client.listTools()).tools).toHaveLength(14)
    expect(await call(client, 'verify_completion', { criterion: 'npm test passes' })).toMatchObject({ verified: false })
    const args = { task: 'make it', completion: DONE }
    expect(await call(client, 'loop_adopt', args)).toHaveProperty('error')
    expect(await call(client, 'loop_adopt', { ...args, session: 's1' })).toMatchObject({ status: 'running' })
    expect((await stopped(here, 's1')).out).toContain('"block"')
  })

  test('nobody else gets in: no token, a wrong one, a web page', async () => {
    const here = project()
    await expect(onHttp(here, 'wrong')).rejects.toThrow()
    const { url } = await onHttp(here)
    const post = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(url, { method: 'POST', headers, body: '{}' })).status
    expect(await post({})).toBe(401)
    expect(await post({ origin: 'https://example.org' })).toBe(403)
  })

  test('a process inside a turn that knows the token can only read, even without its environment', async () => {
    const here = project({ 'caller.mjs': CALLER })
    const { client, url, token } = await onHttp(here)
    const { tools } = await client.listTools()
    const acting = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)
    expect(acting).toEqual(expect.arrayContaining(['verify_completion', 'loop_adopt', 'loop_start', 'loop_resume']))
    here.write('.mcp.json', JSON.stringify({ url, token, tools: tools.map(({ name }) => name), cwd: here.path }))
    const agent = `setsid -w env -i ${process.execPath} caller.mjs; until [ -f go ]; do sleep 0.1; done; touch done`
    const run = here.start(['run', 'make it', '-c', DONE, '--agent-cmd', agent, '--json'])
    await run.event(({ kind }) => kind === 'turn-start')
    await until(() => existsSync(join(here.path, 'answers.json')))
    const answers: Readonly<Record<string, string>> = JSON.parse(here.read('answers.json'))
    const refused = Object.keys(answers).filter(name => answers[name]?.includes('inside a turn of a loop'))
    expect(refused.toSorted()).toEqual(acting.toSorted())
    expect(answers['parse_criterion']).toContain('touch ran')
    expect(existsSync(join(here.path, 'ran'))).toBe(false)
    // The person's own client works meanwhile.
    expect(await call(client, 'verify_completion', { criterion: 'true' })).toMatchObject({ verified: true })
    here.write('go', '')
    expect((await run.ended).code).toBe(0)
  })

  test('no request ends it, whatever its method, path, and headers are', async () => {
    const here = project()
    const serving = here.start(['mcp', '--http', '0'])
    const { url, token } = await serving.event(({ url }) => typeof url === 'string')
    const port = Number(new URL(String(url)).port)
    const headers = [
      'Host: localhost',
      'Host: [',
      `Host: localhost\r\nAuthorization: Bearer ${token}`,
      `Host: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Length: 1000000`,
      'Host: localhost\r\nX: \u00ff',
      'Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade',
      'Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz',
    ]
    for (const method of [
      'TRACE',
      'CONNECT',
      'OPTIONS',
      'HEAD',
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'QUERY',
      'FOO',
    ])
      await Promise.all(
        ['/mcp', '*', '//', '/%ff', 'http://[::', 'evil:443', '///a:b@c:99999999/'].flatMap(path =>
          headers.map(header => firstLine(port, `${method} ${path} HTTP/1.1\r\n${header}\r\n\r\n`)),
        ),
      )
    for (const method of ['TRACE', 'OPTIONS', 'PUT'])
      expect(await firstLine(port, `${method} /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toContain(' 405 ')
    expect(await firstLine(port, 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n')).toContain(' 401 ')
    expect(serving.process.exitCode).toBe(null)
  })
})

describe('a secret in the environment of the server', () => {
  const SECRET = 'k7Qx-Zp91-vvLm-2210'
  const leaky = { 'check.sh': 'echo "got $MY_API_KEY"; printf "gh%s\\n" p_a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4; exit 1\n' }
  const env = { MY_API_KEY: SECRET }
  const asked = { name: 'verify_completion', arguments: { criterion: 'sh check.sh' } }

  test('is in no answer, on standard output or over HTTP', async () => {
    const here = project(leaky)
    const serving = here.start(['mcp', '--http', '0'], {
      env: { ...env, AGENT_LOOP_MCP_TOKEN: 'a-token-of-mine-1234' },
    })
    const { url, token } = await serving.event(({ url }) => typeof url === 'string')
    expect(token).toBe('a-token-of-mine-1234')
    const headers = { authorization: `Bearer ${token}` }
    const http = clientOf(QUIET)
    await http.connect(new StreamableHTTPClientTransport(new URL(String(url)), { requestInit: { headers } }))
    const stdio = await onStdio(here, QUIET, env)
    for (const client of [http, stdio]) {
      const answer = JSON.stringify(await client.callTool(asked))
      expect(answer).toContain('got [MY_API_KEY]')
      expect(answer).not.toContain(SECRET)
      expect(answer).not.toContain('ghp_')
    }
  })
})

/** The first line of the answer to these bytes; empty when the connection is closed without one. */
const firstLine = (port: number, bytes: string): Promise<string> =>
  new Promise(resolve => {
    let answer = ''
    const connection = connect(port, '127.0.0.1', () => connection.end(bytes, 'latin1'))
    connection.on('data', piece => {
      answer += String(piece)
    })
    connection.on('error', () => {}).on('close', () => resolve(answer.split('\r\n')[0] ?? ''))
  })
