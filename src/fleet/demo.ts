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

const NAMES = ['price', 'tax', 'fee'] as const

const testOf = (name: string): string => `const assert = require('node:assert/strict')
const { test } = require('node:test')
const ${name} = require('./${name}.js')

test('${name} of nothing', () => assert.equal(${name}(200, 0), 200))
test('${name} of ten percent', () => assert.equal(${name}(200, 10), 180))
`
const FILES: Readonly<Record<string, string>> = Object.fromEntries([
  ...NAMES.flatMap(name => [
    [`${name}.test.js`, testOf(name)],
    [`${name}.js`, 'module.exports = (amount, percent) => amount - percent\n'],
  ]),
  ['PLAN.md', `# Plan\n\n${NAMES.map(name => `- [ ] fix ${name}.js (until: node --test ${name}.test.js)\n`).join('')}`],
])
const LEASE = '4s'
/** Takes three turns of two seconds each for the file that the task names. */
const AGENT = `name=$(grep -m1 -oE 'fix (price|tax|fee)' | cut -c5-); sleep 2; echo turn >> $name.txt; [ "$(wc -l < $name.txt)" -ge 3 ] && sed -i.old 's|- percent|- (amount * percent) / 100|' $name.js && rm $name.js.old; true`

/** Two workers and a plan on this machine: kills one worker and shows how the other continues. Resolves to whether every task was merged. */
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
    const home = { ...request.env, XDG_STATE_HOME: join(folder, 'state'), AGENT_LOOP_FLEET: url }
    const trusted = async (count: number): Promise<void> => {
      for (const id of await workersAlive(database, count, request.signal))
        execFileSync(process.execPath, [request.program, 'fleet', 'trust', id], {
          cwd: project,
          env: home,
          stdio: 'pipe',
        })
    }
    start('one')
    await trusted(1)
    const plan = startPlan(request, project, home)
    workers.push(plan)
    const first = await workerWithTurn(database, request.signal)
    const victim = workers[0]
    start('two')
    await trusted(2)
    say(`\n${first} has finished a turn, and is killed now (SIGKILL). Its lease is ${LEASE}.`)
    const killedAt = performance.now()
    victim?.kill('SIGKILL')
    await takenByOther(database, first, request.signal)
    say(`Another worker continues after ${((performance.now() - killedAt) / 1000).toFixed(1)}s.\n`)
    await ended(plan)
    for (const { id, status, epochs } of await loopsIn(database))
      say(`${id}  ${status}  written by ${epochs} workers in turn`)
    await database.close()
    return plan.exitCode === 0
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
  const worker = spawn(process.execPath, [program, 'worker', '--slots', `${NAMES.length}`, '--lease', LEASE], {
    env: own,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  createInterface({ input: worker.stdout }).on('line', line => say(`  [${name}] ${line}`))
  return worker
}

/** `plan run` as a person would type it. */
function startPlan({ program, say }: DemoRequest, cwd: string, env: Environment): ChildProcess {
  const args = ['plan', 'run', 'PLAN.md', '--jobs', `${NAMES.length}`, '-y', '--agent-cmd', AGENT]
  say(`agent-loop plan run PLAN.md --jobs ${NAMES.length} -y --agent-cmd …`)
  const plan = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const input of [plan.stdout, plan.stderr]) createInterface({ input }).on('line', line => say(`  [plan] ${line}`))
  return plan
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

const workersAlive = (database: Database, count: number, signal: AbortSignal): Promise<readonly string[]> =>
  until(async () => {
    const { rows } = await database.query<{ id: string }>('select id from agent_loop.workers where not gone')
    return rows.length >= count ? rows.map(({ id }) => id) : null
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

const loopsIn = async (database: Database): Promise<readonly EndedLoop[]> =>
  (
    await database.query<EndedLoop>(
      `select id, status, (select count(distinct e.epoch)::int from agent_loop.events e where e.loop = l.id) as epochs
       from agent_loop.loops l where state = 'ended' order by id`,
    )
  ).rows
