import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject, project as plainProject } from '../rig/in-process.ts'
import { sampled } from '../rig/long-form.ts'
import { DONE, type Json, type Project } from '../rig/project.ts'
import { hasTerminals, onTerminal } from '../rig/terminal.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')
const TASK = 'create the file done'
const CONFIG = 'agent-loop.config.json'
const AGENT = 'touch done from-agent'
/** Everything that acts in it leaves a file. */
const HOSTILE = {
  'agent-cmd': AGENT,
  completion: 'touch from-criterion; test -f done',
  'post-iteration': 'touch from-hook',
  'on-verified': 'touch from-end',
  'judge-cmd': 'touch from-judge',
  proof: 'fast',
  waive: ['tests-gone'],
  gate: { free: ['**'] },
  agents: { claude: { program: './evil.sh' }, evil: { program: './evil.sh' } },
  'max-iterations': 3,
}
const OWN = ['-c', DONE, '--agent-cmd', 'touch done']

/** The proof is the subject of none of these; where the configuration sets it, nothing replaces that. */
function clone(config: object, more: Readonly<Record<string, string>> = {}): Project {
  const project = 'proof' in config ? plainProject : fastProject
  const evil = '#!/bin/sh\ntouch from-program\necho 1.0.0\n'
  const here = project({ [CONFIG]: JSON.stringify(config), 'evil.sh': evil, ...more })
  chmodSync(join(here.path, 'evil.sh'), 0o755)
  return here
}
const left = ({ path }: Project): readonly string[] =>
  readdirSync(path).filter(name => name.startsWith('from-') || name === 'done' || name === '.aiwg')
/** The task is to be done once more. */
const again = ({ path }: Project): void => rmSync(join(path, 'done'))

