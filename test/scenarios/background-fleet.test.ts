import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Background, background, DONE, TASK, turns, until } from '../rig/background.ts'
import { sampled } from '../rig/long-form.ts'
import { type Ended, isRunning, type Json } from '../rig/project.ts'

/** Works until it may end; where that is said all agents of a test see. */
const patient = ({ home }: Background, word = 'go'): string =>
  `touch begun; until [ -f ${home}/${word} ]; do sleep 0.1; done; touch done`
const letGo = (here: Background, word = 'go'): void => here.write(`../home/${word}`, '')

const placesOf = ({ home }: Background): string[] => {
  const folder = join(home, '.local/state/agent-loop/places')
  return existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []
}
const worktreesOf = ({ home }: Background): string[] => {
  const folder = join(home, '.local/state/agent-loop-worktrees')
  return existsSync(folder) ? readdirSync(folder) : []
}
const branchesOf = ({ git }: Background): string[] =>
  git('branch', '--list', 'agent-loop/*', '--format', '%(refname:short)').split('\n').filter(Boolean)
const registryOf = (here: Background) =>
  JSON.parse(here.read('.aiwg/ralph/registry.json')) as {
    readonly active_loops: readonly Json[]
    readonly totals: Readonly<Record<string, number>>
  }
const idIn = ({ out, err }: Ended): string => {
  const id = /^(ralph-\S+) runs in the background/m.exec(out)?.[1]
  if (!id) throw new Error(`no loop was begun:\n${out}${err}`)
  return id
}
const start = (here: Background, task: string, agent: string, ...more: readonly string[]): Promise<Ended> =>
  here.cli(['start', task, '-c', DONE, '--agent-cmd', agent, ...more])

/** Four loops, each with a tree of its own but the first. */
async function four(here: Background): Promise<string[]> {
  const tasks = ['fix TypeScript errors', 'add JSDoc comments', 'refactor API module', 'migrate to ESM']
  const ids: string[] = []
  for (const task of tasks) ids.push(idIn(await start(here, task, patient(here))))
  for (const id of ids) await until(async () => (await here.loop(id))['iteration'] === 1)
  return ids
}

describe('at capacity', () => {
  test('the fifth is refused before it is looked at, with the list; when one is aborted it may begin', async () => {
    const here = background({ 'a.txt': 'a\n' }, { git: true })
    const ids = await four(here)
    const said = [
      'Error: Maximum concurrent loops (4) reached',
      'Active loops:',
      `1. ${ids[0]} (iteration 1) - fix TypeScript errors`,
      `2. ${ids[1]} (iteration 1) - add JSDoc comments`,
      `3. ${ids[2]} (iteration 1) - refactor API module`,
      `4. ${ids[3]} (iteration 1) - migrate to ESM`,
      'Abort one with: agent-loop abort <id>',
      '',
    ]
    // No criterion can be read out of this: had anybody tried, that would be the answer.
    const vague = await here.cli(['start', 'make it better', '--agent-cmd', 'true'])
    expect([vague.code, vague.out, vague.err.split('\n')]).toEqual([8, '', said])
    const json = await here.cli(['run', 'make it better', '--external', '--agent-cmd', 'true', '--json'])
    expect(json.code).toBe(8)
    expect(json.events).toEqual([
      {
        error: {
          code: 'at-capacity',
          problem: 'no-free-slot',
          message: said.slice(0, -2).join('\n').replace('Error: ', ''),
          hint: 'Abort one with: agent-loop abort <id>',
        },
      },
    ])
    expect(worktreesOf(here).sort()).toEqual(ids.slice(1).sort())
    expect((await here.cli(['abort', ids[1] ?? ''])).code).toBe(0)
    await until(() => placesOf(here).length === 3)
    const fifth = idIn(await start(here, 'fix the login', patient(here)))
    const active = registryOf(here).active_loops.map(({ loop_id }) => loop_id)
    expect(active.sort()).toEqual([ids[0], ids[2], ids[3], fifth].sort())
    letGo(here)
    await until(() => placesOf(here).length === 0)
    for (const id of [ids[0], ids[2], ids[3], fifth])
      expect(await here.loop(id ?? '')).toMatchObject({ status: 'verified' })
    expect(registryOf(here)).toMatchObject({ active_loops: [], totals: { started: 5, ended: 5, verified: 4 } })
  })

  const many = sampled(Array.from({ length: 24 }), 10).length
  test(`${many} at once: exactly four run, and nothing is left of the others`, { timeout: 180_000 }, async () => {
    const here = background({ 'a.txt': 'a\n' }, { git: true })
    const ends = await Promise.all(Array.from({ length: many }, () => start(here, TASK, patient(here), '--json')))
    const begun = ends.filter(({ code }) => code === 0).map(({ events }) => String(events[0]?.['loop_id']))
    expect(ends.filter(({ code }) => code !== 0).map(({ code, events }) => [code, codeIn(events)])).toEqual(
      Array.from({ length: many - 4 }, () => [8, 'at-capacity']),
    )
    expect(new Set(begun).size).toBe(4)
    const listed = (await here.cli(['status', '--json'])).events[0]?.['loops'] as Json[]
    expect(listed.map(({ loop_id, status }) => [loop_id, status]).sort()).toEqual(
      begun.map(id => [id, 'running']).sort(),
    )
    expect(registryOf(here).totals).toEqual({ started: 4, ended: 0, verified: 0 })
    expect(placesOf(here).sort()).toEqual(begun.map(id => `${id}.json`).sort())
    expect(worktreesOf(here)).toHaveLength(3)
    expect(branchesOf(here)).toHaveLength(3)
    expect(readdirSync(join(here.home, '.local/state/agent-loop/daemon/jobs'))).toHaveLength(4)
    letGo(here)
    await until(() => placesOf(here).length === 0)
    for (const id of begun) expect(await here.loop(id)).toMatchObject({ status: 'verified' })
  })

  test('max-loops says how many; a pause gives the place to another, and resume needs one again', async () => {
    const here = background({ 'a.txt': 'a\n' }, { git: true })
    const one = ['--max-loops', '1']
    const agent = `touch begun; until [ -f ${here.home}/go ]; do sleep 0.1; done; [ ! -f ${here.home}/end ] || touch done`
    const first = idIn(await start(here, TASK, agent, ...one))
    expect((await start(here, TASK, 'true', ...one)).err).toContain('Maximum concurrent loops (1) reached')
    expect((await here.cli(['pause', first])).code).toBe(0)
    letGo(here)
    await here.stands(first, 'paused')
    await until(() => placesOf(here).length === 0)
    const second = idIn(await start(here, TASK, patient(here, 'second'), ...one))
    const full = await here.cli(['resume', first], { env: { AGENT_LOOP_MAX_LOOPS: '1' } })
    expect([full.code, full.err]).toEqual([8, expect.stringContaining(`1. ${second} (iteration`)])
    letGo(here, 'second')
    await here.stands(second, 'verified')
    await until(() => placesOf(here).length === 0)
    letGo(here, 'end')
    expect((await here.cli(['resume', first], { env: { AGENT_LOOP_MAX_LOOPS: '1' } })).code).toBe(0)
    await here.stands(first, 'verified')
    expect(turns(here.journal(first))).toEqual([1, 2])
    await until(() => placesOf(here).length === 0)
  })
})

