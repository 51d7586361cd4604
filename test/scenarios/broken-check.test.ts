import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'

const FIX = 'fix the bug in the parser'
const AGENT = ['--agent-cmd', 'touch called', '--max-iterations', '1'] as const
const NO_DEPENDENCIES = {
  'package.json': JSON.stringify({
    type: 'module',
    scripts: { test: 'node --test', unit: 'no-such-runner' },
    dependencies: { express: '^4.0.0' },
    devDependencies: { 'no-such-runner': '^3.0.0' },
  }),
  'a.test.js': "import express from 'express'\nimport { test } from 'node:test'\ntest('a', () => express())\n",
}

// As bundler prints it, where Ruby is not installed.
const GEM_NOT_FOUND =
  "echo \"resolver.rb:271:in 'verify': Could not find gem 'no_such' in locally installed gems. (Bundler::GemNotFound)\"\nprintf '\\tfrom resolver.rb:254:in map\\n'\nexit 1\n"

describe('a check that cannot run is reported before the first turn: exit 4', () => {
  test.each([
    ['without package.json', {}, 'npm test', 'there is no package.json', 'npm error'],
    ['with dependencies missing', NO_DEPENDENCIES, 'npm test', 'Install them with: npm install', 'express'],
    [
      'with the runner missing',
      NO_DEPENDENCIES,
      'npm run unit',
      'no-such-runner not found. Install it with: npm install',
      'not found',
    ],
    [
      'with the module of the runner missing',
      {},
      'python3 -m no_such_runner',
      'there is no module no_such_runner',
      'No module',
    ],
    ['without the target', { Makefile: 'build:\n\ttrue\n' }, 'make test', 'there is no target test', 'No rule'],
    [
      'with a loader missing',
      { 'package.json': '{}', 'a.test.js': '' },
      'node --test --import no-such-loader',
      'the dependencies of the project are not installed (no-such-loader)',
      'Cannot find package',
    ],
    [
      'with a package of the config file missing',
      { 'package.json': '{}', 'x.config.mjs': "import 'no-such-plugin'\n" },
      'node x.config.mjs',
      'the dependencies of the project are not installed (no-such-plugin)',
      'Cannot find package',
    ],
    [
      'with a gem missing',
      { Gemfile: 'gem "no_such"\n', 'bundle.sh': GEM_NOT_FOUND },
      'sh bundle.sh',
      'Install them with: bundle install',
      "Could not find gem 'no_such'",
    ],
    ['without the script', {}, 'bash check.sh', 'there is no check.sh', 'No such file'],
  ])('%s', async (_, files, check, says, printed) => {
    const { cli } = project(files)
    const end = await cli(['run', FIX, '-c', check, ...AGENT, '--json'])
    expect(end.code).toBe(4)
    expect(end.events.at(-1)).toMatchObject({ status: 'gate_broken', iterations: 0 })
    expect(end.events.at(-1)?.['message']).toContain(says)
    expect(end.events.at(-1)?.['message']).toContain(printed)
    const doctor = await cli(['gate', 'doctor', '-c', check])
    expect(doctor.code).toBe(4)
    expect(doctor.out).toContain(says)
    expect(doctor.out).toContain('✗ cannot run')
    expect(doctor.out).not.toContain('can fail')
  })

  test('the report shows the last lines of its output', async () => {
    const end = await project().cli(['run', FIX, '-c', 'npm test', ...AGENT])
    expect(end.out).toMatch(/check broken after 0 turns: there is no package\.json/)
    expect(end.out).toMatch(/it printed .*npm/)
  })

  test('a command that cannot be started', async () => {
    const here = project({ 'check.sh': '#!/no/such/shell\n' })
    chmodSync(join(here.path, 'check.sh'), 0o755)
    expect((await here.cli(['run', FIX, '-c', './check.sh', ...AGENT])).code).toBe(4)
  })

  test('a plan whose gate cannot run is not started, and another gate can be given', async () => {
    const here = project(
      {
        'bundle.sh': GEM_NOT_FOUND,
        'a.txt': 'a\n',
        'PLAN.md': '- [ ] Write b into a.txt (until: `grep b a.txt`)\n',
      },
      { git: true },
    )
    const agent = ['--agent-cmd', 'touch called; echo b > a.txt', '-y', '--max-iterations', '2']
    const end = await here.cli(['plan', 'run', 'PLAN.md', '--gate', 'sh bundle.sh', ...agent])
    expect(end.code).toBe(4)
    expect(end.err).toContain('The gate of the plan cannot run (sh bundle.sh passes), so nothing is started.')
    expect(end.err).toContain('--gate')
    const other = await here.cli(['plan', 'run', 'PLAN.md', '--gate', 'test -f a.txt', ...agent])
    expect(other.out).toContain('1 of 1 tasks are merged')
  })

  test('a module that the work is to write is not missing from the machine', async () => {
    const here = project({ 'package.json': '{"type":"module"}', 'a.test.js': "import './a.js'\n" })
    const end = await here.cli([
      'run',
      'write a.js',
      '-c',
      'node --test',
      '--agent-cmd',
      'true',
      '--max-iterations',
      '1',
      '--json',
    ])
    expect(end.events.filter(({ kind }) => kind === 'turn-start')).toHaveLength(1)
  })

  test('nor a gem, where the task is to repair the build', async () => {
    const here = project({ 'bundle.sh': GEM_NOT_FOUND })
    const end = await here.cli([
      'run',
      'fix the build',
      '-c',
      'sh bundle.sh',
      '--agent-cmd',
      'true',
      '--max-iterations',
      '1',
      '--json',
    ])
    expect(end.events.filter(({ kind }) => kind === 'turn-start')).toHaveLength(1)
  })

  test('unless the task is to add it', async () => {
    const here = project({ Makefile: 'build:\n\ttrue\n' })
    const add = String.raw`printf 'test:\n\tgrep -q build Makefile\n' >> Makefile`
    const end = await here.cli([
      'run',
      'add a test target to the Makefile',
      '-c',
      'make test',
      '--agent-cmd',
      add,
      '--json',
    ])
    expect(end.events.filter(({ kind }) => kind === 'turn-start')).toHaveLength(1)
    expect(end.code).toBe(0)
  })
})

