import { agentOf, until } from './rig.mjs'

export async function loopsPerMinute({ startWorker, workersAlive, submit, allEnded, stop }, report, { short }) {
  for (const count of short ? [1, 2] : [1, 2, 4, 8]) {
    const loops = short ? 4 : 4 * count
    const workers = Array.from({ length: count }, () => startWorker(2))
    await workersAlive(count)
    const ids = Array.from({ length: loops }, () => submit(agentOf(1, 2)))
    const first = performance.now()
    await allEnded(ids)
    report(
      `loops per minute, ${count} workers of 2 slots, agents of 2 s, ${loops} loops`,
      ((loops * 60_000) / (performance.now() - first)).toFixed(1),
    )
    await stop(workers)
  }
}

export async function takeover(rig, report, { short }) {
  const { startWorker, workersAlive, query, submit, allEnded, stop, leaseMs } = rig
  const times = []
  for (let n = 0; n < (short ? 1 : 3); n++) {
    const victim = startWorker(1)
    await workersAlive(1)
    const id = submit(agentOf(1, 4))
    const isSo = (what, everyMs) =>
      until(async () => (await query(`select 1 from agent_loop.loops where id = $1 and ${what}`, [id]))[0], everyMs)
    await isSo("entry->>'iteration' = '1'")
    const other = startWorker(1)
    await workersAlive(2)
    const killed = performance.now()
    victim.kill('SIGKILL')
    await isSo("epoch > 1 and state = 'running'", 50)
    times.push((performance.now() - killed) / 1000)
    await allEnded([id])
    await stop([other])
  }
  report(`seconds from SIGKILL to takeover, lease ${leaseMs / 1000} s`, times.map(time => time.toFixed(1)).join(', '))
}

export async function sizes({ startWorker, workersAlive, query, submit, allEnded, stop }, report) {
  const worker = startWorker(1)
  await workersAlive(1)
  const [small, large] = [submit(agentOf(1, 0.1)), submit(agentOf(6, 0.1))]
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

/** Side by side: with the loops of the bench alone, and with many finished ones. */
export async function statusTime(rig, report, { finished }) {
  const { startWorker, workersAlive, query, submit, allEnded, stop, command } = rig
  const worker = startWorker(1)
  await workersAlive(1)
  await allEnded([submit(agentOf(1, 0.1))])
  await stop([worker])
  const timed = (...args) => {
    const times = Array.from({ length: 9 }, () => {
      const from = performance.now()
      command(...args)
      return performance.now() - from
    })
    return times.sort((a, b) => a - b)[4].toFixed(0)
  }
  const few = timed('status', '--json')
  await query(
    `insert into agent_loop.loops (id, state, status, submission, project, account, labels, needs, entry, updated)
     select 'ralph-bench-' || lpad(to_hex(n), 8, '0'), 'ended', 'verified', submission, 'p', 'a', '{}', '{}', entry, now() - n * interval '1 second'
     from generate_series(1, $1) n, (select submission, entry from agent_loop.loops where entry is not null limit 1) l`,
    [finished],
  )
  await query('analyze agent_loop.loops')
  report(
    `status, milliseconds, median of 9: no finished loops, ${finished} of them, and agent-loop --version`,
    `${few}, ${timed('status', '--json')}, ${timed('--version')}`,
  )
  await query("delete from agent_loop.loops where id like 'ralph-bench-%'")
}
