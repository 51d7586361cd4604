import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { background } from '../rig/background.ts'
import { fastProject, project } from '../rig/in-process.ts'
import { sampled } from '../rig/long-form.ts'
import type { Ended, Project } from '../rig/project.ts'

/** A project whose only test passes. */
const GREEN = {
  'package.json': JSON.stringify({
    name: 'calc',
    type: 'module',
    scripts: { test: 'node --test' },
    dependencies: { express: '^4.18.0' },
  }),
  'sum.js': 'export const sum = (a, b) => a + b\n',
  'sum.test.js':
    "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { sum } from './sum.js'\ntest('sum', () => assert.equal(sum(1, 2), 3))\n",
}
const CHECK = 'node --test'
const IDLE = ['--agent-cmd', 'true', '--max-iterations', '1', '--json'] as const
const NOTHING = { status: 'limit_reached', exit_code: 1, reason: 'nothing_done', iterations: 1, receipt: null }

const run = ({ cli }: Project, task: string, ...flags: readonly string[]): Promise<Ended> =>
  cli(['run', task, '-c', CHECK, ...IDLE, ...flags])

describe('a green check does not do the task', () => {
  test.each(
    sampled([
      'add a product function to sum.js',
      'refactor sum.js so that it is easier to read',
      'fix the lint errors',
      'fix the failing tests without changing the public API and add a login page',
    ]),
  )('"%s": nothing is done, exit 1', async task => {
    const here = project(GREEN)
    const end = await run(here, task, '--on-verified', 'touch deployed')
    expect(end.code).toBe(1)
    expect(end.events.at(-1)).toMatchObject(NOTHING)
    expect(end.events.some(({ kind }) => kind === 'turn-start')).toBe(true)
    expect(readdirSync(here.path)).not.toContain('deployed')
  })

  test.each(sampled(['fast', 'strict'], 1))('with --proof %s too', async level => {
    const end = await run(project(GREEN), 'add a product function to sum.js', '--proof', level)
    expect(end.events.at(-1)).toMatchObject(NOTHING)
  })

  test('the report says that nothing was done, and how to continue', async () => {
    const { cli } = fastProject(GREEN)
    const end = await cli(['run', 'refactor sum.js', '-c', CHECK, '--agent-cmd', 'true', '--max-iterations', '1'])
    expect(end.out).toContain('nothing was done: no file changed')
    expect(end.out).toContain('agent-loop resume')
    expect(end.out).not.toContain('the check still fails')
  })

  test('three idle turns end the loop', async () => {
    const { cli } = fastProject(GREEN)
    const end = await cli(['run', 'refactor sum.js', '-c', CHECK, '--agent-cmd', 'true', '--json'])
    expect(end.code).toBe(1)
    expect(end.events.at(-1)).toMatchObject({ iterations: 3, reason: 'nothing_done' })
  })

  test('a change that was undone is no work', async () => {
    const here = fastProject(GREEN)
    const agent = 'if [ -f note.txt ]; then rm note.txt; else touch note.txt; exit 1; fi'
    const end = await here.cli([
      'run',
      'refactor sum.js',
      '-c',
      CHECK,
      '--agent-cmd',
      agent,
      '--max-iterations',
      '2',
      '--json',
    ])
    expect(end.events.at(-1)).toMatchObject({ exit_code: 1, reason: 'nothing_done' })
  })

  test('what the check writes into the tree is no work of the agent', async () => {
    const here = fastProject(GREEN)
    const check = 'date +%s%N > report.txt && node --test'
    const end = await here.cli(['run', 'refactor sum.js', '-c', check, ...IDLE])
    expect(end.events.at(-1)).toMatchObject(NOTHING)
  })

  test('a note in place of a refactoring is refused', async () => {
    const agent = ['--agent-cmd', 'echo hi > foo.txt; echo "// fast" > fast.js', '--max-iterations', '1', '--json']
    const end = await project(GREEN).cli(['run', 'refactor sum.js', '-c', CHECK, ...agent])
    expect(end.code).toBe(1)
    expect(JSON.stringify(end.events)).toContain('only-comments')
  })

  test.each(
    sampled([
      ['a comment for an unusual verb', 'optimize sum()', 'echo "// fast" >> sum.js'],
      [
        'a link, a setting, and a line in a test',
        'refactor sum.js',
        'ln -s sum.js add.js; echo out > .gitignore; echo ";" >> sum.test.js',
      ],
      ['code elsewhere', 'simplify the sum module', 'echo "export const x = 1" > later.js'],
    ]),
  )('%s is no work', async (_, task, agent) => {
    const flags = ['--agent-cmd', agent, '--max-iterations', '1', '--json']
    const end = await project(GREEN).cli(['run', task, '-c', CHECK, ...flags])
    expect(end.code).toBe(1)
    expect(JSON.stringify(end.events)).toContain('only-comments')
  })

  test('a turn with a change is enough', async () => {
    const end = await project(GREEN).cli([
      'run',
      'refactor sum.js',
      '-c',
      CHECK,
      '--agent-cmd',
      'sed -i "s/a + b/b + a/" sum.js',
      '--json',
    ])
    expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 1, reason: 'criterion_holds' })
  })

  test('in the background', async () => {
    const here = background({ ...GREEN, done: '' })
    const id = await here.begin('true', '--max-iterations', '1')
    expect(await here.stands(id, 'limit_reached')).toMatchObject({ iteration: 1 })
    expect(here.journal(id).at(-1)).toMatchObject({ kind: 'loop-end', reason: 'nothing_done' })
  })

  test('inside an assistant: the session is not released by a green check', async () => {
    const here = project(GREEN)
    const begun = await here.cli([
      'adopt',
      'refactor sum.js',
      '-c',
      CHECK,
      '--session',
      's1',
      '--max-iterations',
      '1',
      '--json',
    ])
    const id = String(begun.events.at(-1)?.['loop_id'])
    const input = JSON.stringify({ session_id: 's1', hook_event_name: 'Stop', cwd: here.path, stop_hook_active: false })
    await here.cli(['hook', 'stop', '--host', 'claude-code'], { input })
    const end = await here.cli(['status', id, '--json'])
    expect(JSON.stringify(end.events)).toContain('limit_reached')
    expect(existsSync(join(here.path, '.aiwg/ralph/loops', id, 'receipt.json'))).toBe(false)
  })
})

