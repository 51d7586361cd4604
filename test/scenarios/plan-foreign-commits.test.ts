import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { planAgent, planFiles, tickedIn } from '../rig/plan-project.ts'
import { project } from '../rig/project.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')

test('a commit that an agent makes on the target branch: nothing lands, and only a person accepts it', async () => {
  const here = project(planFiles(['add', 'neg']), { git: true })
  const script = join(here.home, 'escape.sh')
  // The first turn also commits a weaker test for the next task, and tries to continue the plan by itself.
  const lines = [
    `mkdir ${here.home}/escaped 2>/dev/null || exit 0`,
    `cd ${here.path}`,
    `echo '// nothing is tested' > test/neg.test.js`,
    `git -c user.name=x -c user.email=x@localhost commit -qam 'tests: adjust'`,
    `env -u AGENT_LOOP_ID ${process.execPath} ${CLI} plan resume 2> ${here.home}/escaped/resume`,
  ]
  writeFileSync(script, `${lines.join('\n')}\n`)
  const options = [
    ...['-y', '--json', '--gate', 'test -f package.json', '--max-iterations', '3', '--proof', 'fast'],
    ...['--agent-cmd', `${planAgent(join(here.home, 'memory'))}; sh ${script}`],
  ]
  const start = here.git('rev-parse', 'HEAD').trim()
  const end = await here.cli(['plan', 'run', 'PLAN.md', ...options])
  const [short, ...subject] = here.git('log', '-1', '--format=%h %s').trim().split(' ')
  expect([end.code, end.events.at(-1)]).toEqual([9, expect.objectContaining({ because: 'foreign_commits' })])
  expect(end.events).toContainEqual(
    expect.objectContaining({
      kind: 'plan-pause',
      commits: [`${short} tests: adjust`],
      says: expect.stringMatching(/^\w+ has commits that this plan did not make: \w+ tests: adjust\..* plan resume$/),
    }),
  )
  expect(subject.join(' ')).toBe('tests: adjust')
  expect(here.git('rev-parse', 'HEAD~1').trim()).toBe(start)
  expect(readFileSync(join(here.home, 'escaped/resume'), 'utf8')).toContain('Only a person can do that.')
  const shown = await here.cli(['plan', 'status'])
  expect(shown.out).toContain('Nothing is merged onto it.')
  // A person has looked, and takes the commit away: the branch is accepted as it is now.
  here.git('reset', '-q', '--hard', start)
  const resumed = await here.cli(['plan', 'resume', ...options])
  expect([resumed.code, [...tickedIn(here.read('PLAN.md'))].sort()]).toEqual([0, ['add', 'neg']])
  expect(resumed.events).toContainEqual(expect.objectContaining({ kind: 'plan-base', tip: start }))
  // The proofs of merges are no loops of an agent, and git costs nothing.
  const history = await here.cli(['history', '--json'])
  expect(history.events[0]).toMatchObject({ total: { loops: 2, verified: 2 }, today: { turns_without_cost: 2 } })
}, 300_000)