const codeIn = (events: readonly Json[]): unknown => (events[0]?.['error'] as Json | undefined)?.['code']

describe('a second loop in the same tree', () => {
  test('two bugs in parallel: the second gets a tree of its own and says so; both are verified, and its work is merged', async () => {
    const here = background({ 'src/a.txt': 'a\n', 'lib/b.txt': 'b\n' }, { git: true })
    const gate = (file: string): string[] => ['-c', `grep -q fixed ${file}`]
    const fixes = (file: string): string => `until [ -f ${here.home}/go ]; do sleep 0.1; done; echo fixed >> ${file}`
    const [task, more] = ['fix TypeScript errors in src/', 'add missing tests in lib/']
    const first = idIn(
      await here.cli([
        `run an external ralph loop to ${task}`,
        ...gate('src/a.txt'),
        '--agent-cmd',
        fixes('src/a.txt'),
      ]),
    )
    const also = await here.cli([
      `also run an external ralph loop to ${more}`,
      ...gate('lib/b.txt'),
      '--agent-cmd',
      fixes('lib/b.txt'),
    ])
    const second = idIn(also)
    const tree = join(here.home, '.local/state/agent-loop-worktrees', second, 'project')
    expect(also.err).toContain(`the loop ${first} works in ${here.path}, so this loop gets its own worktree`)
    expect(also.err).toContain(`this loop works in ${tree}, on the branch agent-loop/${second}`)
    expect(await here.stands(first, 'running')).toMatchObject({ task })
    expect(await here.stands(second, 'running')).toMatchObject({ task: more, worktree: { path: tree } })
    const all = (await here.cli(['status', '--all'])).out
    for (const id of [first, second]) expect(all).toContain(`${id}  running`)
    letGo(here)
    for (const id of [first, second]) await here.stands(id, 'verified')
    expect([here.read('src/a.txt'), here.read('lib/b.txt')]).toEqual(['a\nfixed\n', 'b\n'])
    here.git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qam', 'the first')
    expect((await here.cli(['merge', second])).code).toBe(0)
    expect(here.read('lib/b.txt')).toBe('b\nfixed\n')
    expect([worktreesOf(here), branchesOf(here)]).toEqual([[], []])
  })

  test('abort that and fix another: the first ends with all that it started, the second has the tree', async () => {
    const here = background({ 'a.txt': 'a\n' }, { git: true })
    const first = idIn(
      await here.cli([
        'run an external ralph loop to refactor the entire auth module',
        ...['-c', DONE, '--agent-cmd', 'touch begun; sleep 1000 & echo $! > child; wait'],
      ]),
    )
    await until(() => existsSync(join(here.path, 'child')) && here.read('child').trim() !== '')
    expect((await here.cli(['abort', first])).out).toContain(`Aborted ${first} after 1 turn`)
    expect(isRunning(Number(here.read('child')))).toBe(false)
    await until(() => placesOf(here).length === 0)
    const next = await start(here, 'fix the login bug', patient(here))
    expect(next.err).not.toContain('a tree of its own')
    const second = idIn(next)
    expect(second).toMatch(/^ralph-fix-login-bug-[0-9a-f]{8}$|^ralph-fix-the-login-bug-[0-9a-f]{8}$/)
    expect(registryOf(here).active_loops).toMatchObject([{ loop_id: second, status: 'running' }])
    letGo(here)
    await here.stands(second, 'verified')
  })

  test('outside git: refused with the reason and who is there, and no place is kept', async () => {
    const here = background()
    const first = idIn(await start(here, TASK, patient(here)))
    const second = await start(here, TASK, 'true', '--json')
    expect(second.code).toBe(8)
    const { code, message, hint } = (second.events[0]?.['error'] ?? {}) as Json
    expect(code).toBe('no-worktree')
    expect(message).toContain(`The loop ${first} works in this tree`)
    expect(message).toContain('is not a git working tree')
    expect(hint).toContain(`agent-loop abort ${first}`)
    expect(placesOf(here)).toEqual([`${first}.json`])
    letGo(here)
    await here.stands(first, 'verified')
  })
})