describe('a fix or a feature under a given check that passed', () => {
  const WITH = (title: string, line: string): string => `sed -i "\\$ a test('${title}', () => ${line})" sum.test.js`

  test.each([
    ['let users subtract', 'echo "export const x = 1" >> sum.js'],
    ['fix the race in sum', WITH('kind', "assert.equal(typeof sum, 'function')")],
  ])('"%s": without a test that fails on the old source, nothing is proven', async (task, agent) => {
    const end = await project(GREEN).cli(['run', task, '-c', CHECK, '--agent-cmd', agent, '--max-iterations', '1'])
    expect(end.code).toBe(1)
    expect(end.out).toContain('nothing-was-red')
  })

  test.each(
    sampled([
      [
        'let sum take three numbers',
        `sed -i 's/(a, b) => a + b/(a, b, c = 0) => a + b + c/' sum.js; ${WITH('three', 'assert.equal(sum(1, 2, 3), 6)')}`,
      ],
      [
        'add a CI workflow that runs the tests',
        'mkdir -p .github/workflows; echo "on: push" > .github/workflows/ci.yml',
      ],
      ['upgrade express to version 5', "sed -i 's/4.18.0/5.0.0/' package.json"],
    ]),
  )('"%s": proven by a test, or without code that a test could reach', async (task, agent) => {
    const end = await project(GREEN).cli(['run', task, '-c', CHECK, '--agent-cmd', agent, '--max-iterations', '1'])
    expect(end.code, end.out).toBe(0)
  })
})

