import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject, project } from '../rig/in-process.ts'
import { DONE, type Project } from '../rig/project.ts'

const FILES = {
  'package.json': '{"type":"module"}\n',
  'price.js': 'export const price = n => n\n',
  'price.test.js':
    "import assert from 'node:assert'\nimport test from 'node:test'\nimport { price } from './price.js'\n\ntest('price', () => {\n  assert.equal(price(2), 200)\n})\n",
}
const CHECK = 'node --test price.test.js'
const HONEST = "echo 'export const price = n => n * 100' > price.js"
const CHEAT = "sed -i 's/200/2/' price.test.js"
const ID = 'ralph-fix-the-price-0123abcd'
const FORK = 'ralph-fix-the-price-89abcdef'
const MINUTES = 180_000

const placeOf = ({ home, path }: Project, id: string): string =>
  join(home, '.local/state/agent-loop-worktrees', id, path.split('/').at(-1) ?? '')

describe('fork', () => {
  test(
    'continues from any turn in its own worktree; the original tree and loop are not touched',
    async () => {
      const here = fastProject({ 'a.txt': 'a\n' }, { git: true })
      here.write('notes.txt', 'not committed\n')
      const agent = 'if [ -f one ]; then rm one; touch two; else touch one; fi'
      const loop = ['make the file', '-c', DONE, '--max-iterations', '2', '--agent-cmd', agent, '--loop-id', ID]
      expect((await here.cli(['run', ...loop])).code).toBe(1)
      const before = here.git('status', '--porcelain', '-uall')

      const fork = ['fork', ID.slice(-8), '--from', '1', '--agent-cmd', 'touch done', '--loop-id', FORK]
      const end = await here.cli([...fork, '--json'])
      expect([end.code, end.err]).toEqual([0, expect.stringContaining(`agent-loop/${FORK}`)])
      expect(end.events.find(({ kind }) => kind === 'loop-start')).toMatchObject({
        loop: FORK,
        spec: { task: 'make the file', forkOf: { loop: ID, iteration: 1 }, limits: { iterations: 3 } },
      })
      const turns = end.events.filter(({ kind }) => kind === 'turn-end')
      expect(turns).toMatchObject([{ agent: 'fork', tree_changed: true }, { agent: 'touch done' }])
      const place = placeOf(here, FORK)
      expect(['one', 'two', 'notes.txt', 'done'].filter(name => existsSync(join(place, name)))).toEqual([
        ...['one', 'notes.txt', 'done'],
      ])
      expect(here.git('status', '--porcelain', '-uall')).toBe(before)
      expect((await here.cli(['status', FORK])).out).toContain(`forked from turn 1 of ${ID}`)
      expect((await here.cli(['report', FORK])).out).toContain('Forked from')

      const refused = async (...args: readonly string[]) => {
        const { code, err } = await here.cli(['fork', ...args])
        return [code, err]
      }
      expect(await refused(ID, '--from', '7')).toEqual([2, expect.stringContaining('Turn 7 is not stored.')])
      expect(await refused(ID, '--from', 'seven')).toEqual([2, expect.stringContaining('seven')])
      expect(await refused(ID, '--model', 'opus')).toEqual([7, expect.stringContaining('--agent claude')])
      expect((await refused())[0]).toBe(2)
      expect(here.git('branch', '--list', 'agent-loop/*').trim().split('\n')).toHaveLength(1)
    },
    MINUTES,
  )

  test(
    'a check that was changed before the fork is still found',
    async () => {
      const here = project(FILES, { git: true })
      const loop = ['fix the price', '-c', CHECK, '--max-iterations', '1', '--loop-id', ID]
      expect((await here.cli(['run', ...loop, '--agent-cmd', CHEAT])).code).toBe(5)
      const end = await here.cli(['fork', ID, '--from', '1', '--agent-cmd', 'true', '--json'])
      expect(end.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'tampered', exit_code: 5 })
    },
    MINUTES,
  )
})

