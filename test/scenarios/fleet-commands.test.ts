import { expect, test } from 'vitest'
import { DONE, TASK, until } from '../rig/background.ts'
import { type Fleet, fleet } from '../rig/fleet.ts'
import { commandIn } from '../rig/in-process.ts'
import type { Ended, Json } from '../rig/project.ts'

/** Keeps its prompt, waits for a file outside of its tree, and takes a step of the work. */
const patient = (folder: string, go: string): string =>
  `cat > ${folder}/prompt; echo $$ >> ${folder}/agents; echo working; until [ -f ${folder}/${go} ]; do sleep 0.1; done; n=$(cat turns 2>/dev/null || echo 0); echo $((n+1)) > turns; [ "$n" -ge 1 ] && touch done; true`

const stateOf = async ({ query }: Fleet, id: string): Promise<string> =>
  String((await query('select state from agent_loop.loops where id = $1', [id]))[0]?.['state'])
const fast = { proof: 'fast' } as const

test('every command that shows or controls loops works on a fleet: waiting, running, paused, drained, and ended ones', {
  timeout: 480_000,
}, async context => {
  const here = await fleet({ 'package-lock.json': '{}', '.gitignore': 'deps\n' }, fast)
  if (here === null) return context.skip('PostgreSQL cannot start here')
  const env = { ...here.env, AGENT_LOOP_FLEET: here.postgres.url }
  const { al } = here
  const ended = (id: string): Promise<unknown> =>
    until(async () => ((await stateOf(here, id)) === 'ended' ? true : null))
  const began = (n: number): Promise<unknown> =>
    until(() => (here.read('../home/agents').split('\n').length > n ? true : null))
  here.write('../home/agents', '')

  // Nobody has begun it: it can be seen, told, paused, and resumed, and it has no log.
  const needs = ['--fleet-labels', 'gpu', '--fleet-needs', 'ACCESS']
  const id = await here.submit(TASK, DONE, patient(here.home, 'go'), needs)
  const part = id.slice(-8)
  expect((await al('status')).out).toMatch(/ {2}queued {2}[\s\S]*waits for a worker with gpu and that has ACCESS/)
  expect(await al('logs', id)).toMatchObject({ code: 2, err: expect.stringContaining('waits for a worker') })
  expect((await al('tell', 'mind the gap')).out).toContain('Hint queued for the first turn')
  expect((await al('pause', part)).out).toContain('is paused')
  expect((await al('fleet', 'pull', id)).err).toContain('was paused before a worker started it')
  expect((await al('resume', part)).out).toContain('waits for a worker')

  // A worker that does not meet the requirements takes the other loops only; the second clone copies what the first setup made.
  await here.worker()
  const setup = ['--fleet-setup', `echo ran >> ${here.home}/setups; mkdir deps`]
  for (const each of [1, 2]) {
    const prepared = await here.submit(`${TASK} ${each}`, 'test -d deps && test -f done', 'touch done', setup)
    await ended(prepared)
    expect((await al('status', prepared)).out).toContain('  verified  ')
  }
  expect(here.read('../home/setups')).toBe('ran\n')
  expect(await stateOf(here, id)).toBe('queued')

  // The worker that meets them has one slot, so that no other turn is in flight when it is drained.
  const second = await here.worker(['--labels', 'gpu,big', '--slots', '1'], { env: { ACCESS: 'x' } })
  const attached = here.start(['attach', id, '--json'], { env })
  const followed = here.start(['logs', id, '-f'], { env })
  await began(1)
  expect(here.read('../home/prompt')).toContain('mind the gap')
  const workers = JSON.parse((await al('fleet', 'workers', '--json')).out) as { workers: Json[] }
  expect(workers.workers).toMatchObject([{ running: 0 }, { id: second.name, running: 1, labels: ['gpu', 'big'] }])
  expect((await al('list')).out).toMatch(new RegExp(`${id} +running`))
  expect((await al('report', id)).out).toContain('not finished')
  expect((await al('tell', id, 'and the step')).out).toContain('Hint queued')

  // One slot for each agent account: the next loop of the same agent waits until the limit is removed.
  expect((await al('fleet', 'limits', 'slots-per-account', '1')).out).toContain('slots-per-account  1')
  const next = await here.submit(`${TASK} later`, DONE, patient(here.home, 'never'))
  expect((await al('status', next)).out).toContain('  queued  ')
  await al('fleet', 'limits', 'slots-per-account', 'none')
  await began(2)
  expect((await al('fleet', 'limits', 'slots-per-account', '0')).code).toBe(2)

  // SIGTERM drains: the turn in flight counts, and another worker continues.
  second.running.process.kill('SIGTERM')
  await until(() => (second.said().includes('finishes its turns') ? true : null))
  here.write('../home/go', '')
  await second.running.ended
  expect((await al('status', id)).out).toMatch(/queued {2}turn 1/)
  expect((await al('pause', id)).out).toContain('is paused')
  // Both watch it until the pause; only then is it resumed, so that neither misses the pause between two looks.
  expect((await attached.ended).events.filter(({ kind }) => kind === 'turn-end')).toMatchObject([{ iteration: 1 }])
  expect((await followed.ended).out).toContain('working')
  expect((await al('resume', '--max-iterations', '12')).code).toBe(3)
  expect((await al('resume', '--max-iterations', '12', '-y')).out).toContain(`${id} waits`)
  await here.worker(['--labels', 'gpu'], { env: { ACCESS: 'x' } })
  await ended(id)
  expect((await al('status', id)).out).toMatch(/verified {2}turn 2 of 12/)
  expect((await al('receipt', id)).out).toContain('verified')

  // A running loop is aborted, a paused one too, and the page shows both.
  const stopped = await al('abort', next)
  expect(stopped.out).toContain('All its processes have ended')
  const last = await here.submit(`${TASK} last`, 'test -f never', 'date +%N > n')
  await until(async () => (/pauses after|is paused/.test((await al('pause', last)).out) ? true : null))
  await ended(last)
  expect((await al('abort', last)).out).toContain('Aborted')
  expect((await al('resume', last)).err).toContain('it is aborted')
  const page = here.start(['ui', '--json'], { env })
  const { url } = await page.event(() => true)
  const opened = await fetch(String(url), { redirect: 'manual' })
  const cookie = String(opened.headers.get('set-cookie')).split(';')[0] ?? ''
  const rows = (await (await fetch(new URL('/api/loops', String(url)), { headers: { cookie } })).json()) as {
    rows: Json[]
  }
  expect(rows.rows.map(row => `${row['id']} ${row['status']}`)).toEqual(
    expect.arrayContaining([`${id} verified`, `${next} aborted`, `${last} aborted`]),
  )
  page.process.kill('SIGTERM')
  await page.ended

  // The tasks of a plan run on workers, and their results are merged here once the worker's key is trusted.
  here.write('PLAN.md', ['a', 'b'].map(name => `- [ ] Create ${name} (until: \`test -f ${name}\`)\n`).join(''))
  here.git('add', '-A')
  here.git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '-m', 'plan')
  const author = {
    GIT_AUTHOR_NAME: 't',
    GIT_AUTHOR_EMAIL: 't@example.org',
    GIT_COMMITTER_NAME: 't',
    GIT_COMMITTER_EMAIL: 't@example.org',
  }
  const run = [
    'plan',
    'run',
    'PLAN.md',
    '--jobs',
    '2',
    '-y',
    '--agent-cmd',
    'sed -n "s/.*Create \\([ab]\\).*/\\1/p" | xargs touch',
  ]
  const planned = { env: { ...env, ...author } }
  expect(await here.cli(run, planned)).toMatchObject({ code: 6, out: expect.stringContaining('fleet trust') })
  for (const { id: worker } of await here.query('select id from agent_loop.workers'))
    await al('fleet', 'trust', String(worker))
  expect(await here.cli(['plan', 'run'], planned)).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 of 2 tasks'),
  })
  expect(here.git('ls-files').split('\n')).toEqual(expect.arrayContaining(['a', 'b']))

  // The project's configuration names the fleet once a person trusts it; `none` means this machine.
  here.write('agent-loop.config.json', JSON.stringify({ fleet: here.postgres.url }))
  const quiet = (...args: readonly string[]): Promise<Ended> => commandIn(here.path, args, here.env)
  expect(await quiet('status')).toMatchObject({ err: expect.stringContaining('not trusted yet'), code: 0 })
  expect((await quiet('fleet', 'workers')).code).toBe(3)
  expect((await quiet('fleet', 'workers', '--trust-config')).code).toBe(0)
  expect((await quiet('status', id)).out).toContain('verified')
  expect((await quiet('status', id, '--fleet', 'none')).code).toBe(2)
  expect((await quiet('worker', 'drain', 'nobody')).err).toContain('has no worker nobody')
})