test('a removal without names under a check that passed: the report warns if no changed code has a word of it', async () => {
  const flags = ['--agent-cmd', 'echo "export const later = 5" > note.js', '--max-iterations', '1']
  const end = await project(GREEN).cli(['run', 'drop support for empty keys', '-c', CHECK, ...flags])
  expect(end.code, end.out).toBe(0)
  expect(end.out).toContain('nothing-was-red')
})

describe('a task that asks for exactly this state', () => {
  test.each(sampled(['fix the failing tests', 'until node --test passes', 'make the tests pass']))(
    '"%s": verified before the first turn',
    async task => {
      const end = await run(fastProject(GREEN), task)
      expect(end.code).toBe(0)
      expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 0, reason: 'already_green' })
    },
  )

  const LINT =
    "console.log('a.js\\n  1:1  warning  Unexpected console  no-console\\n\\n✖ 1 problem (0 errors, 1 warning)')\n"
  test.each(
    sampled(
      [
        ['a test that does not exist', 'make the test test/checkout.test.js pass', CHECK, {}],
        ['no test ran', 'fix the failing tests', 'node --check sum.js', {}],
        ['a part without tests', 'fix the failing stripe tests', CHECK, {}],
        ['another script', 'npm run test:login passes', CHECK, {}],
        ['nothing that "it" could be', 'it is broken, fix it', CHECK, {}],
        ['all of CI', 'fix the ci build', CHECK, {}],
        [
          'a script that cannot fail',
          'fix the build',
          'npm run build',
          { 'package.json': '{"scripts":{"build":"echo ok"}}' },
        ],
      ],
      3,
    ),
  )('the check passes and does not show it (%s): a turn is needed', async (_, task, check, files) => {
    const { cli } = fastProject({ ...GREEN, ...files })
    const end = await cli(['run', task, '-c', check, ...IDLE])
    expect(end.events.at(-1)).toMatchObject(NOTHING)
  })

  test('warnings that are left contradict a task that wants none', async () => {
    const { cli } = project({ ...GREEN, 'lint.js': LINT })
    const agent = ['--agent-cmd', 'echo "export const x = 1" >> sum.js', '--max-iterations', '1', '--json']
    const end = await cli(['run', 'fix the lint warnings', '-c', 'node lint.js', ...agent])
    expect(end.events.at(-1)).toMatchObject({ status: 'limit_reached', receipt: null })
    expect(JSON.stringify(end.events)).toContain('it still prints 1 warning')
  })

  test.each([
    ['make test', { Makefile: 'test:\n\t-sh own-test.sh\n', 'own-test.sh': 'exit 1\n' }, 'ignored a failure'],
    ['make test', { Makefile: 'test:\n\t./t\n', 'test/a.txt': '' }, '.PHONY: test'],
    ['npm -s test', { 'package.json': '{"scripts":{"test":"node --test || echo failed"}}' }, '1 of 1 test failed'],
    ['sh own.sh', { 'own.sh': 'if [ 1 = 1 ]; then echo "FAIL tax"; fi\necho "1 passed, 1 failed"\n' }, '1 failed'],
  ])('`%s` with %j has not passed', async (check, files, says) => {
    const here = project({ ...GREEN, 'sum.js': 'export const sum = (a, b) => a - b\n', ...files })
    const end = await here.cli(['verify', check])
    expect(end.code).toBe(1)
    expect(end.out).toContain(says)
  })

  test('the report says that tests are skipped', async () => {
    const skipped = "import { test } from 'node:test'\ntest.skip('later', () => {})\n"
    const { cli } = fastProject({ ...GREEN, 'later.test.js': skipped })
    const end = await cli(['run', 'fix the failing tests', '-c', CHECK, '--agent-cmd', 'true'])
    expect(end.code).toBe(0)
    expect(end.out).toContain('1 test did not run (skipped or todo)')
  })

  test('on a red check it is work like any other', async () => {
    const here = project({ ...GREEN, 'sum.js': 'export const sum = (a, b) => a - b\n' })
    const end = await here.cli([
      'run',
      'fix the failing tests',
      '-c',
      CHECK,
      '--agent-cmd',
      'sed -i "s/a - b/a + b/" sum.js',
      '--json',
    ])
    expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 1 })
  })
})

