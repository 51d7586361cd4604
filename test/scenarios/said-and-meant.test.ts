import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject } from '../rig/in-process.ts'
import { project } from '../rig/project.ts'
import { hasTerminals, onTerminal } from '../rig/terminal.ts'

const manifest = (scripts: Readonly<Record<string, string>>): string => JSON.stringify({ name: 'shop', scripts })

describe('what is printed for pasting', () => {
  test('a criterion with backticks reaches the program as it was printed, and runs nothing on the way', async () => {
    const here = project({
      'package.json': manifest({ test: 'node --test' }),
      'lib/req.js': 'exports.req = { xhr: () => true, accepts: () => [] }\n',
      'test/req.test.js': "const { req } = require('../lib/req.js')\nrequire('node:test')('a', () => req.accepts())\n",
    })
    const task = 'remove req.xhr'
    const { events } = await here.cli(['infer', task, '--json'])
    const proposed = events[0]?.['proposed_completion'] as { criterion: string }
    expect(proposed.criterion).toContain('`')
    const end = await here.cli(['run', task, '--agent-cmd', 'true'])
    const flag = /-c .*$/m.exec(end.err)?.[0] ?? ''
    const pasted = execFileSync('bash', ['-c', `set -- ${flag}; printf %s "$2"`], { encoding: 'utf8' })
    expect([end.code, pasted]).toEqual([3, proposed.criterion])
  })

  test.skipIf(!hasTerminals)('who declines a criterion is not sent to a script that checks nothing', async () => {
    const here = project({ 'package.json': manifest({ test: "echo 'no tests'" }), 'src/main.js': 'exports.a = 1\n' })
    const { code, out } = await onTerminal(
      here,
      ['run', 'extract the login into a separate module', '--agent-cmd', 'true'],
      [['edit]', 'n\r']],
    )
    expect(code).toBe(3)
    expect(out).toContain('a command that fails until the work is done')
    expect(out).not.toContain('-c "npm test passes"')
  })
})

test('"no errors" is a state of the checks, so a project may be red at the start', async () => {
  const here = fastProject({
    'package.json': manifest({ test: 'test -f done', lint: 'test -f package.json' }),
    'src/a.test.js': '',
  })
  const { events } = await here.cli(['infer', 'iterate until no errors', '--json'])
  const proposed = events[0]?.['proposed_completion'] as { expect_now: string; verification_command: string }
  expect(proposed).toMatchObject({ expect_now: 'failing', verification_command: 'npm test && npm run lint' })
})

describe('criteria in words', () => {
  test.each(['test coverage is thorough: >= 80%', 'coverage is comprehensive (at least 80%)'])('%s', async said => {
    const here = project({ 'package.json': manifest({ coverage: 'node --test --experimental-test-coverage' }) })
    const { code, out } = await here.cli(['criteria', said])
    expect(code).toBe(0)
    expect(out).toContain('npm run coverage')
  })

  test('a mistyped program gets the near name, and no install line', async () => {
    const { code, events } = await project().cli(['verify', 'pytst', '--json'])
    expect(code).toBe(3)
    expect(events[0]?.['learnings']).toContain('Did you mean pytest?')
    expect(JSON.stringify(events[0])).not.toContain('install')
  })

  test('a check that runs too long has timed out', async () => {
    const here = project({ 'slow.sh': 'sleep 60\n' })
    const { code, events } = await here.cli(['verify', 'sh slow.sh', '--verify-timeout', '1s', '--json'])
    expect([code, events[0]?.['message']]).toEqual([4, 'sh slow.sh timed out after 1s'])
  })
})

test('evidence says what must become of a named file', async () => {
  const here = project({ 'README.md': '# Shop\n\n## FAQ\n\nNone.\n' })
  const { out } = await here.cli(['infer', 'add a FAQ section to README.md', '--explain'])
  expect(out).toContain('names the file README.md, which must change')
})

test('the installed skill names the question tool of Claude Code', async () => {
  const here = project({ 'package.json': manifest({ test: 'node --test' }) })
  expect((await here.cli(['install', 'claude-code'])).code).toBe(0)
  const skill = readFileSync(join(here.path, '.claude/skills/agent-loop/SKILL.md'), 'utf8')
  expect(skill).toContain('`AskUserQuestion` in Claude Code')
})

test('a turn in which the agent printed nothing has a log that says so', async () => {
  const here = fastProject({ 'check.sh': 'test -f done\n' })
  await here.cli(['run', 'make the file done', '-c', 'sh check.sh', '--agent-cmd', 'touch done'])
  const { code, out } = await here.cli(['logs'])
  expect([code, out.trim()]).toEqual([0, 'The agent printed nothing in turn 1.'])
  expect((await here.cli(['logs', '--iteration', '7'])).code).toBe(2)
})

test('doctor suggests a look at a worktree that may hold the only copy of some work', async () => {
  const here = project({ 'check.sh': 'test -f done\n', 'notes.md': '' }, { git: true })
  const args = ['run', 'make the file done', '-c', 'sh check.sh', '--agent-cmd', 'echo x >> notes.md']
  const { events } = await here.cli([...args, '--worktree', '--max-iterations', '1', '--json'])
  const id = String(events[0]?.['loop'])
  const suggested = new RegExp(`^ *agent-loop (clean ${id})$`, 'm').exec((await here.cli(['doctor'])).out)?.[1] ?? ''
  const { code, out } = await here.cli(suggested.split(' '))
  expect(code).toBe(0)
  expect(out).toContain('Nothing was changed.')
})

test('a doubt about a criterion is a warning in words, without its code', async () => {
  const { err } = await project().cli(['verify', 'ls || true'])
  expect(err).toContain('agent-loop: warning: It always passes')
  expect(err).not.toContain('cannot_fail')
})
