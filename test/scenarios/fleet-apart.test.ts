import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DONE, TASK, until } from '../rig/background.ts'
import { type Fleet, fleet } from '../rig/fleet.ts'
import { forward, makeNetworks } from '../rig/networks.ts'
import { isRunning } from '../rig/project.ts'

const freePort = (address: string): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, address, () => {
      const { port } = server.address() as { readonly port: number }
      server.close(() => resolve(port))
    })
  })

/** Serves the folder's repositories to everyone who reaches the address. */
async function serveGit(folder: string, address: string): Promise<string> {
  const port = await freePort(address)
  const args = ['daemon', '--export-all', '--enable=receive-pack', `--base-path=${folder}`]
  const daemon = spawn('git', [...args, `--listen=${address}`, `--port=${port}`, '--reuseaddr'], {
    detached: true,
    stdio: 'ignore',
  })
  onTestFinished(() => void process.kill(-(daemon.pid ?? 0), 'SIGKILL'))
  return `git://${address}:${port}`
}

/** The agents of a loop that have begun, and for which taking of the loop. */
async function agentsOf({ query }: Fleet, id: string) {
  const logs = await query(
    "select epoch, convert_from(bytes, 'UTF8') as text from agent_loop.logs where loop = $1 and name = 'agent.log'",
    [id],
  )
  return logs.flatMap(({ epoch, text }) => {
    const [, pid, sees] = /^agent (\d+) sees (.*)$/m.exec(String(text)) ?? []
    return pid === undefined ? [] : [{ epoch: Number(epoch), pid: Number(pid), sees }]
  })
}

test('workers share nothing but PostgreSQL and the git remote, and a worker that is cut off loses its loop', {
  timeout: 480_000,
}, async context => {
  const here = await fleet({}, { proof: 'fast' })
  if (here === null) return context.skip('PostgreSQL cannot start here')
  const networks = makeNetworks(2)
  if (networks === null) return context.skip('network namespaces cannot be made here')
  const { address, all } = networks
  const database = new URL(here.postgres.url)
  await forward(address, Number(database.port))
  database.hostname = address
  database.searchParams.set('sslmode', 'disable')
  const folder = dirname(here.path)
  const remote = `${await serveGit(here.home, address)}/remote.git`
  here.git('remote', 'set-url', 'origin', remote)
  await until(() => {
    try {
      return here.git('ls-remote', 'origin') !== null
    } catch {
      return false
    }
  })
  const apart = (at: number) => ({
    through: all[at]?.through(folder) ?? [],
    env: { AGENT_LOOP_FLEET: database.href },
    cwd: '/',
  })

  // Says which process it is and whose homes it sees, and waits for a branch on the remote.
  const agent = `echo "agent $$ sees $(echo $(ls ${here.home}))"; until git ls-remote ${remote} go | grep -q go; do sleep 0.2; done; touch done`
  const first = await here.worker(['--lease', '3s'], apart(0))
  const id = await here.submit(TASK, DONE, agent)
  await until(async () => (await agentsOf(here, id)).length > 0)
  const second = await here.worker([], apart(1))
  all[0]?.cut()
  const row = async () =>
    (await here.query('select state, status, worker, epoch from agent_loop.loops where id = $1', [id]))[0]
  await until(async () => (await row())?.['worker'] === second.name)
  const epoch = Number((await row())?.['epoch'])
  const lost = (await agentsOf(here, id)).filter(one => one.epoch < epoch)
  expect(lost.map(({ sees }) => sees)).toEqual(lost.map(() => 'worker-1'))
  expect(lost.filter(({ pid }) => isRunning(pid))).toEqual([])

  all[0]?.join()
  await until(() => first.said().includes('starts over'))
  here.git('push', '-q', 'origin', 'HEAD:refs/heads/go')
  await until(async () => (await row())?.['state'] === 'ended')
  expect(await row()).toMatchObject({ status: 'verified', worker: second.name, epoch })
  expect((await agentsOf(here, id)).find(one => one.epoch === epoch)?.sees).toBe('worker-2')
  expect((await here.al('fleet', 'trust', second.name)).code).toBe(0)
  expect((await here.al('fleet', 'pull', id)).code).toBe(0)
  expect(existsSync(join(here.path, 'done'))).toBe(true)
})