describe("a repository's configuration is used only after a person trusted it", () => {
  test.each([
    ['run', ['run', TASK]],
    ['run in the background', ['run', TASK, '--external']],
    ['start', ['start', TASK]],
    ['a sentence', [TASK]],
    ['a sentence that asks for the background', [`${TASK} in the background`]],
    ['run beside own criterion and agent', ['run', TASK, ...OWN]],
    ['adopt', ['adopt', TASK, '--host', 'claude-code', '--session', 's1']],
  ])('%s: exit 3, nothing ran, one line names the settings and the flag', async (_, args) => {
    const here = clone(HOSTILE)
    const end = await here.cli(args)
    expect(end.code).toBe(3)
    const [said = '', hint = '', ...more] = end.err.trim().split('\n')
    expect(said).toContain(`${CONFIG} is not trusted yet: it sets`)
    for (const name of ['proof', 'waive', 'on-verified', 'post-iteration', 'gate', 'agents'])
      expect(said).toContain(name)
    expect(hint).toContain('--trust-config')
    expect(more).toEqual([])
    expect(left(here)).toEqual([])
    expect(existsSync(join(here.home, '.local', 'state', 'agent-loop', 'daemon'))).toBe(false)
  })

  test('what only looks executes nothing and needs no trust', async () => {
    const here = clone(HOSTILE, { 'package.json': '{ "scripts": { "test": "touch from-script" } }' })
    for (const args of [
      ['status'],
      ['status', '--all'],
      ['list'],
      ['infer', 'fix the failing tests'],
      ['criteria', 'all tests pass'],
      ['route', 'fix the failing tests'],
      ['doctor'],
      ['agents'],
      ['reflections'],
      ['run', TASK, '--dry-run'],
      ['run', TASK, '--dry-run', '--trust-config'],
      ['run', TASK, '--agent', 'evil', '--dry-run'],
      ['start', TASK, '--dry-run'],
    ])
      expect([args, (await here.cli(args)).code]).toEqual([args, 0])
    expect(left(here)).toEqual([])
  })

  test('the dry run and the header show everything it sets, in full, and what would act first', async () => {
    const hidden = `true ${' '.repeat(2_000)}; touch from-hook \u202e\u001b[8m`
    const here = clone({ 'max-iterations': 3, 'post-iteration': hidden })
    const dry = await here.cli(['run', TASK, ...OWN, '--dry-run'])
    const shown = `  ! post-iteration  ${JSON.stringify(hidden).replace('\u202e', '\\u202e')}  (runs commands)`
    const lines = [`${CONFIG} sets:`, shown, '    max-iterations  "3"']
    expect(dry.out.split('\n').slice(0, 4)).toEqual([
      ...lines,
      `${CONFIG} is not trusted yet. To trust it: --trust-config`,
    ])
    const json = await here.cli(['run', TASK, ...OWN, '--dry-run', '--json'])
    expect(json.events[0]?.['dry_run']).toMatchObject({
      config: {
        file: CONFIG,
        settings: expect.arrayContaining([expect.objectContaining({ needs_trust: 'runs-commands' })]),
      },
    })
    const run = await here.cli(['run', TASK, ...OWN, '--trust-config'])
    expect(run.code).toBe(0)
    expect(run.out.split('\n').slice(0, 3)).toEqual(lines)
  })

  test('--trust-config once; then not again until a value that needs trust changes', async () => {
    const here = clone({ 'post-iteration': 'touch from-hook', 'max-iterations': 3 })
    const run = async (...more: string[]): Promise<number | null> =>
      (await here.cli(['run', TASK, ...OWN, ...more])).code
    expect(await run()).toBe(3)
    expect(await run('--trust-config')).toBe(0)
    expect(left(here)).toContain('from-hook')
    again(here)
    here.write(CONFIG, '{ "max-iterations": 5, "post-iteration": "touch from-hook", "timeout": "10m" }')
    expect(await run()).toBe(0)
    here.write(CONFIG, '{ "post-iteration": "touch from-hook", "waive": ["tests-gone"] }')
    expect(await run()).toBe(3)
    // Nothing about it is kept in the project, and no other project gets it.
    expect((await clone({ 'post-iteration': 'touch from-hook' }).cli(['run', TASK, ...OWN])).code).toBe(3)
  })

  test.each([
    ['run', ['run', TASK, ...OWN]],
    ['adopt', ['adopt', TASK, '-c', DONE, '--host', 'claude-code', '--session', 's1']],
  ])('trust covers only the settings that were used (%s)', async (_, args) => {
    const here = clone({ 'agent-cmd': AGENT, completion: 'touch from-criterion', 'on-verified': 'true' })
    const first = await here.cli([...args, '--trust-config'])
    expect(first.code).toBe(0)
    expect(first.out + first.err).toMatch(/! agent-cmd {4}"touch done from-agent" {2}\(not used: /)
    const end = await here.cli(['run', TASK])
    expect(end.code).toBe(3)
    expect(end.err).toContain('is not trusted yet: it sets completion, agent-cmd, on-verified')
    expect(left(here).filter(name => name.startsWith('from-'))).toEqual([])
  })

  test('several answers count together, until one of the values changes', async () => {
    const here = clone({ 'post-iteration': 'true', 'on-verified': 'true' })
    const trusted = async (...more: string[]): Promise<boolean> =>
      !(await here.cli(['run', TASK, ...OWN, ...more, '--dry-run'])).out.includes('is not trusted yet')
    for (const replaced of ['--post-iteration', '--on-verified']) {
      expect((await here.cli(['run', TASK, ...OWN, replaced, 'true', '--trust-config'])).code).toBe(0)
      again(here)
    }
    expect(await trusted()).toBe(true)
    here.write(CONFIG, JSON.stringify({ 'post-iteration': 'true', 'on-verified': 'false' }))
    expect(await trusted('--on-verified', 'true')).toBe(false)
  })

  test.each(sampled([{ 'max-iterations': 11 }, { timeout: '61m' }, { 'max-wait': '900h' }], 1))(
    'a limit above its default needs trust: %j',
    async set => {
      const here = clone(set)
      const end = await here.cli(['run', TASK, ...OWN])
      expect(end.code).toBe(3)
      expect(end.err).toContain(`it sets ${Object.keys(set)[0]}`)
      here.write(CONFIG, '{ "max-iterations": 10, "timeout": "1h", "max-wait": "10m", "turn-timeout": "59m" }')
      expect((await here.cli(['run', TASK, ...OWN])).code).toBe(0)
    },
  )

  test('the trust of one project is not that of its copy', async () => {
    const here = clone({ 'post-iteration': 'touch from-hook' })
    expect((await here.cli(['run', TASK, ...OWN, '--trust-config'])).code).toBe(0)
    const copy = clone({ 'post-iteration': 'touch from-hook' })
    expect((await copy.cli(['run', TASK, ...OWN], { env: { HOME: here.home } })).code).toBe(3)
  })

  test('values that flags or the environment replace need none; a stricter proof needs none', async () => {
    const here = clone({
      'agent-cmd': AGENT,
      completion: 'true',
      'post-iteration': 'touch from-hook',
      'judge-cmd': 'x',
    })
    const env = { AGENT_LOOP_POST_ITERATION: 'true', AGENT_LOOP_JUDGE_CMD: 'true' }
    expect((await here.cli(['run', TASK, ...OWN], { env })).code).toBe(0)
    expect(left(here)).toEqual(['.aiwg', 'done'])
    const strict = clone({ proof: 'strict', 'max-iterations': 2 })
    expect((await strict.cli(['run', TASK, ...OWN])).code).toBe(0)
    // A flag of the same name as a section does not replace the section.
    const section = clone({ check: { kind: 'test_suite', command: 'touch from-check' } })
    expect((await section.cli(['run', TASK, '--check', 'every-turn', '--agent-cmd', 'true'])).code).toBe(3)
    expect(left(section)).toEqual([])
  })

  test('an assistant takes the turns: settings about our agents are not used', async () => {
    const here = clone({ 'agent-cmd': AGENT, permissions: 'full' })
    expect((await here.cli(['adopt', TASK, '-c', DONE, '--host', 'claude-code', '--session', 's1'])).code).toBe(0)
  })

  test.skipIf(!hasTerminals)('on a terminal, a person is asked', async () => {
    const here = clone({ 'post-iteration': 'touch from-hook' })
    const no = await onTerminal(here, ['run', TASK, ...OWN], [['Trust these values', 'n']])
    expect(no.code).toBe(3)
    expect(left(here)).toEqual([])
    const yes = await onTerminal(here, ['run', TASK, ...OWN], [['Trust these values', 'y']])
    expect(yes.out).toContain('! post-iteration  "touch from-hook"')
    expect(yes.code).toBe(0)
    expect(left(here)).toContain('from-hook')
    again(here)
    expect((await here.cli(['run', TASK, ...OWN])).code).toBe(0)
  })

  test('from inside a turn, nothing is trusted', async () => {
    const here = clone({ 'post-iteration': 'touch from-hook' })
    const env = { AGENT_LOOP_ID: 'ralph-x-00000000' }
    expect((await here.cli(['run', TASK, ...OWN, '--trust-config'], { env })).code).not.toBe(0)
    expect((await here.cli(['run', TASK, ...OWN])).code).toBe(3)
  })

  test('from inside a turn, nothing is trusted in another project either, also without the variable of the turn', async () => {
    const [outer, other] = [fastProject(), clone({ 'post-iteration': 'touch from-hook' })]
    const nested = ['run', TASK, '-c', DONE, '--agent-cmd', 'touch done', '--trust-config'].map(word => `'${word}'`)
    const call = `cd '${other.path}' && env -u AGENT_LOOP_ID '${process.execPath}' '${CLI}' ${nested.join(' ')}`
    const agent = `(${call}) > said 2>&1; echo "= $?" >> said; touch done`
    expect((await outer.cli(['run', TASK, '-c', DONE, '--agent-cmd', agent])).code).toBe(0)
    expect(outer.read('said')).toContain('This is a turn of the loop')
    expect(outer.read('said')).toContain('= 8')
    expect(left(other)).toEqual([])
    expect((await other.cli(['run', TASK, ...OWN], { env: { HOME: outer.home } })).code).toBe(3)
  })

  test.each([
    ['prototype', '{ "__proto__": { "agent-cmd": "touch from-proto" } }', 'unknown setting "__proto__"'],
    ['deep', `{ "check": ${'['.repeat(9_000)}${']'.repeat(9_000)} }`, 'is nested too deeply'],
    ['huge', `{ "waive": "${'x'.repeat(70_000)}" }`, 'is larger than 64 KiB'],
  ])('a file that is no configuration (%s): exit 2, one line', async (_, text, says) => {
    const end = await fastProject({ [CONFIG]: text }).cli(['run', TASK, ...OWN])
    expect(end.code).toBe(2)
    expect(end.err.split('\n')[0]).toContain(says)
    expect(end.err.trim().split('\n')).toHaveLength(2)
  })

  test.each([
    [
      'aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`)}]`).join('\n')}\n`,
    ],
    ['deep', `check: ${'['.repeat(20_000)}`],
  ])('a YAML bomb (%s): exit 2', async (_, text) => {
    const end = await fastProject({ 'agent-loop.config.yaml': text }).cli(['run', TASK, ...OWN])
    expect(end.code).toBe(2)
    expect(end.err.trim().split('\n')).toHaveLength(2)
  })
})

describe('an agent that changes our configuration', () => {
  const NEW = JSON.stringify({ 'on-verified': 'touch from-end' })
  const files = { 'package.json': '{ "name": "x", "scripts": {} }\n' }
  const last = (events: readonly Json[]): Json | undefined => events.findLast(({ kind }) => kind === 'check-end')
  const run = (here: Project, agent: string, ...more: string[]) =>
    here.cli(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--json', '--max-iterations', '1', ...more])

  test.each(
    sampled(
      [
        ['adds it', {}, `touch done; echo '${NEW}' > ${CONFIG}`, `${CONFIG} (added)`],
        ['changes it', { [CONFIG]: '{}' }, `touch done; echo '${NEW}' > ${CONFIG}`, CONFIG],
        ['deletes it', { [CONFIG]: '{ "max-iterations": 2 }' }, `touch done; rm ${CONFIG}`, `${CONFIG} (deleted)`],
        [
          'adds it to the manifest',
          files,
          `touch done; echo '{ "name": "x", "scripts": {}, "agent-loop": ${NEW} }' > package.json`,
          'package.json#agent-loop (added)',
        ],
        ['adds it above the tree', {}, `touch done; echo '${NEW}' > ../${CONFIG}`, `${CONFIG} (added)`],
        [
          'adds it as YAML',
          {},
          'touch done; echo "proof: fast" > agent-loop.config.yaml',
          'agent-loop.config.yaml (added)',
        ],
        [
          'makes it a link',
          { [CONFIG]: '{}' },
          `touch done; ln -sf /tmp/x.json ${CONFIG}`,
          `${CONFIG} (became-symlink)`,
        ],
        [
          'adds a manifest with it',
          {},
          `touch done; echo '{ "name": "x", "agent-loop": ${NEW} }' > package.json`,
          'package.json#agent-loop (added)',
        ],
      ],
      5,
    ),
  )('%s: a finding, not verified', async (_, before, agent, place) => {
    const end = await run(fastProject(before), agent)
    expect(last(end.events)).toMatchObject({ verdict: 'weakened' })
    const [found] = findingsIn(end.events)
    expect(found).toMatchObject({ rule: 'loop-config-changed', places: [expect.stringContaining(place)] })
    expect(end.code).toBe(5)
  })

  test('at any level of the proof, and the globs of the configuration do not allow it', async () => {
    const here = clone({ gate: { free: ['**'] }, proof: 'fast' })
    const end = await run(here, `touch done; echo '${NEW}' > ${CONFIG}`, '--trust-config')
    expect(findingsIn(end.events)).toMatchObject([{ rule: 'loop-config-changed' }])
  })

  test('also one that trusts it: the record in the private store is part of the seal', async () => {
    const agent =
      'touch done; d="$HOME/.local/state/agent-loop/trust"; mkdir -p "$d"; for f in "$d"/*; do echo x > "$f"; done'
    const end = await run(clone({ 'post-iteration': 'true' }), agent, '--trust-config')
    expect(findingsIn(end.events)).toMatchObject([{ rule: 'loop-config-changed' }])
  })

  test('--restore undoes it; a person may ask for it, or allow it', async () => {
    const agent = `touch done; echo '{ "max-iterations": 4 }' > ${CONFIG}`
    const restored = fastProject({ [CONFIG]: '{ "max-iterations": 2 }' })
    expect((await run(restored, agent, '--restore')).code).toBe(0)
    expect(restored.read(CONFIG)).toBe('{ "max-iterations": 2 }')
    const asked = `Add ${CONFIG} with max-iterations 4, and create the file done`
    const named = await fastProject().cli(['run', asked, '-c', DONE, '--agent-cmd', agent, '--json'])
    expect(named.code).toBe(0)
    expect((await run(fastProject(), agent, '--may-change', CONFIG)).code).toBe(0)
    expect((await run(fastProject(), agent, '--waive', 'loop-config-changed')).code).toBe(0)
  })

  test('a manifest that changes otherwise is no finding', async () => {
    const agent = `touch done; echo '{ "name": "y", "version": "1.0.0", "scripts": {} }' > package.json`
    expect((await run(fastProject(files), agent)).code).toBe(0)
  })
})

describe('the state of loops is written nowhere else', () => {
  const FOREIGN = '{ "packages": ["of somebody else"] }'
  const run = ['run', TASK, ...OWN]
  const outside = (here: Project): string => {
    const folder = join(here.path, '..', 'victim')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'registry.json'), FOREIGN)
    return folder
  }

  test.each([[['status']], [['list']], [run], [['start', TASK, ...OWN]], [[...run, '--trust-config']]])(
    'state-dir in the configuration that leads outside: %j is refused, with and without trust',
    async args => {
      const here = clone({ 'state-dir': '../victim' })
      const folder = outside(here)
      const end = await here.cli(args)
      expect(end.code).toBe(2)
      expect(end.err).toContain(`${CONFIG}: "state-dir" leads outside the project: "../victim".`)
      expect(readdirSync(folder)).toEqual(['registry.json'])
    },
  )

  test('a person may name such a folder; a foreign registry.json is never overwritten', async () => {
    const here = clone({ 'state-dir': '../victim' })
    const folder = outside(here)
    const end = await here.cli([...run, '--state-dir', '../victim'])
    expect(end.code).toBe(2)
    expect(end.err).toContain('registry.json was not written by agent-loop')
    expect(readFileSync(join(folder, 'registry.json'), 'utf8')).toBe(FOREIGN)
    rmSync(join(folder, 'registry.json'))
    expect((await here.cli([...run, '--state-dir', '../victim'])).code).toBe(0)
    again(here)
    expect((await here.cli([...run, '--state-dir', '../victim'])).code).toBe(0)
  })

  test.each(sampled(['.aiwg', '.aiwg/ralph/loops', '.aiwg/ralph', '.aiwg/ralph/reflections']))(
    '%s is a link outwards: refused, nothing is written',
    async link => {
      const here = fastProject({}, { git: true })
      const folder = outside(here)
      mkdirSync(dirname(join(here.path, link)), { recursive: true })
      symlinkSync(folder, join(here.path, link))
      for (const args of [run, ['start', TASK, ...OWN], [...run, '--worktree'], ['adopt', TASK, '-c', DONE]]) {
        const end = await here.cli(args)
        expect([args[0], end.code]).toEqual([args[0], 2])
        expect(end.err).toContain(`${join(here.path, link)} is a link that leads out of the project`)
      }
      expect(readdirSync(folder)).toEqual(['registry.json'])
    },
  )

  test('a link that an agent sets in a turn is not followed', async () => {
    const here = fastProject()
    const folder = outside(here)
    const agent = `touch done; rm -r .aiwg; ln -s ${folder} .aiwg`
    const end = await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', agent])
    expect(end.code).toBe(0)
    expect(end.out + end.err).toContain('is a link that leads out of the project')
    expect(readdirSync(folder)).toEqual(['registry.json'])
  })

  test('a named pipe in the place of package.json makes no command hang', async () => {
    const here = fastProject({ 'a.txt': '' })
    execFileSync('mkfifo', [join(here.path, 'package.json')])
    expect((await here.cli(['criteria', 'npm test passes'])).code).not.toBeNull()
    expect((await here.cli(['verify', 'test -f a.txt'])).code).toBe(0)
    expect((await here.cli(['run', 'make the file', '-c', DONE, '--agent-cmd', 'touch done'])).code).toBe(0)
  })

  test('a registry that a power cut tore is replaced', async () => {
    const here = fastProject()
    expect((await here.cli(run)).code).toBe(0)
    here.write('.aiwg/ralph/registry.json', '{ "version": "2.')
    again(here)
    expect((await here.cli(run)).code).toBe(0)
    expect(JSON.parse(here.read('.aiwg/ralph/registry.json'))).toMatchObject({ version: '2.0.0' })
  })
})

