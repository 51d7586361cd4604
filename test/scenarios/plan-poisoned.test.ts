import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planAgent, planFiles, tickedIn } from '../rig/plan-project.ts'
import { environmentOf, type Project, project } from '../rig/project.ts'

/** The agent works honestly on `add`, does nothing for `neg`, and runs a script once, with the person's tree in `$ORIG`. */
function options(here: Project, script: string, name: string): readonly string[] {
  const file = join(here.home, `${name}.sh`)
  const once = `mkdir ${here.home}/did-${name} 2>/dev/null || exit 0`
  writeFileSync(file, `${once}\nORIG=${here.path}\n${script}\n`)
  const work = `if grep -q 42 src/add.js; then ${planAgent(join(here.home, 'memory'))}; fi; sh ${file}`
  return [
    ...['-y', '--json', '--gate', 'test -f package.json', '--max-iterations', '1', '--proof', 'fast'],
    ...['--agent-cmd', work],
  ]
}

const files = () => ({
  ...planFiles(['add', 'neg']),
  '.gitignore': 'node_modules/\n',
  'node_modules/checker/package.json': '{"name":"checker","type":"module","main":"index.js"}\n',
  'node_modules/checker/index.js':
    'export const same = (a, b) => { if (a !== b) throw new Error(`${a} is not ${b}`) }\n',
  'test/neg.test.js':
    "import test from 'node:test'\nimport { same } from 'checker'\nimport { neg } from '../src/neg.js'\n\ntest('neg', () => same(neg(2), -2))\n",
})

test('ignored files, marks, and the sparse checkout of the person: no agent chooses them for the next task', async () => {
  const here = project(files(), { git: true })
  here.git('rm', '-q', '--cached', 'PLAN.md')
  appendFileSync(join(here.path, '.git/info/exclude'), 'PLAN.md\n')
  here.git('-c', 'user.name=x', '-c', 'user.email=x@localhost', 'commit', '-qm', 'the list is private')
  const poison = [
    `echo 'export const same = () => {}' > $ORIG/node_modules/checker/index.js`,
    `sed -i 's/- \\[ \\] NEG/- [x] NEG/' $ORIG/PLAN.md`,
  ].join('\n')
  const end = await here.cli(['plan', 'run', 'PLAN.md', ...options(here, poison, 'poison')])
  expect([end.code, tickedIn(here.read('PLAN.md'))]).toEqual([6, ['add']])
  expect(end.events).toContainEqual(expect.objectContaining({ kind: 'list-changed', boxes: ['NEG-1'], tasks: [] }))
  expect(end.events.at(-1)).toMatchObject({ tasks: [{ status: 'done' }, { status: 'needs_you' }] })
  // The tests of the next task cannot be left out of its worktree. Nothing starts until a person has looked.
  const sparse = [
    'git -C $ORIG config core.sparseCheckout true',
    `printf '/*\\n!/test/neg.test.js\\n' > $ORIG/.git/info/sparse-checkout`,
  ].join('\n')
  const hidden = await here.cli(['plan', 'run', '--only', 'NEG-1', ...options(here, sparse, 'sparse')])
  expect([hidden.code, hidden.events.at(-1)]).toEqual([9, expect.objectContaining({ because: 'foreign_files' })])
  expect(hidden.events).toContainEqual(
    expect.objectContaining({ kind: 'plan-pause', says: expect.stringContaining('core.sparsecheckout') }),
  )
  // A later loop sees that its worktree would miss a file that the person has.
  const loop = await here.cli([
    'run',
    'fix the failing tests',
    '-c',
    'node --test',
    '--worktree',
    '--agent-cmd',
    'true',
  ])
  expect([loop.code === 0, loop.err]).toEqual([false, expect.stringContaining('test/neg.test.js')])
  // A person who uses a sparse checkout has the same files in every worktree.
  execFileSync('git', ['sparse-checkout', 'reapply'], { cwd: here.path, env: environmentOf(here.home) })
  const own = await here.cli(['plan', 'run', '--only', 'NEG-1', ...options(here, 'true', 'own')])
  expect(own.events.at(-1)).toMatchObject({ because: null })
}, 300_000)
