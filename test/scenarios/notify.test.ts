import { createHmac } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { background } from '../rig/background.ts'
import { fastProject as project } from '../rig/in-process.ts'
import { type Project, fastProject as withProcesses } from '../rig/project.ts'
import { type Received, receiver } from '../rig/receiver.ts'

const FILES = { 'work.txt': 'open\n' }
const run = (agent: string, ...more: readonly string[]): readonly string[] => [
  ...[
    'run',
    'fix <!channel> @everyone',
    '-c',
    'grep -q finished work.txt',
    '--proof',
    'fast',
    '--agent-cmd',
    agent,
    ...more,
  ],
]
const FIX = 'echo finished > work.txt'
const BLOCKED = 'agent-loop blocked --reason "the password hunter2hunter2 is wrong"'

/** The user's own settings. */
function settings({ home }: Project, notify: unknown): void {
  mkdirSync(join(home, '.config/agent-loop'), { recursive: true })
  writeFileSync(join(home, '.config/agent-loop/config.json'), JSON.stringify({ notify }))
}

const bodies = (received: readonly Received[]) => received.map(({ body }) => JSON.parse(body))

test('nothing is sent that was not configured', async () => {
  const { url, received } = await receiver()
  const files = project(FILES, { git: true })
  const bin = join(files.home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'notify-send'), `#!/bin/sh\necho "$@" >> ${files.home}/shown\n`)
  chmodSync(join(bin, 'notify-send'), 0o755)
  const env = { PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':9', SLACK_WEBHOOK_URL: url, NTFY_URL: url }
  expect((await files.cli(run(FIX), { env })).code).toBe(0)
  expect(existsSync(join(files.home, 'shown'))).toBe(false)
  const none = await files.cli(['notify', 'test'], { env })
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('No notifications are configured')])
  // Only the events that were asked for.
  settings(files, { webhook: url, on: ['stuck'] })
  files.write('work.txt', 'open\n')
  expect((await files.cli(run(FIX), { env })).code).toBe(0)
  expect(received).toEqual([])
  settings(files, { desktop: true })
  expect((await files.cli(['notify', 'test'], { env })).out).toBe('✓ desktop: delivered\n')
  expect(readFileSync(join(files.home, 'shown'), 'utf8')).toContain('-- test in project')
  expect(received).toEqual([])
})

test('every channel gets the end of a loop, signed, escaped, and without secrets', async () => {
  const { url, received } = await receiver([500, 429])
  const files = withProcesses(FILES, { git: true })
  const env = {
    HOOK_SECRET: 'key-of-the-hook-1',
    SLACK: `${url}/slack`,
    NTFY_TOKEN: 'tk-12345678',
    PASS_WORD: 'hunter2hunter2',
  }
  settings(files, {
    webhook: { url: `${url}/hook`, secret: 'HOOK_SECRET' },
    slack: '$SLACK',
    discord: { url: `${url}/discord` },
    ntfy: { url: `${url}/my-topic`, token: 'NTFY_TOKEN' },
    command: 'cat > ../got.json',
  })
  expect((await files.cli(run(BLOCKED), { env })).code).toBe(6)
  const at = (path: string) => received.filter(each => each.path === path)
  expect(received).toHaveLength(6)
  const hook = at('/hook').at(-1)
  const { 'x-agent-loop-timestamp': time, 'x-agent-loop-signature': signed } = hook?.headers ?? {}
  expect(signed).toBe(
    `sha256=${createHmac('sha256', 'key-of-the-hook-1').update(`${time}.${hook?.body}`).digest('hex')}`,
  )
  const [notice] = bodies(hook ? [hook] : [])
  expect(notice).toMatchObject({ event: 'blocked', status: 'blocked', verified: false, exit_code: 6, turns: 1 })
  expect(notice.spent.unreported.usd).toBe(true)
  expect(JSON.parse(readFileSync(join(files.path, '../got.json'), 'utf8'))).toEqual(notice)
  const [slack] = bodies(at('/slack')).slice(-1)
  expect(slack.text).toContain('&lt;!channel&gt;')
  expect(bodies(at('/discord')).at(-1)).toMatchObject({ allowed_mentions: { parse: [] } })
  const ntfy = received.find(({ headers }) => headers.authorization === 'Bearer tk-12345678')
  expect(bodies(ntfy ? [ntfy] : [])).toMatchObject([
    { topic: 'my-topic', message: expect.stringContaining('cost unknown') },
  ])
  expect(received.map(({ body }) => body).join()).not.toContain('hunter2')
})

