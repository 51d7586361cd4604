import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'
import { DONE } from '../rig/project.ts'

const good = ['-c', DONE, '--agent-cmd', 'touch done']

describe('bad input gets one clear line, what to do, and the right exit code', () => {
  test.each([
    ['an unknown flag', ['run', 'x', '--max-iteration', '3'], 2, 'Did you mean --max-iterations?'],
    ['a flag without its value', ['run', 'x', '-c'], 2, 'needs a value'],
    ['a value where none belongs', ['status', '--all=yes'], 2, 'takes no value'],
    ['a flag twice', ['run', 'x', '-c', 'a', '-c', 'b'], 2, 'given twice'],
    ['no task', ['run', ...good], 2, 'No task'],
    ['a task in pieces', ['run', 'fix', 'it', ...good], 2, 'Put the task in quotes'],
    ['a mistyped command', ['stauts'], 2, 'agent-loop status'],
    ['zero turns', ['run', 'x', ...good, '--max-iterations', '0'], 2, 'whole number above 0'],
    ['a negative limit', ['run', 'x', ...good, '--iterations=-3'], 2, 'whole number above 0'],
    ['a limit that is no number', ['run', 'x', ...good, '--max-iterations', 'NaN'], 2, 'whole number above 0'],
    ['a time without a unit', ['run', 'x', ...good, '--timeout', '30'], 2, '--timeout 90s'],
    ['a negative time', ['run', 'x', ...good, '--turn-timeout=-5m'], 2, 'duration'],
    ['an id that leaves the directory', ['run', 'x', ...good, '--loop-id', '../../etc'], 2, 'not a loop id'],
    [
      'a flag by both of its names',
      ['run', 'x', ...good, '--iterations', '1', '--max-iterations', '2'],
      2,
      'given twice',
    ],
    ['a state directory that holds the project', ['run', 'x', ...good, '--state-dir', '.'], 2, 'separate folder'],
    ['a command behind flags', ['--max-iterations', '3', 'status'], 2, 'agent-loop status first'],
    ['more loops than one', ['status', 'a', 'b'], 2, 'Unexpected argument'],
    ['two agents', ['run', 'x', ...good, '--agent', 'script:a.yaml'], 2, 'not both'],
    ['no criterion', ['run', 'x', '--agent-cmd', 'true', '--no-infer-completion'], 3, '-c "npm test"'],
    ['an empty criterion', ['run', 'x', '-c', '  ', '--agent-cmd', 'true'], 3, 'empty'],
    ['an agent that we do not know', ['run', 'x', '-c', DONE, '--agent', 'skynet'], 7, 'Unknown agent'],
    ['a script that is not there', ['run', 'x', '-c', DONE, '--agent', 'script:none.yaml'], 7, 'none.yaml'],
    ['a directory that is not there', ['status', '--cwd', '/no/such/place'], 2, '/no/such/place'],
    ['a loop that is not there', ['status', 'ralph-none-00000000'], 2, 'no loop'],
  ])('%s', async (_, args, code, says) => {
    const { cli } = project()
    const plain = await cli(args)
    expect(plain.code).toBe(code)
    expect(plain.err).toContain(says)
    expect(plain.err.trim().split('\n')).toHaveLength(2)
    expect(plain.out).toBe('')

    const json = await cli([...args.filter(word => word !== '-c' || args.indexOf(word) < args.length - 1), '--json'])
    if (json.code !== code) return
    expect(json.events.at(-1)).toMatchObject({
      error: { code: expect.any(String), message: expect.any(String), hint: expect.any(String) },
    })
  })

  test('a script that cannot be understood says where', async () => {
    const { cli } = project({ 'turns.yaml': 'turns:\n  - - shout: hello\n' })
    const end = await cli(['run', 'x', '-c', DONE, '--agent', 'script:turns.yaml'])
    expect(end.code).toBe(7)
    expect(end.err).toContain('turns.0.0')
  })

  test('a pipe where a configuration file belongs keeps nobody waiting', async () => {
    const { cli, path } = project()
    execFileSync('mkfifo', [join(path, 'agent-loop.config.yaml')])
    expect((await cli(['status'])).code).toBe(0)
  })

  test('nothing is written when nothing was begun', async () => {
    const { cli, git } = project({}, { git: true })
    await cli(['run', 'x', '-c', DONE])
    await cli(['status'])
    await cli(['list'])
    expect(git('status', '--porcelain', '--ignored')).toBe('')
  })
})

describe('the ways to say the same', () => {
  test('flags that every command has may stand before it; a look never starts an agent', async () => {
    const config = JSON.stringify({ completion: DONE, 'agent-cmd': 'touch called' })
    const { cli, path } = project({ 'agent-loop.config.json': config })
    expect((await cli(['--json', 'status'])).events).toEqual([{ loops: [] }])
    expect((await cli(['--cwd', path, 'list'])).code).toBe(0)
    expect(existsSync(join(path, 'called'))).toBe(false)
  })

  test('a look does not judge the settings of a loop', async () => {
    const { cli } = project()
    expect((await cli(['status'], { env: { AGENT_LOOP_TIMEOUT: '5', AGENT_LOOP_AGENT: 'nobody' } })).code).toBe(0)
  })

  test('a sentence is a task', async () => {
    const { cli } = project()
    expect((await cli(['make the file', ...good])).code).toBe(0)
  })

  test('verdict words behind the command', async () => {
    const { cli } = project()
    const end = await cli(['run', 'x', '-c', `${DONE} passes`, '--agent-cmd', 'touch done', '--json'])
    expect(end.code).toBe(0)
  })

  test('flag over environment over configuration over default', async () => {
    const { cli, write } = project()
    const turns = async (args: readonly string[], env = {}) => {
      const end = await cli(['run', 'x', '-c', 'false', '--agent-cmd', 'true', '--json', ...args], { env })
      return (end.events[0] as { spec: { limits: { iterations: number } } }).spec.limits.iterations
    }
    expect(await turns([])).toBe(10)
    write('agent-loop.config.json', '{ "max-iterations": 4 }')
    expect(await turns([])).toBe(4)
    expect(await turns([], { AGENT_LOOP_MAX_ITERATIONS: '3' })).toBe(3)
    expect(await turns(['--iterations', '2'], { AGENT_LOOP_MAX_ITERATIONS: '3' })).toBe(2)
  })

  test('the configuration may be YAML, or stand in package.json; an unknown setting is refused', async () => {
    const yaml = project({ 'agent-loop.config.yaml': 'agent-cmd: touch done\ncompletion: test -f done\n' })
    expect((await yaml.cli(['run', 'x', '--trust-config'])).code).toBe(0)
    const manifest = project({ 'package.json': '{ "agent-loop": { "agent-cmd": "touch done" } }' })
    expect((await manifest.cli(['run', 'x', '-c', DONE, '--trust-config'])).code).toBe(0)
    const typo = project({ 'agent-loop.config.json': '{ "max-iteration": 4 }' })
    const end = await typo.cli(['run', 'x', ...good])
    expect(end.code).toBe(2)
    expect(end.err).toContain('max-iterations')
  })

  test('help and version', async () => {
    const { cli } = project()
    expect((await cli(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await cli(['--help'])).out).toContain('Start here')
    expect((await cli(['run', '--help'])).out).toContain('--max-iterations, --iterations')
    expect((await cli(['help', 'run'])).out).toBe((await cli(['run', '--help'])).out)
    expect((await cli(['help', 'rum'])).code).toBe(2)
    expect((await cli([])).code).toBe(0)
  })
})
