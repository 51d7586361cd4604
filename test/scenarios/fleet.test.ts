import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DONE, TASK, until } from '../rig/background.ts'
import { type Fleet, type FleetWorker, fleet } from '../rig/fleet.ts'
import { isRunning, type Json } from '../rig/project.ts'

const FILES = { 'check.sh': 'test -f done\n' }
/** Says in its worker's home who it is, waits for a file outside of its tree, and then takes a step of the work. */
const patient = (folder: string): string =>
  `echo $$ >> "$HOME/agents"; echo working; until [ -f ${folder}/go ]; do sleep 0.05; done; n=$(cat turns 2>/dev/null || echo 0); echo $((n+1)) > turns; [ "$n" -ge 1 ] && touch done; true`
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
  timeout: 240_000,
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
  expect(await here.loop(id)).toMatchObject({ status: 'verified', fleet: { worker: third.name } })

  await until(async () => ((await rowOf(here, cheat))['state'] === 'ended' ? true : null))
  expect((await rowOf(here, cheat))['status']).toBe('tampered')

  const named = { env: { AGENT_LOOP_FLEET: here.postgres.url } }
  expect((await here.cli(['logs', id], named)).out).toContain('working')
  const untrusted = await here.cli(['fleet', 'pull', id], named)
  expect({ code: untrusted.code, err: untrusted.err }).toEqual({ code: 5, err: expect.stringContaining('not trusted') })
  expect(existsSync(join(here.path, 'done'))).toBe(false)
  const worker = String((await rowOf(here, id))['worker'])
  expect((await here.cli(['fleet', 'trust', worker], named)).code).toBe(0)
  expect((await here.cli(['fleet', 'pull', id], named)).code).toBe(0)
  expect(existsSync(join(here.path, 'done'))).toBe(true)
  expect((await here.cli(['receipt', id])).code).toBe(0)

  await believesNoDatabase(here, named)
})

/** What the database says about a loop is used only as far as it was submitted from here, or as a person accepts it. */
async function believesNoDatabase(here: Fleet, named: { readonly env: Record<string, string> }): Promise<void> {
  const limits = ['--max-iterations', '1', '--json']
  const started = await here.cli(['start', TASK, '-c', 'test -f more', '--agent-cmd', 'true', ...limits], named)
  const id = String(started.events[0]?.['loop_id'])
  await until(async () => ((await rowOf(here, id))['state'] === 'ended' ? true : null))
  const pull = (...flags: readonly string[]) => here.cli(['fleet', 'pull', id, '--force', ...flags], named)

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

  const elsewhere = { env: { ...named.env, XDG_STATE_HOME: join(here.home, 'elsewhere') } }
  const foreign = await here.cli(['fleet', 'pull', id, '--force'], elsewhere)
  expect({ code: foreign.code, out: foreign.out }).toEqual({
    code: 3,
    out: expect.stringContaining('"command":"true"'),
  })

  expect((await pull()).code).toBe(1)
  const resumed = await here.cli(['resume', id, '--max-iterations', '2', '-y'], named)
  expect({ code: resumed.code, out: resumed.out }).toEqual({ code: 1, out: expect.stringContaining('turn 2') })
}
