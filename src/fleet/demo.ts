import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../system/shell.ts'
import { type Database, openDatabase } from './database.ts'
import { type PrivatePostgres, startPostgres } from './private-postgres.ts'
import { prepareSchema } from './schema.ts'

interface DemoRequest {
  readonly env: Environment
  readonly program: string
  /** A database of the person's own; a private one when null. */
  readonly url: string | null
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

const FILES = {
  'price.test.js': `const assert = require('node:assert/strict')
const { test } = require('node:test')
const price = require('./price.js')

test('without a discount the price stays', () => assert.equal(price(200, 0), 200))
test('ten percent off', () => assert.equal(price(200, 10), 180))
`,
  'price.js': 'module.exports = (amount, percent) => amount - percent\n',
}
const LOOPS = 3
const LEASE = '4s'
/** Takes three turns of two seconds each. */
const AGENT = `sleep 2; echo turn >> notes.txt; [ "$(wc -l < notes.txt)" -ge 3 ] && echo 'module.exports = (amount, percent) => amount - (amount * percent) / 100' > price.js; true`

/** Two workers and some loops on this machine: kills one worker and shows how the other continues. Resolves to whether all were verified. */
export async function runDemo(request: DemoRequest): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-fleet-'))
  const { say } = request
  let postgres: PrivatePostgres | null = null
  const workers: ChildProcess[] = []
  try {
    postgres = request.url === null ? await startPostgres(folder) : null
    const url = request.url ?? postgres?.url ?? ''
    say(postgres ? 'A private PostgreSQL runs on this machine.' : 'Your PostgreSQL is used.')
    const project = createProject(folder, request.env)
    const database = openDatabase(url)
    await prepareSchema(database)
    const start = (name: string): ChildProcess => {
      const worker = startWorker(request, { folder, name, url })
      workers.push(worker)
      return worker
    }
    start('one')
    const ids = Array.from({ length: LOOPS }, () => submit(request, project, url))
    say(`${LOOPS} loops are submitted. Their files are refs of ${join(folder, 'remote.git')}`)
    const first = await workerWithTurn(database, request.signal)
    const victim = workers[0]
    start('two')
    await workersAlive(database, 2, request.signal)
    say(`\n${first} has finished a turn, and is killed now (SIGKILL). Its lease is ${LEASE}.`)
    const killedAt = performance.now()
    victim?.kill('SIGKILL')
    await takenByOther(database, first, request.signal)
    say(`Another worker continues after ${((performance.now() - killedAt) / 1000).toFixed(1)}s.\n`)
    const verified = await allEnded(database, ids, request.signal)
    for (const { id, status, epochs } of verified) say(`${id}  ${status}  written by ${epochs} workers in turn`)
    await database.close()
    return verified.every(({ status }) => status === 'verified')
  } finally {
    for (const worker of workers) worker.kill('SIGTERM')
    await Promise.all(workers.map(ended))
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const ended = (worker: ChildProcess): Promise<void> =>
  worker.exitCode !== null || worker.signalCode !== null
    ? Promise.resolve()
    : new Promise(resolve => worker.once('exit', () => resolve()))

function createProject(folder: string, env: Environment): string {
  const [project, remote] = [join(folder, 'shop'), join(folder, 'remote.git')]
  mkdirSync(project)
  const git = (...args: readonly string[]): Buffer =>
    execFileSync('git', [...args], { cwd: project, env, stdio: 'pipe' })
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project, name), text)
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=demo', '-c', 'user.email=demo@localhost', 'commit', '-q', '-m', 'start')
  git('init', '-q', '--bare', remote)
  git('remote', 'add', 'origin', remote)
  return project
}

interface DemoWorker {
  readonly folder: string
  readonly name: string
  readonly url: string
}

/** With a home of its own: it shares nothing with the others but the database and the remote. */
function startWorker({ env, program, say }: DemoRequest, { folder, name, url }: DemoWorker): ChildProcess {
  const home = join(folder, `home-${name}`)
  mkdirSync(home)
  const own = { ...env, HOME: home, XDG_STATE_HOME: join(home, 'state'), AGENT_LOOP_FLEET: url }
  const worker = spawn(process.execPath, [program, 'worker', '--slots', `${LOOPS}`, '--lease', LEASE], {
    env: own,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  createInterface({ input: worker.stdout }).on('line', line => say(`  [${name}] ${line}`))
  return worker
}

function submit({ env, program }: DemoRequest, project: string, url: string): string {
  const args = ['start', 'fix the discount in price.js', '-c', 'node --test', '--agent-cmd', AGENT, '--json']
  const own = { ...env, XDG_STATE_HOME: join(project, '..', 'state'), AGENT_LOOP_FLEET: url }
  const printed = execFileSync(process.execPath, [program, ...args], { cwd: project, env: own, stdio: 'pipe' })
  return (JSON.parse(printed.toString()) as { readonly loop_id: string }).loop_id
}

const LOOK_MS = 200

async function until<T>(look: () => Promise<T | null>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== null) return found
    signal.throwIfAborted()
    await sleep(LOOK_MS, null, { signal })
  }
}

const workerWithTurn = (database: Database, signal: AbortSignal): Promise<string> =>
  until(async () => {
    const { rows } = await database.query<{ worker: string }>(
      `select worker from agent_loop.loops where state = 'running' and (entry->>'iteration')::int >= 2 limit 1`,
    )
    return rows[0]?.worker ?? null
  }, signal)

const workersAlive = (database: Database, count: number, signal: AbortSignal): Promise<true> =>
  until(async () => {
    const { rows } = await database.query<{ count: number }>(
      'select count(*)::int as count from agent_loop.workers where not gone',
    )
    return (rows[0]?.count ?? 0) >= count ? true : null
  }, signal)

const takenByOther = (database: Database, worker: string, signal: AbortSignal): Promise<true> =>
  until(async () => {
    const { rows } = await database.query(
      `select 1 from agent_loop.loops where state = 'running' and worker <> $1 and epoch > 1`,
      [worker],
    )
    return rows.length > 0 ? true : null
  }, signal)

interface EndedLoop extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly status: string
  readonly epochs: number
}

const allEnded = (database: Database, ids: readonly string[], signal: AbortSignal): Promise<readonly EndedLoop[]> =>
  until(async () => {
    const { rows } = await database.query<EndedLoop>(
      `select id, status, (select count(distinct e.epoch)::int from agent_loop.events e where e.loop = l.id) as epochs
       from agent_loop.loops l where state = 'ended' and id = any($1)`,
      [ids],
    )
    return rows.length === ids.length ? rows : null
  }, signal)