describe('a state home that others can change is refused', () => {
  const home = (here: Project, mode: number): string => {
    const folder = join(here.path, '..', 'state')
    mkdirSync(folder)
    chmodSync(folder, mode)
    symlinkSync(folder, join(here.home, 'link'))
    return folder
  }
  const every = [['status'], ['run', TASK, ...OWN], ['start', TASK, ...OWN], ['doctor'], ['reflections']]

  test('a link to a world-writable folder: one line, and what to do', async () => {
    const here = fastProject()
    const folder = home(here, 0o777)
    for (const args of every) {
      const end = await here.cli(args, { env: { XDG_STATE_HOME: join(here.home, 'link') } })
      expect([args, end.code]).toEqual([args, 4])
      expect(end.err).toContain(`is not private: ${folder} can be changed by every user.`)
      expect(end.err).toContain(`chmod go-w '${folder}'`)
    }
    expect(readdirSync(folder)).toEqual([])
    chmodSync(folder, 0o755)
    const end = await here.cli(['run', TASK, ...OWN], { env: { XDG_STATE_HOME: join(here.home, 'link') } })
    expect(end.code).toBe(0)
  })

  test.runIf(process.geteuid?.() === 0)('a folder of another user', async () => {
    const here = fastProject()
    const folder = home(here, 0o755)
    chownSync(folder, 12_345, 12_345)
    const end = await here.cli(['run', TASK, ...OWN], { env: { XDG_STATE_HOME: folder } })
    expect(end.code).toBe(4)
    expect(end.err).toContain(`${folder} belongs to another user (id 12345).`)
  })
})

const findingsIn = (events: readonly Json[]): readonly Json[] =>
  events.flatMap(event => (event['kind'] === 'finding' ? [event['finding'] as Json] : []))
