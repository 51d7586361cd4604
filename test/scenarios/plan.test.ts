import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sampled } from '../rig/long-form.ts'
import { processesOf } from '../rig/our-processes.ts'
import { leftOf, planAgent, planFiles, tickedIn, wrongWithBranch } from '../rig/plan-project.ts'
import { type Ended, environmentOf, type Project, project } from '../rig/project.ts'

const place = ({ path, home }: Project) => ({ path, env: environmentOf(home) })
/** The gate is not what these scenarios are about, so it is a cheap one. */
const options = ({ home }: Project): readonly string[] => [
  ...['-y', '--json', '--gate', 'test -f package.json', '--max-iterations', '3', '--proof', 'fast'],
  ...['--agent-cmd', planAgent(join(home, 'memory'))],
]

interface Row {
  readonly id: string
  readonly status: string
  readonly loop: string
  readonly says: string
}
const rowsIn = ({ events }: Ended): readonly Row[] => (events.at(-1)?.['tasks'] ?? []) as unknown as readonly Row[]
const statusesIn = (end: Ended) => Object.fromEntries(rowsIn(end).map(({ id, status }) => [id, status]))

test('agents that conflict, tick boxes, and get stuck: only what is proven on the branch is merged', async () => {
  const names = ['div', 'upper', 'lower', 'cents', 'total', 'hard', 'after']
  const here = project(planFiles(names), { git: true })
  const end = await here.cli(['plan', 'run', 'PLAN.md', '--jobs', '4', ...options(here)])
  expect([end.code, statusesIn(end)]).toEqual([
    6,
    expect.objectContaining({ 'HARD-1': 'needs_you', 'AFTER-1': 'blocked' }),
  ])
  expect([...tickedIn(here.read('PLAN.md'))].sort()).toEqual(names.slice(0, 5).sort())
  expect(wrongWithBranch(place(here), join(here.home, 'commits'))).toEqual([])
  const backs = end.events.filter(({ kind }) => kind === 'task-back').map(({ because }) => because)
  expect(backs).toContain('conflict')
  const reasons = end.events.flatMap(({ kind, says }) => (kind === 'task-back' ? [String(says)] : []))
  expect(reasons.filter(says => says.includes('turn limit'))).toEqual([])
  // Both pass alone: whichever comes second is red, or breaks the first.
  expect(backs.some(because => because === 'red' || because === 'breaks_merged')).toBe(true)
  expect(end.events).toContainEqual(expect.objectContaining({ kind: 'boxes-reset', task: 'DIV-1' }))
  // The result that waits for a person keeps its branch, until a person drops it.
  expect(leftOf(place(here), here.home)).toMatchObject({ branches: [expect.any(String)], worktrees: [{}, {}] })
  const dropped = await here.cli(['plan', 'drop', 'HARD-1', '--json'])
  expect(dropped.events).toMatchObject([{ dropped: true }])
  expect(leftOf(place(here), here.home)).toEqual({ branches: [], worktrees: [] })
  expect(here.git('status', '--porcelain')).toBe('')
}, 600_000)

test('a result that comes back is compared with the branch, and not with its own conflict markers', async () => {
  const failing = [
    "import test from 'node:test'",
    "import { title } from '../src/text.js'",
    "test('title', () => { if (title !== 1) throw new Error('not yet') })",
  ]
  const files = {
    'src/text.js': 'export const text = 1\nexport const title = 2\n',
    'test/title.test.js': failing.join('\n'),
  }
  const here = project({ ...planFiles(['upper', 'lower']), ...files }, { git: true })
  const gate = ['--gate', 'node --test test/*.test.js has no new failures', '--max-iterations', '1', '--proof', 'fast']
  const agent = ['-y', '--json', '--jobs', '2', '--agent-cmd', planAgent(join(here.home, 'memory'))]
  const end = await here.cli(['plan', 'run', 'PLAN.md', ...gate, ...agent])
  expect([end.code, end.events.filter(({ kind }) => kind === 'task-back').map(({ because }) => because)]).toEqual([
    0,
    ['conflict'],
  ])
  expect(wrongWithBranch(place(here), join(here.home, 'commits'))).toEqual([])
  // Putting the earlier work in place is no turn of the agent.
  const spent = end.events.flatMap(({ kind, spent: used }) => (kind === 'task-end' ? [used] : []))
  expect(spent).toEqual([1, 1, 1].map(turns => expect.objectContaining({ turns })))
}, 600_000)

