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
