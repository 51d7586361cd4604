import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'
import { type Asked, ask, servedPage } from '../rig/page.ts'

const JSON_BODY = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

/** A server, and what a browser has after its link was opened. */
async function opened(files: Readonly<Record<string, string>> = {}, env: Readonly<Record<string, string>> = {}) {
  const here = project(files, { git: true })
  const { url } = await servedPage(here, { env })
  const { origin, pathname } = new URL(url)
  const first = await ask(origin, pathname)
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  const own = { cookie, origin }
  const read = (path: string, more: Asked = {}) => ask(origin, path, { ...more, headers: { cookie, ...more.headers } })
  const act = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    ask(origin, path, { method: 'POST', body, headers: { ...own, ...JSON_BODY, ...headers } })
  return { here, origin, pathname, first, cookie, read, act }
}

test('the page opens with its link only, once, and for its own origin only', async () => {
  const { origin, pathname, first, cookie, read, act } = await opened()
  const port = new URL(origin).port
  expect(first.status).toBe(200)
  expect(first.headers['set-cookie']).toEqual([expect.stringMatching(/; Path=\/; HttpOnly; SameSite=Strict$/)])
  const page = await read('/')
  expect(page.text).toContain('<div id="app">')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
  expect((await read('/api/loops')).status).toBe(200)

  // The token was used; no token; a wrong one; the cookie of another server.
  expect((await ask(origin, pathname)).status).toBe(403)
  for (const path of ['/', '/page.js', '/api/loops', '/api/changes', '/api/loops/a/b/diff'])
    expect([path, (await ask(origin, path)).status]).toEqual([path, 401])
  expect((await ask(origin, '/open/0123456789')).status).toBe(403)
  expect((await read('/', { headers: { cookie: `${cookie.split('=')[0]}=${'0'.repeat(48)}` } })).status).toBe(401)

  const refused: Readonly<Record<string, Asked>> = {
    'another host name': { headers: { host: `evil.example:${port}` } },
    'a name that resolves to this machine': { headers: { host: `127.0.0.1.evil.example:${port}` } },
    'another port in the host name': { headers: { host: '127.0.0.1:1' } },
    'no port': { headers: { host: '127.0.0.1' } },
    'another site': { headers: { origin: 'https://evil.example' } },
    'an opaque origin': { headers: { origin: 'null' } },
    'another port of this machine': { headers: { origin: 'http://127.0.0.1:3000' } },
    'a script tag of another port': { headers: { 'sec-fetch-site': 'same-site' } },
    'a script tag of another site': { headers: { 'sec-fetch-site': 'cross-site' } },
  }
  for (const [name, asked] of Object.entries(refused))
    expect([name, (await read('/api/loops', asked)).status]).toEqual([name, 403])

  const body = { directory: '/', task: 'x', criterion: 'true', agent: '', maxTurns: 1 }
  const posts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'a form of another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    'a page on another port': { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' },
    'no origin': { origin: '' },
  }
  for (const [name, headers] of Object.entries(posts))
    expect([name, (await act('/api/start', body, headers)).status]).toEqual([name, 403])
  expect((await act('/api/start', body, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await act('/api/start', { task: 'x'.repeat(100_000) })).status).toBe(413)
})