describe('run --race', () => {
  test(
    'a fast cheater never wins; the first honest agent does, and the others stop',
    async () => {
      const here = project(FILES, { git: true })
      const slow = `${HONEST}; echo $$ > ../pid; exec sleep 1000`
      const end = await here.cli([
        ...[
          'run',
          'fix the price',
          '-c',
          CHECK,
          '--max-iterations',
          '1',
          '--on-verified',
          'echo "$AGENT_LOOP_ID" >> ../acted',
        ],
        ...['--race-cmd', CHEAT, '--race-cmd', slow, '--race-cmd', `sleep 1; ${HONEST}`, '--json'],
      ])
      const last = end.events.at(-1) as {
        winner: string
        loops: readonly { loop_id: string; status: string; path: string }[]
      }
      expect([end.code, last]).toMatchObject([0, { kind: 'race-end', exit_code: 0 }])
      expect(last.loops.map(({ status }) => status)).toEqual(['tampered', 'aborted', 'verified'])
      expect(last.winner).toBe(last.loops[2]?.loop_id)
      expect(here.read(join(last.loops[2]?.path ?? '', '../acted'))).toBe(`${last.winner}\n`)
      expect(last.loops.filter(({ path }) => existsSync(join(path, '../acted')))).toHaveLength(1)
      const pid = Number(here.read(join(last.loops[1]?.path ?? '', '../pid')))
      expect(() => process.kill(pid, 0)).toThrow('ESRCH')
      // All are kept for comparison, and nothing has reached the tree.
      expect(last.loops.every(({ path }) => existsSync(path))).toBe(true)
      expect(here.git('status', '--porcelain')).toBe('')
      const [lost] = last.loops.filter(({ status }) => status === 'aborted')
      const status = await here.cli(['status', lost?.loop_id ?? ''])
      expect(status.out).toContain('another agent of the race was verified first')
    },
    MINUTES,
  )

  test(
    'without a winner it says so; what cannot race is refused before anything is created',
    async () => {
      const here = fastProject({ 'a.txt': 'a\n' }, { git: true })
      const run = ['run', 'make the file', '-c', DONE, '--max-iterations', '1']
      const end = await here.cli([...run, '--race-cmd', 'true', '--race-cmd', 'touch other'])
      expect([end.code, end.out]).toEqual([1, expect.stringContaining('limit_reached')])
      expect(end.out).toContain('agent-loop diff ralph-')
      const branches = here.git('branch', '--list', 'agent-loop/*')
      const refused = async (...args: readonly string[]) => {
        const { code, err } = await here.cli([...run, ...args])
        return [code, err]
      }
      expect(await refused('--race-cmd', 'true')).toEqual([2, expect.stringContaining('A race needs 2 to 8 agents')])
      expect(await refused('--race', 'claude*99')).toEqual([2, expect.stringContaining('99 are given')])
      expect(await refused('--race', 'cladue*2')).toEqual([7, expect.stringContaining('cladue')])
      expect((await refused('--race-cmd', 'true', '--agent-cmd', 'true'))[0]).toBe(2)
      expect((await refused('--race-cmd', 'true', '--race-cmd', 'true', '--external'))[0]).toBe(2)
      const dry = await here.cli([...run, '--race-cmd', 'true', '--race-cmd', 'true', '--dry-run', '--json'])
      expect(dry.events).toMatchObject([{ dry_run: { race: ['true 1', 'true 2'] } }])
      expect(here.git('branch', '--list', 'agent-loop/*')).toBe(branches)
    },
    MINUTES,
  )

  test(
    'Ctrl-C ends all of them; they can be resumed one by one, and only the first that is verified acts',
    async () => {
      const here = fastProject({ 'a.txt': 'a\n' }, { git: true })
      const agent = 'test ! -f "$HOME/go" || exec touch done; echo $$ > ../pid; echo ready; exec sleep 1000'
      const racers = ['--race-cmd', agent, '--race-cmd', `: two; ${agent}`]
      const acts = ['--on-verified', 'echo "$AGENT_LOOP_ID" >> "$HOME/acted"']
      const running = here.start(['run', 'make the file', '-c', DONE, ...racers, ...acts, '--json'])
      const loops = new Set<unknown>()
      for (const _ of racers.slice(0, 2))
        loops.add((await running.event(({ kind, loop }) => kind === 'turn-text' && !loops.has(loop)))['loop'])
      running.process.kill('SIGINT')
      const end = await running.ended
      expect([end.code, end.events.at(-1)]).toMatchObject([130, { kind: 'race-end', winner: null, exit_code: 130 }])
      for (const id of loops) {
        const pid = Number(here.read(join(placeOf(here, String(id)), '../pid')))
        expect(() => process.kill(pid, 0)).toThrow('ESRCH')
      }
      const { events } = await here.cli(['list', '--json'])
      expect(events[0]?.['loops']).toMatchObject([{ ended: 'interrupted' }, { ended: 'interrupted' }])
      writeFileSync(join(here.home, 'go'), '')
      const [first = '', second = ''] = [...loops].map(String)
      const won = await here.cli(['resume', first])
      const late = await here.cli(['resume', second])
      expect([won.code, late.code, here.read(join(here.home, 'acted'))]).toEqual([0, 0, `${first}\n`])
      expect([won, late].map(({ out, err }) => `${out}${err}`.includes('verified first in this race'))).toEqual([
        false,
        true,
      ])
    },
    MINUTES,
  )
})
