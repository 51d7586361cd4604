import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { agentOf } from './rig.mjs'

/** What each tenth of the loops is, and how it must end, whatever happens to its workers. */
const KINDS = [
  { tenths: 7, ends: 'verified', check: 'test -f done', agent: agentOf(2, 0), flags: [] },
  { tenths: 2, ends: 'tampered', check: 'sh check.sh', agent: 'echo true > check.sh', flags: [] },
  { tenths: 1, ends: 'limit_reached', check: 'test -f never', agent: agentOf(9, 0), flags: ['--max-iterations', '2'] },
]

/** Kills, stops, and restarts while loops run; then everything that must hold is counted. */
export async function trouble(rig, report, { loops, workers: count }) {
  const { folder, query, leaseMs, startWorker, workersAlive } = rig
  // Writes ten times per second that it is alive, for a second, and for which worker.
  const alive = `for i in 1 2 3 4 5 6 7 8 9 10; do echo "$$ $AGENT_LOOP_ID $HOME $(date +%s%N)" >> ${folder}/agents; sleep 0.1; done;`
  const wanted = new Map()
  let workers = [startWorker(2)]
  await workersAlive(1)
  for (const { tenths, ends, check, agent, flags } of KINDS) {
    const id = rig.submit(`${alive} ${agent}`, check, ...flags)
    for (const each of [id, ...(await rig.copies(id, Math.round((loops * tenths) / 10) - 1))]) wanted.set(each, ends)
  }
  workers = [...workers, ...Array.from({ length: count - 1 }, () => startWorker(2))]
  await workersAlive(count)
  let done = null
  const finished = rig.allEnded([...wanted.keys()]).then(found => {
    done = found
  })
  const acknowledged = new Map()
  const watching = watchJournals(query, acknowledged, () => done !== null)
  const [kills, stops] = [[], []]
  let [restarts, cuts] = [0, 0]
  for (let n = 0; done === null; n++) {
    await Promise.race([sleep(leaseMs), finished])
    if (done !== null) break
    // As a service manager does: a worker exits when PostgreSQL goes away while it begins.
    workers = workers.map(worker => (worker.exitCode === null ? worker : startWorker(2)))
    const victim = workers[n % workers.length]
    const lost = { home: victim.home, at: nanoseconds() }
    if (n % 3 === 0) {
      victim.kill('SIGKILL')
      kills.push({ ...lost, until: Number.POSITIVE_INFINITY })
      workers = [...workers.filter(each => each !== victim), startWorker(2)]
    } else if (n % 3 === 1) {
      victim.kill('SIGSTOP')
      await sleep(leaseMs * 1.5)
      stops.push({ ...lost, until: nanoseconds() })
      victim.kill('SIGCONT')
    } else if (n % 6 === 2) {
      await rig.postgres.stop()
      await sleep(500)
      await rig.postgres.start()
      restarts += 1
    } else {
      await query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      ).catch(() => {})
      cuts += 1
    }
  }
  await watching
  const wrong = done.filter(({ id, status }) => wanted.get(id) !== status)
  report(
    `${wanted.size} loops, ${count} workers, ${kills.length} kills, ${stops.length} stops, ${restarts} restarts, ${cuts} cuts of all connections: right ends`,
    `${wanted.size - wrong.length} of ${wanted.size}`,
  )
  for (const { id, status } of wrong) console.error(`${id} is ${status}, not ${wanted.get(id)}`)
  await reportJournals(rig, report, [...wanted.keys()], acknowledged)
  reportAgents(folder, report, [...kills, ...stops], leaseMs)
  await rig.stop(workers)
  const pids = new Set(livesIn(folder).map(({ pid }) => pid))
  const left = [...pids].filter(pid => existsSync(`/proc/${pid}`) && environOf(pid).includes(folder))
  report('  agents that are alive after all workers have ended', String(left.length))
}

const nanoseconds = () => Date.now() * 1e6

const environOf = pid => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}