test('a notification that fails is reported once and changes nothing; no redirect is followed, and nothing is sent unsigned', async () => {
  const [{ url, received }, dead] = [await receiver([302]), await receiver()]
  await dead.close()
  const files = project(FILES, { git: true })
  settings(files, { webhook: { url, secret: 'MISSING' }, slack: `${url}/T0KEN`, discord: dead.url, command: 'exit 3' })
  const { code, out } = await files.cli(run(FIX))
  expect(code).toBe(0)
  const warned = out.split('\n').filter(line => line.includes('was not delivered'))
  expect(warned.map(line => line.replace(/^agent-loop: the /, '')).sort()).toEqual([
    'command notification was not delivered: exit code 3',
    'discord notification was not delivered: no connection (ECONNREFUSED), after 4 attempts',
    'slack notification was not delivered: the server answered 302',
    'webhook notification was not delivered: MISSING is not set',
  ])
  expect(received.map(({ path }) => path)).toEqual(['/T0KEN'])
  expect(out).not.toContain('T0KEN')
})

test("a repository's own addresses and commands need trust, and a resumed loop tells the same people", async () => {
  const { url, received } = await receiver()
  const files = withProcesses(
    { ...FILES, 'agent-loop.config.json': JSON.stringify({ notify: { webhook: url } }) },
    { git: true },
  )
  expect((await files.cli(run(FIX))).code).toBe(3)
  expect((await files.cli(['notify', 'test'])).code).toBe(3)
  expect(received).toEqual([])
  expect((await files.cli(['notify', 'test', '--trust-config'])).code).toBe(0)
  expect(bodies(received)).toMatchObject([{ event: 'test' }])
  const id = 'ralph-fix-a1b2c3d4'
  expect((await files.cli(run(BLOCKED, '--loop-id', id))).code).toBe(6)
  files.write('agent-loop.config.json', '{}')
  expect((await files.cli(['resume', id])).code).toBe(6)
  expect(bodies(received).slice(1)).toMatchObject([
    { event: 'blocked', turns: 1 },
    { event: 'blocked', turns: 2, loop_id: id },
  ])
  files.write('agent-loop.config.json', JSON.stringify({ notify: { command: `touch ${files.home}/ran` } }))
  expect((await files.cli(['notify', 'test'])).out).toContain('runs commands')
  expect(existsSync(join(files.home, 'ran'))).toBe(false)
  files.write('agent-loop.config.json', JSON.stringify({ notify: { slack: 'ftp://x' } }))
  expect((await files.cli(['notify', 'test'])).code).toBe(2)
})

test('a background loop sends from the daemon, with the environment that it was started in', async () => {
  const { url, first } = await receiver()
  const files = background({}, { git: true })
  settings(files, { webhook: { url: '$HOOK_URL', secret: 'HOOK_SECRET' } })
  const args = ['start', 'make the file', '-c', 'test -f done', '--agent-cmd', 'touch done', '--json']
  const started = await files.cli(args, { env: { HOOK_URL: url, HOOK_SECRET: 'key-of-the-hook-1' } })
  expect(started.code).toBe(0)
  const { headers, body } = await first
  expect(JSON.parse(body)).toMatchObject({ event: 'end', status: 'verified', loop_id: started.events[0]?.['loop_id'] })
  expect(headers['x-agent-loop-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
})

test('a long rate limit is reported when it begins, and one that is too long needs a person', async () => {
  const { url, received, first } = await receiver()
  const files = withProcesses({ ...FILES, 'turns.yaml': 'turns: [[rate_limit: 20m]]' }, { git: true })
  settings(files, { webhook: url })
  const args = ['run', 'finish', '-c', 'grep -q finished work.txt', '--agent', 'script:turns.yaml', '--json']
  const waiting = files.start(args)
  expect(JSON.parse((await first).body)).toMatchObject({
    event: 'rate-limit',
    status: 'running',
    message: expect.stringContaining('for 20m'),
  })
  waiting.process.kill('SIGINT')
  expect((await waiting.ended).code).toBe(130)
  expect((await files.cli([...args, '--max-wait', '1m'])).code).toBe(9)
  // Nobody is told of the interrupt, which a person caused.
  expect(bodies(received).slice(1)).toMatchObject([{ event: 'needs-person', status: 'paused', exit_code: 9 }])
})
