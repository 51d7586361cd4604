import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DONE, TASK, until } from '../rig/background.ts'
import { type Fleet, type FleetWorker, fleet } from '../rig/fleet.ts'
import { commandIn } from '../rig/in-process.ts'
import { isRunning, type Json } from '../rig/project.ts'

const FILES = { 'check.sh': 'test -f done\n' }
/** Says in its worker's home who it is, waits for a file outside of its tree, and then takes a step of the work. */
const patient = (folder: string): string =>
  `echo $$ >> "$HOME/agents"; echo working; until [ -f ${folder}/go ]; do sleep 0.1; done; n=$(cat turns 2>/dev/null || echo 0); echo $((n+1)) > turns; [ "$n" -ge 1 ] && touch done; true`
const CHEAT = 'echo true > check.sh'

const rowOf = async ({ query }: Fleet, id: string): Promise<Json> =>
  (await query('select state, status, worker, epoch from agent_loop.loops where id = $1', [id]))[0] ?? {}
const eventsOf = async ({ query }: Fleet, id: string): Promise<readonly Json[]> =>
  (await query('select line, epoch from agent_loop.events where loop = $1 order by seq', [id])).map(
    ({ line, epoch }) => ({
      ...(JSON.parse(String(line)) as Json),
      epoch,
    }),
  )

test('a loop survives a killed and a stopped worker, a cheat is refused, and the result comes back with its receipt', {
  timeout: 480_000,
}, async context => {
  const here = await fleet(FILES)
  if (here === null) return context.skip('PostgreSQL cannot start here')
  const short = ['--lease', '3s']
  const began = ({ home }: FleetWorker): Promise<unknown> => until(() => existsSync(join(home, 'agents')))
  const alive = ({ home }: FleetWorker): number[] =>
    readFileSync(join(home, 'agents'), 'utf8').trim().split('\n').map(Number).filter(isRunning)

  const first = await here.worker(short)
  const id = await here.submit(TASK, DONE, patient(here.home))
  const cheat = await here.submit(TASK, 'sh check.sh', CHEAT)
  await began(first)
  first.running.process.kill('SIGKILL')
  const second = await here.worker(short)
  await began(second)
  expect(alive(first)).toEqual([])

  const third = await here.worker()
  second.running.process.kill('SIGSTOP')
  await began(third)
  expect([...alive(first), ...alive(second)]).toEqual([])
  second.running.process.kill('SIGCONT')
  await until(() => (second.said().includes('starts over') ? true : null))
  here.write('../home/go', '')
  await until(async () => ((await rowOf(here, id))['state'] === 'ended' ? true : null))

  expect(await rowOf(here, id)).toMatchObject({ status: 'verified', worker: expect.stringMatching(/./) })
  const events = await eventsOf(here, id)
  const turns = events.filter(({ kind }) => kind === 'turn-end').map(({ iteration }) => iteration)
  expect(turns).toEqual([...new Set(turns)])
  const epochs = events.map(({ epoch }) => Number(epoch))
  expect(epochs).toEqual(epochs.toSorted((a, b) => a - b))
  expect(new Set(epochs).size).toBeGreaterThanOrEqual(3)
  const shown = (await here.al('status', id, '--json')).events[0] as { readonly loops: readonly Json[] }
  expect(shown.loops).toMatchObject([{ status: 'verified', fleet: { worker: third.name } }])

  await until(async () => ((await rowOf(here, cheat))['state'] === 'ended' ? true : null))
  expect((await rowOf(here, cheat))['status']).toBe('tampered')

  expect((await here.al('logs', id)).out).toContain('working')
  const untrusted = await here.al('fleet', 'pull', id)
  expect({ code: untrusted.code, err: untrusted.err }).toEqual({ code: 5, err: expect.stringContaining('not trusted') })
  expect(existsSync(join(here.path, 'done'))).toBe(false)
  const worker = String((await rowOf(here, id))['worker'])
  expect((await here.al('fleet', 'trust', worker)).code).toBe(0)
  expect((await here.al('fleet', 'pull', id)).code).toBe(0)
  expect(existsSync(join(here.path, 'done'))).toBe(true)
  expect((await here.al('receipt', id)).code).toBe(0)

  await believesNoDatabase(here)
})

/** What the database says about a loop is used only as far as it was submitted from here, or as a person accepts it. */
async function believesNoDatabase(here: Fleet): Promise<void> {
  const id = await here.submit(TASK, 'test -f more', 'true', ['--max-iterations', '1'])
  await until(async () => ((await rowOf(here, id))['state'] === 'ended' ? true : null))
  const pull = (...flags: readonly string[]) => here.al('fleet', 'pull', id, '--force', ...flags)

  const mark = join(here.home, 'mark')
  const [row] = await here.query('select submission from agent_loop.loops where id = $1', [id])
  const submission = row?.['submission'] as Json
  const store = (value: Json) => here.query('update agent_loop.loops set submission = $2 where id = $1', [id, value])
  await store({ ...submission, remote: `--upload-pack=touch ${mark};` })
  const option = await pull()
  expect({ code: option.code, err: option.err }).toEqual({ code: 5, err: expect.stringContaining('remote is wrong') })
  await store({ ...submission, setup: `touch ${mark}` })
  expect((await pull()).err).toContain('differs in: setup')
  await store(submission)

  const first = 'update agent_loop.events set line = replace(line, $2, $3) where loop = $1 and seq = 0'
  const agents = ['"command":"true"', `"command":"touch ${mark}"`]
  await here.query(first, [id, ...agents])
  const changed = await pull()
  expect({ code: changed.code, err: changed.err }).toEqual({ code: 5, err: expect.stringContaining('in: agent') })
  await here.query(first, [id, ...agents.toReversed()])
  expect(existsSync(mark)).toBe(false)

  const elsewhere = { AGENT_LOOP_FLEET: here.postgres.url, XDG_STATE_HOME: join(here.home, 'elsewhere') }
  const foreign = await commandIn(here.path, ['fleet', 'pull', id, '--force'], { ...here.env, ...elsewhere })
  expect({ code: foreign.code, out: foreign.out }).toEqual({
    code: 3,
    out: expect.stringContaining('"command":"true"'),
  })

  expect((await pull()).code).toBe(1)
  const resumed = await here.al('resume', id, '--max-iterations', '2', '-y')
  expect({ code: resumed.code, out: resumed.out }).toEqual({ code: 1, out: expect.stringContaining('turn 2') })
}