describe('a task whose names the tree contradicts', () => {
  test.each(
    sampled([
      [
        'rename sum.js to add.js',
        'echo "export const one = 1" >> sum.js',
        ['`sum.js` is still there', 'there is no file `add.js`'],
      ],
      [
        'add a function called product to sum.js',
        'echo "export const later = 1" > note.js',
        ['no changed code has the name `product` in `sum.js`'],
      ],
      [
        'upgrade express to version 5',
        'echo "export const later = 5" > note.js',
        ['no changed manifest or config has version 5 of `express`'],
      ],
      ['set up ESLint', 'echo "export const later = 5" > note.js', ['no config, script, or dependency for `eslint`']],
    ]),
  )('"%s": not verified under a check that passed from the start', async (task, agent, says) => {
    const end = await project(GREEN).cli(['run', task, '-c', CHECK, '--agent-cmd', agent, '--max-iterations', '1'])
    expect(end.code).toBe(1)
    for (const line of says) expect(end.out).toContain(line)
  })

  test.each(
    sampled(
      [
        [
          'split sum.js into add.js and take.js',
          'echo "export {}" > add.js; cp add.js take.js',
          '`add.js` declares nothing',
        ],
        ['change the name of sum to addAll', 'echo "export const one = 1" >> sum.js', 'there is no `addAll`'],
      ],
      1,
    ),
  )('"%s": not in other words either', async (task, agent, says) => {
    const end = await project(GREEN).cli(['run', task, '-c', CHECK, '--agent-cmd', agent, '--max-iterations', '1'])
    expect(end.code).toBe(1)
    expect(end.out).toContain(says)
  })

  test('code that the task moves takes the imports of the original tests along', async () => {
    const here = project({
      ...GREEN,
      'sum.js': `${GREEN['sum.js']}export const twice = a => a * 2\n`,
      'sum.test.js': GREEN['sum.test.js']
        .replace('{ sum }', '{ sum, twice }')
        .concat("test('twice', () => assert.equal(twice(2), 4))\n"),
    })
    const agent =
      "tail -n 1 sum.js > twice.js; sed -i 2d sum.js; sed -i \"s#^import .*sum.js.*#import { sum } from './sum.js'\\nimport { twice } from './twice.js'#\" sum.test.js"
    const end = await here.cli(['run', 'extract the twice function into twice.js', '-c', CHECK, '--agent-cmd', agent])
    expect(end.code, end.out).toBe(0)
  })

  test('a check that failed at the start decides alone: verified, with a warning in report and receipt', async () => {
    const here = project({ ...GREEN, 'sum.js': 'export const sum = (a, b) => a - b\n' })
    const agent = 'echo "export const sum = (a, b) => a + b" > sum.js'
    const end = await here.cli(['run', 'rename sum.js to add.js', '-c', CHECK, '--agent-cmd', agent])
    expect(end.code).toBe(0)
    expect(end.out).toContain('`sum.js` is still there')
    const [loop] = readdirSync(join(here.path, '.aiwg/ralph/loops'))
    const receipt = await here.cli(['receipt', String(loop), '--json'])
    const { payload } = JSON.parse(receipt.out) as { payload: string }
    expect(Buffer.from(payload, 'base64').toString()).toContain('task-contradicted')
  })

  test('done as asked: no warning', async () => {
    const agent = "mv sum.js add.js; sed -i 's/sum.js/add.js/' sum.test.js"
    const end = await project(GREEN).cli(['run', 'rename sum.js to add.js', '-c', CHECK, '--agent-cmd', agent])
    expect(end.code).toBe(0)
    expect(end.out).not.toContain('contradicts')
  })
})
