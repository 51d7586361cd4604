import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandIn, project } from '../rig/in-process.ts'
import { environmentOf, type Project } from '../rig/project.ts'

const NPM = { 'package.json': '{ "name": "shop", "scripts": { "test": "node --test", "lint": "eslint ." } }\n' }

/** A machine with these programs, besides what every system has, and no others. */
function machine({ home }: Project, programs: readonly string[]): { PATH: string } {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  for (const name of programs) writeFileSync(join(bin, name), '#!/bin/sh\necho 1.0.0\n', { mode: 0o755 })
  for (const name of ['git', 'node', 'bash']) symlinkSync(programAt(name), join(bin, name))
  return { PATH: bin }
}

const programAt = (name: string): string => execFileSync('which', [name], { encoding: 'utf8' }).trim()

describe('init', () => {
  test('proposes check, agent, and limits; -y writes them, and the next loop needs no further trust', async () => {
    const here = project(NPM, { git: true })
    const env = machine(here, ['codex'])
    const unasked = await here.cli(['init'], { env })
    expect([unasked.code, existsSync(join(here.path, 'agent-loop.config.json'))]).toEqual([3, false])
    expect((await here.cli(['init', '-y', '--dry-run'], { env })).out).toContain('"completion": "npm test"')
    expect(existsSync(join(here.path, 'agent-loop.config.json'))).toBe(false)

    const end = await here.cli(['init', '-y', '--max-cost', '5', '--may-change', 'test/fixtures/**'], { env })
    expect([end.code, end.err]).toEqual([0, ''])
    expect(end.out.trimEnd().split('\n').slice(-3)).toEqual([
      'To add agent-loop to the assistants on this machine:',
      '  agent-loop install codex',
      'Next: agent-loop "fix the failing tests"',
    ])
    expect(JSON.parse(here.read('agent-loop.config.json'))).toEqual({
      $schema: expect.stringMatching(/config\.schema\.json$/),
      completion: 'npm test',
      agent: 'codex',
      'max-iterations': 10,
      timeout: '60m',
      'max-cost': 5,
      'may-change': ['test/fixtures/**'],
    })
    const next = await here.cli(['run', 'fix the failing tests', '--dry-run'], { env })
    expect(next.out).toContain('done means  npm test passes')
    expect(next.out).not.toContain('not trusted')
    const again = await here.cli(['init', '-y'], { env })
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('already has a configuration')])
    const outside = join(here.home, 'outside.json')
    rmSync(join(here.path, 'agent-loop.config.json'))
    symlinkSync(outside, join(here.path, 'agent-loop.config.json'))
    expect([(await here.cli(['init', '-y'], { env })).code, existsSync(outside)]).toEqual([2, false])
  })

  test('without an agent and without a check it says what is missing; a wrong name is refused', async () => {
    const here = project({ 'README.md': '# Notes\n' })
    const env = machine(here, [])
    const [answer] = (await here.cli(['init', '-y', '--dry-run', '--json'], { env })).events
    expect(answer).toMatchObject({ written: false, assistants: [], next: 'agent-loop demo' })
    expect(answer?.['config']).not.toHaveProperty('completion')
    expect(answer?.['config']).not.toHaveProperty('agent')
    for (const [flags, code] of [
      [['--agent', 'cluade'], 7],
      [['-c', 'it is nice'], 3],
      [['--timeout', 'soon'], 2],
    ] as const)
      expect([flags, (await here.cli(['init', '-y', ...flags], { env })).code]).toEqual([flags, code])
    expect(existsSync(join(here.path, 'agent-loop.config.json'))).toBe(false)
  })
})

test('without any agent: which exist, how to get one, and that a key or a local server is enough', async () => {
  const here = project(NPM)
  const env = { ...environmentOf(here.home), ...machine(here, []) }
  const end = await commandIn(here.path, ['fix the failing tests', '-c', 'npm test'], env)
  expect(end.code).toBe(7)
  for (const text of [
    'npm install -g @openai/codex',
    'aider',
    'only an API key or a local model server',
    '--agent-cmd',
  ])
    expect(end.err).toContain(text)
  expect((await commandIn(here.path, ['agents'], env)).out).toContain('npm install -g @openai/codex')
})

/** What bash has after Tab, for the words before the cursor. */
function completedInBash(here: Project, script: string, words: readonly string[]): readonly string[] {
  const bin = join(here.home, 'bin')
  if (!existsSync(bin)) {
    mkdirSync(bin)
    symlinkSync(resolve('dist/cli.cjs'), join(bin, 'agent-loop'))
  }
  const asked = `${script}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _agent_loop; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = spawnSync('bash', ['-c', asked, 'bash', 'agent-loop', ...words], {
    cwd: here.path,
    env: { ...environmentOf(here.home), PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH']}` },
    encoding: 'utf8',
  })
  return stdout.split('\n').filter(line => line !== '')
}

test('completion: commands, flags, loop ids, agents, findings, checks of the project, and their quotes', async () => {
  const here = project(NPM, { git: true })
  const id = 'ralph-make-a-file-0123abcd'
  await here.cli(['run', 'make a file', '-c', 'test -e done', '--agent-cmd', 'touch done', '--loop-id', id])
  const offered = async (...words: readonly string[]): Promise<readonly unknown[]> => {
    const [answer] = (await here.cli(['completion', 'candidates', '--json', '--', ...words])).events
    return ((answer?.['candidates'] ?? []) as readonly { readonly text: string }[]).map(({ text }) => text)
  }
  for (const [words, expected] of [
    [['stat'], ['status']],
    [['--json', 'stat'], ['status']],
    [['abort', ''], [id]],
    [['diff', '--stat', 'ralph-m'], [id]],
    [['explain', 'tests-go'], ['tests-gone']],
    [['waive', id, 'tests-go'], ['tests-gone']],
    [['run', 'x', '--waive', 'tests-go'], ['tests-gone']],
    [['run', 'x', '--agent', 'cod'], ['codex']],
    [['fix it please', '--agent=cod'], ['--agent=codex']],
    [
      ['run', 'x', '--proof', '='],
      ['fast', 'standard', 'strict'],
    ],
    [['run', 'x', '--agent', 'codex', '--agent'], ['--agent-cmd']],
    [['verify', 'npm run'], ['npm run lint']],
    [['run', 'x', '-c', 'npm t'], ['npm test']],
    [['install', 'claude'], ['claude-code']],
    [['receipt', 'verify', ''], [':files']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['nonsense', ''], []],
  ] as const)
    expect([words, await offered(...words)]).toEqual([words, expected])

  const script = (await here.cli(['completion', 'bash'])).out
  expect(completedInBash(here, script, ['verify', 'npm\\ r'])).toEqual(['npm\\ run\\ lint'])
  expect(completedInBash(here, script, ['run', '"fix it"', '-c', '"npm r'])).toEqual(['"npm run lint'])
  expect((await here.cli(['completion', 'tcsh'])).code).toBe(2)
  for (const shell of ['zsh', 'fish'])
    expect((await here.cli(['completion', shell])).out).toContain('completion candidates --')
})
