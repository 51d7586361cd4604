import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fastProject as project, project as provenProject } from '../rig/in-process.ts'
import type { Project } from '../rig/project.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')
const files = {
  'package.json': JSON.stringify({ name: 'x', scripts: { test: 'node --test' } }, null, 2),
  'CLAUDE.md': '# Project\n\n## Development\n\n```sh\n# Run tests\nnpm test\n```\n',
  '.github/workflows/ci.yml':
    'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n',
  'a.test.mjs':
    "import { test } from 'node:test'\nimport { existsSync } from 'node:fs'\nimport assert from 'node:assert'\ntest('it is done', () => assert.ok(existsSync('done')))\n",
}
const TASK = 'fix the failing tests'
const AGENT = ['--agent-cmd', 'touch done']

describe('without -c the criterion is inferred', () => {
  test('-y: used unasked when it needs no person; shown, stored, and the loop runs', async () => {
    const { cli, read } = project(files)
    const end = await cli([TASK, '-y', ...AGENT, '--loop-id', 'ralph-x-00000000'])
    expect(end.out).toContain('Proposed criterion: npm test passes')
    expect(end.code).toBe(0)
    expect(read('.aiwg/ralph/loops/ralph-x-00000000/inferred-completion.yaml')).toContain(
      'verification_command: "npm test"',
    )
    expect(read('.aiwg/ralph/loops/ralph-x-00000000/progress.md')).toContain('CLAUDE.md')
  })

  test('--auto-criteria with --json keeps standard output for events', async () => {
    const { cli } = project(files)
    const end = await cli(['run', TASK, '--auto-criteria', ...AGENT, '--json'])
    expect(end.events).toHaveLength(end.out.trim().split('\n').length)
    expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 1 })
  })

  test('-y where a person is needed: exit 3, and nothing is started', async () => {
    const { cli, path } = project({ 'notes.txt': 'hello' })
    const end = await cli(['run', 'refactor notes.txt into two files', '-y', ...AGENT])
    expect(end.code).toBe(3)
    expect(end.err).toContain('-c ')
    expect(existsSync(join(path, '.aiwg'))).toBe(false)
  })

  test('no terminal and no flag: exit 3, with what to type', async () => {
    const { cli, path } = project(files)
    const end = await cli(['run', TASK, ...AGENT])
    expect(end.code).toBe(3)
    expect(end.err).toContain('-y')
    expect(existsSync(join(path, 'done'))).toBe(false)
  })

  test('--no-infer-completion: exit 3, with an example', async () => {
    const { cli } = project(files)
    const end = await cli(['run', TASK, '--no-infer-completion', ...AGENT])
    expect(end.code).toBe(3)
    expect(end.err).toContain('-c "npm test"')
  })

  test('a wish that no command can judge: exit 3, and what to try', async () => {
    const { cli } = project(files)
    const end = await cli(['make the code better', '-y', ...AGENT])
    expect(end.code).toBe(3)
    expect(end.err).toContain('Try:')
  })

  test('a task that names its own command is taken at its word', async () => {
    const { cli } = project()
    const end = await cli(['run', 'make `test -f done` pass', '-y', ...AGENT, '--json'])
    expect(end.code).toBe(0)
    expect(end.events[0]).toMatchObject({ spec: { check: { criterion: { command: 'test -f done' } } } })
  })

  test('a refactoring starts green, and green is not the end: it needs a change and a claim', async () => {
    const { cli } = project({ ...files, done: '' })
    const idle = await cli([
      'run',
      'refactor the importer',
      '-y',
      '--agent-cmd',
      'echo nothing to do',
      '--max-iterations',
      '2',
      '--json',
    ])
    expect(idle.events.at(-1)).toMatchObject({ status: 'limit_reached', iterations: 2 })
    const busy = await cli(['run', 'refactor the importer', '-y', '--agent-cmd', 'echo more > importer.mjs', '--json'])
    expect(busy.events.at(-1)).toMatchObject({ status: 'verified', iterations: 1 })
  })
})

const lendsTerminals = spawnSync('script', ['--version']).status === 0

describe.skipIf(!lendsTerminals)('on a terminal it is asked once', () => {
  // `script` lends the program a terminal; what is typed comes when the question is there.
  function typed(
    from: Project,
    answers: readonly (readonly [question: string, answer: string])[],
  ): Promise<{ code: number | null; seen: string }> {
    const line = [process.execPath, CLI, 'run', `'${TASK}'`, '--agent-cmd', "'touch done'"].join(' ')
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      cwd: from.path,
      env: { ...from.env, TERM: 'xterm', SHELL: '/bin/sh' },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const waiting = [...answers]
    let seen = ''
    let asked = 0
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen += text
      const [next] = waiting
      if (next && seen.indexOf(next[0], asked) >= 0) {
        asked = seen.length
        waiting.shift()
        child.stdin.write(next[1])
        // It waits for the end of what is typed, also when the program has ended.
        if (waiting.length === 0) child.stdin.end()
      }
    })
    return new Promise(done => child.on('close', code => done({ code, seen })))
  }

  test('Enter is yes', async () => {
    const { code, seen } = await typed(project(files), [['[Y/n/edit]', '\r']])
    expect(seen).toContain('verified')
    expect(code).toBe(0)
  })

  test('n asks for --completion, writes nothing, and ends with 3', async () => {
    const from = project(files)
    const { code, seen } = await typed(from, [['[Y/n/edit]', 'n\r']])
    expect(code).toBe(3)
    expect(seen).toContain('-c ')
    expect(existsSync(join(from.path, '.aiwg'))).toBe(false)
  })

  test('edit is prefilled, and asks again for what cannot be measured', async () => {
    const worse = await typed(project(files), [
      ['[Y/n/edit]', 'edit\r'],
      ['Criterion', '\u0015the code is clean\r'],
      ['matter of opinion', '\u0015test -f done\r'],
    ])
    expect(worse.code).toBe(0)
  })
})