describe('from any directory', () => {
  test('status, logs, attach, tell, pause, resume, merge and abort find a loop by its name', async () => {
    const here = background({ 'a.txt': 'a\n' }, { git: true })
    const cwd = join(here.home, 'elsewhere')
    mkdirSync(cwd)
    const away = (args: readonly string[]): Promise<Ended> => here.cli(args, { cwd })
    const agent = `echo hello; cat >> heard; until [ -f ${here.home}/go ]; do sleep 0.1; done; [ ! -f ${here.home}/end ] || touch done`
    const id = idIn(await start(here, TASK, agent, '--worktree', '--state-dir', 'kept'))
    await until(async () => (await away(['logs', id])).out.includes('hello'))
    expect((await away(['status', id])).out).toContain(`${id}  running  turn 1`)
    const watching = here.start(['attach', id, '--json'], { cwd })
    await watching.event(({ kind }) => kind === 'turn-start')
    expect((await away(['tell', id, 'look at the parser'])).code).toBe(0)
    expect((await away(['pause', id])).code).toBe(0)
    letGo(here)
    expect((await watching.ended).events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'paused' })
    letGo(here, 'end')
    expect((await away(['resume', id, '--json'])).events).toMatchObject([
      { loop_id: id, status: 'running', commands: { abort: `agent-loop abort ${id}` } },
    ])
    await until(async () => (await away(['status', id, '--json'])).out.includes('"status":"verified"'))
    expect((await away(['diff', id])).out).toContain('look at the parser')
    expect((await away(['merge', id])).code).toBe(0)
    expect(existsSync(join(here.path, 'done'))).toBe(true)
    expect(readFileSync(join(here.path, 'kept/registry.json'), 'utf8')).toContain(id)
    const other = idIn(await here.cli(['start', TASK, '-c', 'test -f never', '--agent-cmd', 'sleep 1000']))
    expect((await away(['abort', other])).code).toBe(0)
    expect(await here.loop(other)).toMatchObject({ status: 'aborted' })
    expect((await away(['abort', 'ralph-nothing-00000000'])).err).toContain('There is no loop')
    expect(existsSync(join(cwd, '.aiwg'))).toBe(false)
  })

  test('a name that somebody gave twice is not guessed', async () => {
    const here = background()
    const given = ['--loop-id', 'ralph-mine-00000001']
    const trees = ['one', 'two'].map(name => join(here.home, name))
    for (const cwd of trees) {
      mkdirSync(cwd)
      const run = ['run', TASK, '-c', DONE, '--agent-cmd', 'touch done', ...given]
      expect((await here.cli(run, { cwd })).code).toBe(0)
      expect((await here.cli(['status', 'ralph-mine-00000001'], { cwd })).out).toContain('verified')
    }
    const end = await here.cli(['status', 'ralph-mine-00000001'])
    expect(end.code).toBe(2)
    for (const cwd of trees) expect(end.err).toContain(`--cwd ${cwd}`)
  })
})