test('no path of a log, diff, or file leaves the records of a listed loop, and secrets are redacted', async () => {
  const secret = 'hunter2-hunter2-hunter2'
  const { here, read, act } = await opened({}, { DEPLOY_TOKEN: secret })
  const { code, events } = await here.cli([
    ...['run', 'make the file', '-c', 'test -f done', '--json'],
    ...['--agent-cmd', `echo '<img src=x onerror=alert(1)> ${secret}'; touch done`],
  ])
  expect(code).toBe(0)
  const id = String(events[0]?.['loop'])
  const { rows } = JSON.parse((await read('/api/loops')).text) as { rows: { project: string; id: string }[] }
  const [{ project: name } = { project: '' }] = rows
  const loop = `/api/loops/${name}/${id}`

  expect((await read(`${loop}/turns/1/logs/agent`)).text).toContain('<img src=x onerror=alert(1)> [DEPLOY_TOKEN]')
  const detail = await read(`${loop}/turns/1`)
  expect(detail.headers['content-type']).toContain('application/json')
  expect(detail.text).toContain('[DEPLOY_TOKEN]')
  expect((await read(`${loop}/turns/1/diff`)).text).toContain('done')
  expect((await read(`${loop}/receipt`)).text).toContain('"ok":true')

  const tricks = [
    `${loop}/turns/1/logs/..%2f..%2fevents.jsonl`,
    `${loop}/turns/1/logs/../../../events.jsonl`,
    `${loop}/turns/1/logs/agent.log`,
    `${loop}/turns/1/logs/events`,
    `${loop}/turns/..%2f..%2f..%2f1/logs/agent`,
    `${loop}/turns/-1/logs/agent`,
    `${loop}/turns/1e3/logs/agent`,
    `${loop}/turns/99/logs/agent`,
    `${loop}/turns/99`,
    `${loop}/turns/1/logs/agent?from=-1`,
    `${loop}/turns/1/logs/agent?until=x`,
    `${loop}/turns/1..2/diff`,
    `${loop}/turns/0/diff`,
    `/api/loops/..%2f${name}/${id}`,
    `/api/loops/%2e%2e/${id}/diff`,
    `/api/loops/${name}/..%2f..%2fkeys`,
    `/api/loops/${name}/${id}%00/diff`,
    `/api/loops?from=-1`,
    '/..%2f..%2fpackage.json',
    '/%2e%2e/cli.cjs',
    '/constructor',
  ]
  for (const path of tricks) expect([path, (await read(path)).status]).toEqual([path, 404])

  // Text of the page is never a flag or another command.
  const hinted = JSON.parse((await act(`${loop}/hint`, { text: '--help' })).text) as { lines: string[] }
  expect(hinted.lines.join()).toContain('already ended')
  expect((await act(`${loop}/waive`, { text: 'x' })).status).toBe(404)
  expect((await act(`${loop}/restore`, {})).status).toBe(404)
})

const CALLER = `
import { readFileSync, writeFileSync } from 'node:fs'
const [origin, cookie, token, loop] = readFileSync(process.env.HOME + '/known', 'utf8').split('\\n')
const headers = { cookie, origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
const seen = []
const ask = async (path, method = 'GET') => {
  const body = method === 'GET' ? undefined : '{}'
  const response = await fetch(origin + path, { method, headers, body })
  seen.push([method, path.split('/')[1], response.status, await response.text()].join(' '))
}
await ask('/open/' + token)
await ask('/api/loops')
await ask('/api/loops/' + loop + '/abort', 'POST')
writeFileSync('seen', seen.join('\\n'))
writeFileSync('done', '')
`

test("a turn's process is refused, with the cookie and with an unused link", async () => {
  const { here, origin, cookie, pathname, read } = await opened({ 'caller.mjs': CALLER })
  const other = await servedPage(here)
  writeFileSync(join(here.home, 'known'), [origin, cookie, pathname.split('/').at(-1), 'x/y'].join('\n'))
  const { code } = await here.cli(['run', 'make the file', '-c', 'test -f done', '--agent-cmd', 'node caller.mjs'])
  expect(code).toBe(0)
  for (const line of readFileSync(join(here.path, 'seen'), 'utf8').split('\n'))
    expect(line).toMatch(/^\w+ \w+ 403 .*inside a turn/)
  expect((await read('/api/loops')).status).toBe(200)

  // A link that an agent learns of stays unused.
  const unused = new URL(other.url)
  writeFileSync(join(here.home, 'known'), [unused.origin, '', unused.pathname.split('/').at(-1), 'x/y'].join('\n'))
  await here.cli(['run', 'make it again', '-c', 'test ! -f done', '--agent-cmd', 'node caller.mjs; rm done'])
  expect((await ask(unused.origin, unused.pathname)).status).toBe(200)

  const inside = await here.cli(['ui'], { env: { AGENT_LOOP_ID: 'ralph-x-a1b2c3d4' } })
  expect(inside.code).toBe(8)
})