describe('exit code 0 does not outweigh a report that says "failed"', () => {
  const red = {
    'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test || true' } }),
    'a.test.js':
      "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { two } from './a.js'\ntest('fine', () => {})\ntest('two', () => assert.equal(two, 2))\n",
    'a.js': 'export const two = 3\n',
    'check.sh': 'node --test | cat\nexit 0\n',
  }

  test.each(['node --test || true', 'node --test; true', 'npm test', 'sh check.sh'])('verify "%s"', async check => {
    const end = await project(red).cli(['verify', check, '--json'])
    expect(end.code).toBe(1)
    expect(end.events[0]).toMatchObject({ verified: false, exitCode: 0, tests: { failed: 1, passed: 1 } })
    expect(end.events[0]?.['learnings']).toContain('its own report says otherwise')
  })

  test('a test program with its own summary', async () => {
    const end = await project({ 't.sh': 'echo Tests failed: 4\necho Tests passed: 2\n' }).cli([
      'verify',
      'sh t.sh',
      '--json',
    ])
    expect(end.code).toBe(1)
    expect(end.events[0]?.['learnings']).toContain(
      'The command reports failures and still exits 0: `Tests failed: 4`. All its tests must pass.',
    )
  })

  test('the check of a loop', async () => {
    const { cli } = project(red)
    const end = await cli([
      'run',
      'fix the failing tests',
      '-c',
      'sh check.sh',
      '--agent-cmd',
      'true',
      '--max-iterations',
      '1',
      '--json',
    ])
    expect(end.events.at(-1)).toMatchObject({ status: 'limit_reached', iterations: 1, reason: 'not_yet' })
  })

  test('a retry that passes, and a failure that is expected, are fine', async () => {
    const here = project({
      ...red,
      'a.test.js':
        "import { test } from 'node:test'\ntest('later', { todo: true }, () => { throw new Error('x') })\ntest('fine', () => {})\n",
      'retry.sh': 'node --test flaky.mjs || { touch once; node --test flaky.mjs; }\n',
      'flaky.mjs':
        "import assert from 'node:assert'\nimport { existsSync } from 'node:fs'\nimport { test } from 'node:test'\ntest('second time', () => assert.ok(existsSync('once')))\n",
    })
    expect((await here.cli(['verify', 'node --test a.test.js'])).code).toBe(0)
    expect((await here.cli(['verify', 'sh retry.sh'])).code).toBe(0)
  })
})