test('killed at random moments and run again: nothing is lost, done twice, or left behind', async () => {
  const names = sampled(['add', 'pow', 'sub', 'neg'], 3)
  const times = sampled([1, 2, 3, 4]).length
  const here = project(planFiles(names), { git: true })
  let code: number | null = null
  for (let kills = 0; code !== 0; kills++) {
    const plan = here.start(['plan', 'run', 'PLAN.md', '--jobs', '3', ...options(here)])
    if (kills < times) await Promise.race([plan.ended, sleep(1_000 + Math.random() * 5_000)])
    if (kills < times) plan.process.kill('SIGKILL')
    const end = await plan.ended
    code = end.code
    if (kills > times) expect([code, end.out, end.err]).toEqual([0, '', ''])
  }
  expect([...tickedIn(here.read('PLAN.md'))].sort()).toEqual([...names].sort())
  expect(wrongWithBranch(place(here), join(here.home, 'commits'))).toEqual([])
  expect(leftOf(place(here), here.home)).toEqual({ branches: [], worktrees: [] })
  expect(processesOf(here)).toEqual([])
  const running = await here.cli(['list', '--json'])
  const loops = (running.events[0]?.['loops'] ?? []) as readonly { readonly status: string }[]
  expect(loops.filter(({ status }) => status === 'running' || status === 'interrupted')).toEqual([])
}, 600_000)

test('pause, a dirty target, and limits stop the plan, and it continues afterwards', async () => {
  const here = project(planFiles(['add', 'pow']), { git: true })
  here.write('package.json', '{"type":"module"}\n')
  const dirty = await here.cli(['plan', 'run', 'PLAN.md', ...options(here)])
  expect([dirty.code, dirty.out]).toEqual([8, expect.stringContaining('uncommitted changes (package.json)')])
  here.git('checkout', '-q', 'package.json')
  const limited = await here.cli(['plan', 'run', 'PLAN.md', '--plan-turns', '1', ...options(here)])
  expect([limited.code, limited.events.at(-1)]).toEqual([1, expect.objectContaining({ because: 'limit' })])
  const plan = here.start(['plan', 'resume', '--plan-turns', '20', ...options(here)])
  await plan.event(({ kind }) => kind === 'task-start' || kind === 'plan-end')
  await here.cli(['plan', 'pause'])
  const paused = await plan.ended
  expect(paused.code === 9 || paused.code === 0).toBe(true)
  const end = await here.cli(['plan', 'run', ...options(here)])
  expect([end.code, [...tickedIn(here.read('PLAN.md'))].sort()]).toEqual([0, ['add', 'pow']])
  const again = await here.cli(['plan', 'run', 'PLAN.md', '-y'])
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('Every task of this list is done.')])
}, 600_000)

test('issues on standard input are tasks; what cannot be measured is refused with a suggestion, and starts nothing', async () => {
  const here = project(planFiles(['add']), { git: true })
  const issues = [
    {
      number: 7,
      title: 'Fix add',
      body: 'See src/add.js [task add]',
      acceptanceCriteria: ['docs/add.md exists', 'It is fast', 'Tests pass'],
    },
    { number: 8, title: 'Make it nicer', body: '' },
  ]
  const input = JSON.stringify(issues)
  const shown = await here.cli(['plan', '-', '--dry-run', '--json'], { input })
  expect(shown.code).toBe(3)
  expect(shown.events[0]).toMatchObject({
    gate: 'npm test has no new failures',
    tasks: [
      { id: '7', criterion: 'npm test passes AND docs/add.md exists', refused: null, paths: ['src/add.js'] },
      { id: '8', criterion: null, refused: { try: [expect.stringContaining('until:')] } },
    ],
  })
  const unasked = await here.cli(['plan', 'run', '-', '--json', '--agent-cmd', 'true'], { input })
  expect([unasked.code, unasked.out]).toEqual([3, expect.stringContaining('add -y')])
  expect(existsSync(join(here.home, '.local/state/agent-loop-worktrees'))).toBe(false)
  const nothing = await here.cli(['plan', 'resume'])
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('no unfinished plan here')])
  const after = '- [ ] Write a license file (after: T1)\n- [ ] Fix add, and nothing else at all\n'
  here.write('LIST.md', after)
  const named = await here.cli(['plan', 'LIST.md', '--dry-run'])
  expect([named.code, named.err]).toEqual([
    2,
    expect.stringContaining('The ids of this list: fix-add-and-nothing-else'),
  ])
  here.write('LIST.md', '- [ ] Fix add\n- [ ] Make everything nicer\n')
  const [proposed, dryRun] = await Promise.all([
    here.cli(['plan', 'LIST.md', '--dry-run']),
    here.cli(['plan', 'run', 'LIST.md', '--dry-run']),
  ])
  expect([dryRun.code, dryRun.out]).toEqual([3, proposed.out])
  const unknown = await here.cli(['plan', 'PLAN.md', '--only', 'ADD-2', '--json'])
  expect([unknown.code, unknown.out]).toEqual([2, expect.stringContaining('Did you mean ADD-1?')])
  here.write('agent-loop.config.json', '{"agent-cmd":"true"}\n')
  const dry = (...more: readonly string[]) => here.cli(['plan', 'PLAN.md', '--dry-run', ...more])
  const trust = await Promise.all([dry(), dry('--trust-config')])
  expect(trust.map(({ err, out }) => `${err}${out}`.includes('not trusted yet'))).toEqual([true, false])
}, 120_000)