/** Notes every line that a worker was told is stored. */
async function watchJournals(query, seen, isOver) {
  while (!isOver()) {
    const rows = await query('select loop, seq, line from agent_loop.events').catch(() => [])
    for (const { loop, seq, line } of rows) seen.set(`${loop} ${seq}`, seen.get(`${loop} ${seq}`) ?? line)
    await sleep(500)
  }
}

async function reportJournals({ query, remote }, report, ids, acknowledged) {
  const git = (...args) =>
    execFileSync('git', ['--git-dir', remote, ...args], { stdio: 'pipe' })
      .toString()
      .trim()
  const journals = await query(
    'select loop, seq, epoch, line from agent_loop.events where loop = any($1) order by loop, seq',
    [ids],
  )
  const stored = new Map(journals.map(({ loop, seq, line }) => [`${loop} ${seq}`, line]))
  const gone = [...acknowledged].filter(([key, line]) => stored.get(key) !== line)
  let [turns, lost, twice, backwards, otherFiles] = [0, 0, 0, 0, 0]
  const seen = new Map()
  for (const { loop, epoch, line } of journals) {
    const event = JSON.parse(line)
    const known = seen.get(loop) ?? { turns: new Set(), worked: 0, epoch: 0 }
    seen.set(loop, known)
    if (epoch < known.epoch) backwards += 1
    known.epoch = epoch
    if (event.kind !== 'turn-end') continue
    turns += 1
    if (known.turns.has(event.iteration)) twice += 1
    known.turns.add(event.iteration)
    if (event.ended === 'lost') lost += 1
    else known.worked += 1
    // The agent counts its turns in this file: nothing of a turn that counts is lost, and nothing of a lost one is left.
    const tree = `refs/agent-loop/${loop}/turn-${event.iteration}`
    const files = git('ls-tree', '--name-only', tree).split('\n')
    if (files.includes('n') && git('show', `${tree}:n`) !== String(known.worked)) otherFiles += 1
  }
  const stale = ids.filter(id => {
    const epochs = git('log', '-g', '--format=%s', `refs/agent-loop/${id}/owner`).split('\n').map(epochOf)
    return epochs.some((epoch, at) => at > 0 && epoch > epochs[at - 1])
  })
  report(`  journal lines that were seen and are gone or changed, of ${acknowledged.size}`, String(gone.length))
  report(
    `  of ${turns} turns (${lost} lost in flight): with two results, with files of another turn`,
    `${twice}, ${otherFiles}`,
  )
  report('  lines by an older worker after a newer one', String(backwards))
  report('  loops with a push by an older worker after a newer one', String(stale.length))
}

const epochOf = subject => Number(/^epoch (\d+) /.exec(subject)?.[1])

const livesIn = folder =>
  readFileSync(join(folder, 'agents'), 'utf8')
    .trim()
    .split('\n')
    .map(line => line.split(' '))
    .map(([pid, loop, home, at]) => ({ pid, loop, home, at: Number(at) }))

/** `lost`: which worker was killed or stopped, when, and until when. */
function reportAgents(folder, report, lost, leaseMs) {
  const signs = livesIn(folder)
  const later = lost.flatMap(({ home, at, until: end }) =>
    signs.filter(sign => sign.home === home && sign.at > at && sign.at < end).map(sign => (sign.at - at) / 1e6),
  )
  report(
    `  signs of life of agents later than the lease (${leaseMs / 1000} s) after a kill or stop of their worker, last sign after`,
    `${later.filter(ms => ms > leaseMs).length}, ${(Math.max(0, ...later) / 1000).toFixed(1)} s`,
  )
  const lives = new Map()
  for (const { pid, loop, at } of signs) {
    const life = lives.get(`${pid} ${loop}`) ?? { loop, from: at, to: at }
    lives.set(`${pid} ${loop}`, { ...life, to: at })
  }
  const all = [...lives.values()]
  const overlaps = all.filter(one =>
    all.some(other => other !== one && other.loop === one.loop && one.from < other.from && other.from < one.to),
  )
  report(`  of ${all.length} agents: alive when the next one of the same loop began`, String(overlaps.length))
}
