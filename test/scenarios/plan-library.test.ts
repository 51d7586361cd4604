import { expect, test } from 'vitest'
import { runPlan } from '../../src/core.ts'
import { environmentOf, project } from '../rig/project.ts'

test('runPlan works through a list, reports events, resolves to the state, and continues where it was stopped', async () => {
  const list = 'a b c'.split(' ').map(name => `- [ ] write ${name}.txt (until: \`test -f ${name}.txt\`)\n`)
  const agent = 'name=$(grep -o "write [abc].txt" | head -1 | cut -c7-); [ $name = c.txt ] || echo x > $name'
  const here = project({ 'PLAN.md': list.join('') }, { git: true })
  const stopped = new AbortController()
  const events: string[] = []
  const options = {
    list: 'PLAN.md',
    cwd: here.path,
    env: environmentOf(here.home),
    gate: 'test -f PLAN.md',
    settings: { 'agent-cmd': agent, 'max-iterations': '1', proof: 'fast' },
    onEvent: ({ kind }: { readonly kind: string }) => {
      events.push(kind)
      if (kind === 'task-merged') stopped.abort()
    },
  }
  const first = await runPlan({ ...options, signal: stopped.signal })
  expect([first.ended, first.pause?.because, first.merged]).toEqual([false, 'interrupted', ['write-a-txt']])
  const { spec, ended, tasks, tip } = await runPlan({ ...options, jobs: 2 })
  expect([spec.id, ended, tasks.map(({ status }) => status)]).toEqual([
    first.spec.id,
    true,
    ['done', 'done', 'needs_you'],
  ])
  expect(tasks[2]?.needs).toMatchObject({ because: 'limit_reached' })
  expect(here.git('rev-parse', 'HEAD').trim()).toBe(tip)
  expect(here.read('PLAN.md')).toBe(list.join('').replace('[ ]', '[x]').replace('[ ] write b', '[x] write b'))
  expect(events.filter(kind => kind === 'task-merged')).toHaveLength(2)
  await expect(runPlan({ ...options, list: 'none.md' })).rejects.toThrow('none.md')
}, 240_000)