describe('exit 0 is not yet a yes', () => {
  const never = ['--agent-cmd', 'true', '--max-iterations', '1', '--json']

  test.each(['npm test || true', 'echo fine', 'true'])('%s cannot fail: exit 4, before a turn', async criterion => {
    const end = await project(files).cli(['run', TASK, '-c', criterion, ...AGENT, '--json'])
    expect(end.code).toBe(4)
    expect(end.events.at(-1)).toMatchObject({ error: { code: 'gate-cannot-fail' } })
  })

  test('no test ran', async () => {
    const { cli, path } = project({ 'package.json': '{}' })
    const end = await cli(['run', TASK, '-c', 'node --test', ...never])
    expect(end.events.at(-1)).toMatchObject({ status: 'limit_reached' })
    expect(existsSync(path)).toBe(true)
  })

  test('the failing test was removed, or skipped', async () => {
    const two = { ...files, 'b.test.mjs': "import { test } from 'node:test'\ntest('fine', () => {})\n" }
    for (const agent of ['rm a.test.mjs', "sed -i \"s/test('it is done'/test.skip('it is done'/\" a.test.mjs"]) {
      const end = await provenProject(two).cli([
        'run',
        TASK,
        '-c',
        'node --test',
        '--agent-cmd',
        agent,
        '--max-iterations',
        '1',
        '--json',
      ])
      expect(end.events.at(-1)).toMatchObject({ status: 'tampered', exit_code: 5 })
      expect(end.events.at(-2)?.['missing']).toMatch(/changed|before the first turn/)
    }
  })

  test('no new failures: what failed before may fail, what is new may not, and deleting is no way', async () => {
    const two = {
      ...files,
      'b.test.mjs':
        "import { test } from 'node:test'\nimport { existsSync } from 'node:fs'\nimport assert from 'node:assert'\ntest('old', () => assert.ok(!existsSync('broken')))\n",
    }
    const run = async (agent: string) => {
      const end = await provenProject(two).cli([
        'run',
        'refactor it',
        '-c',
        'node --test has no new failures',
        '--agent-cmd',
        agent,
        '--max-iterations',
        '1',
        '--json',
      ])
      return end.events.at(-1)?.['status']
    }
    expect(await run('echo x > new.mjs')).toBe('verified')
    expect(await run('touch broken')).toBe('limit_reached')
    expect(await run('rm b.test.mjs')).toBe('tampered')
  })

  test('a check that the work itself shall bring is red, not broken', async () => {
    const end = await project().cli([
      'run',
      'write a check',
      '-c',
      './check.sh',
      '--agent-cmd',
      "printf '#!/bin/sh\\nexit 0\\n' > check.sh; chmod +x check.sh",
      '--json',
    ])
    expect(end.code).toBe(0)
  })
})

describe('a criterion of the configuration was not written for the task', () => {
  const scripts = { test: 'node --test', lint: 'eslint .' }
  const linted = {
    ...files,
    'package.json': JSON.stringify({ name: 'x', scripts }, null, 2),
    'eslint.config.js': 'module.exports = []\n',
    'agent-loop.config.json': '{ "completion": "npm test" }',
  }
  const planned = async (task: string, more: readonly string[] = [], tree: Record<string, string> = linted) => {
    const { cli } = project(tree)
    return await cli([task, '--dry-run', '--trust-config', ...AGENT, ...more])
  }

  test('a task that names another check needs both', async () => {
    const both = await planned('fix all lint errors')
    expect([both.code, both.out]).toEqual([0, expect.stringMatching(/runs +npm test\nruns +npm run lint\n/)])
    expect(both.err).toContain('The task names "lint errors", so done also means: npm run lint exits 0')
    const { cli } = project(linted)
    expect((await cli(['infer', 'fix all lint errors'])).err).toContain('Loops here need both.')
  })

  test('a task about tests, a criterion that has it already, and -c stay as they are', async () => {
    expect((await planned(TASK)).err).not.toContain('The task names')
    const config = '{ "completion": "npm test passes and npm run lint exits 0" }'
    const whole = await planned('fix all lint errors', [], { ...linted, 'agent-loop.config.json': config })
    expect(whole.err).not.toContain('The task names')
    const typed = await planned('fix all lint errors', ['-c', 'npm test'])
    expect([typed.err, typed.out]).toEqual([
      expect.not.stringContaining('The task names'),
      expect.not.stringContaining('lint exits'),
    ])
  })

  test('where the command is not certain, the person is told', async () => {
    const unknown = await planned('fix all lint errors', [], {
      ...files,
      'agent-loop.config.json': '{ "completion": "npm test" }',
    })
    expect(unknown.err).toContain('the configured criterion may not check it. To check it, give a criterion with -c.')
    expect(unknown.out).toMatch(/done means +npm test passes\n/)
  })
})
