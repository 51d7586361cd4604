import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'
import { DONE } from '../rig/project.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')
const blocked = (words: string): string => `${process.execPath} ${CLI} blocked ${words}`
const ID = 'ralph-x-00000000'
const suite = {
  'package.json': JSON.stringify({ name: 'x', scripts: { test: 'node --test' } }),
  'a.test.mjs': `import { existsSync } from 'node:fs'
import { test } from 'node:test'
import assert from 'node:assert'
test('adds', () => assert.ok(existsSync('adds')))
test('contradicts', () => assert.ok(false))
`,
}

describe('an agent that cannot go on says so', () => {
  test('a command agent: the loop ends as blocked, exit 6, and a hand-off is left', async () => {
    const { cli, read } = project()
    const end = await cli([
      'run',
      'make it',
      '-c',
      DONE,
      '--loop-id',
      ID,
      '--agent-cmd',
      blocked('--reason "the key is missing"'),
    ])
    expect(end.code).toBe(6)
    expect(end.out).toContain(`Recorded for ${ID}`)
    expect(end.out).toContain('✗ blocked after 1 turn: the agent is blocked: the key is missing')
    const handOff = `.aiwg/ralph/loops/${ID}/hand-off.md`
    expect(end.out).toContain(handOff)
    expect(read(handOff)).toContain('# Hand-off: make it')
    expect(read(handOff)).toContain('- the key is missing')
    expect(read(handOff)).toContain('verify.log')
  })

  test('pipes in place of files keep no loop waiting: in the inbox, as a log, in the state view, as a file of the criterion', async () => {
    const { cli, path } = project()
    const agent =
      'mkdir -p "$AGENT_LOOP_INBOX"; mkfifo "$AGENT_LOOP_INBOX/1.json" "$AGENT_LOOP_INBOX/../verify.log" notes.md; touch done'
    const run = ['run', 'make it', '-c', 'notes.md contains "x"', '--agent-cmd', agent, '--max-iterations', '1']
    expect((await cli([...run, '--json'])).events.at(-1)).toMatchObject({ status: 'limit_reached' })
    const registry = join(path, '.aiwg/ralph/registry.json')
    rmSync(registry)
    execFileSync('mkfifo', [registry])
    expect((await cli([...run, '--json'])).events.at(-1)).toMatchObject({ status: 'limit_reached' })
  })

  test('a scripted agent: status blocked, reason agent', async () => {
    const { cli, write } = project()
    write('turns.yaml', `turns:\n  - - run: ${JSON.stringify(blocked('--reason "no network"'))}\n`)
    const end = await cli(['run', 'make it', '-c', DONE, '--agent', 'script:turns.yaml', '--json'])
    expect(end.events.at(-1)).toMatchObject({ status: 'blocked', reason: 'agent', exit_code: 6, iterations: 1 })
    expect(end.events.find(({ kind }) => kind === 'turn-end')).toMatchObject({
      blocked: [{ reason: 'no network', test: null }],
    })
  })

  test('with --test the loop goes on with the rest, and ends when only disputed tests fail', async () => {
    const { cli, write, read } = project(suite)
    const dispute = blocked('--test contradicts --reason "it contradicts the task"')
    write('turns.yaml', `turns:\n  - - run: ${JSON.stringify(dispute)}\n  - - write: { file: adds, text: "" }\n`)
    const end = await cli([
      'run',
      'make it add',
      '-c',
      'npm test',
      '--agent',
      'script:turns.yaml',
      '--loop-id',
      ID,
      '--json',
    ])
    expect(end.events.at(-1)).toMatchObject({ status: 'blocked', reason: 'needs_waiver', exit_code: 6, iterations: 2 })
    const handOff = read(`.aiwg/ralph/loops/${ID}/hand-off.md`)
    expect(handOff).toContain('- `contradicts`: it contradicts the task')
    expect(handOff).toContain('- `a.test.mjs::contradicts`')
    expect(handOff).toContain('fixed a.test.mjs::adds')
  })

  test('verified beats blocked in the same turn', async () => {
    const { cli, path } = project()
    const agent = `touch done; ${blocked('--reason "I am not sure"')}`
    const end = await cli(['run', 'make it', '-c', DONE, '--agent-cmd', agent, '--loop-id', ID])
    expect(end.code).toBe(0)
    expect(existsSync(join(path, `.aiwg/ralph/loops/${ID}/hand-off.md`))).toBe(false)
  })
})

describe('the command itself', () => {
  test('outside a turn: one line and what to do, exit 2', async () => {
    const { cli, home } = project()
    const end = await cli(['blocked', '--reason', 'x'])
    expect(end.code).toBe(2)
    expect(end.err).toBe(
      'agent-loop: This is not inside a turn of a loop.\nOnly the agent of a loop can report that it is blocked.\n',
    )
    expect(readdirSync(home)).toEqual([])
  })

  test.each([[[]], [['--reason', ' ']], [['no key', '--reason', 'x']], [['--why', 'x']]])(
    'without a reason, or with more than it takes: exit 2 (%j)',
    async args => {
      const { cli, path } = project()
      const env = { AGENT_LOOP_ID: ID, AGENT_LOOP_INBOX: join(path, 'inbox') }
      const end = await cli(['blocked', ...args], { env })
      expect(end.code).toBe(2)
      expect(existsSync(join(path, 'inbox'))).toBe(false)
    },
  )

  test('--json, and two at once are two', async () => {
    const { cli, path } = project()
    const env = { AGENT_LOOP_ID: ID, AGENT_LOOP_INBOX: join(path, 'inbox') }
    const say = (reason: string) => cli(['blocked', '--test', 'a', '--reason', reason, '--json'], { env })
    const [first] = await Promise.all([say('one'), say('two')])
    expect(first?.events).toMatchObject([{ loop_id: ID, test: 'a', reason: 'one' }])
    expect(readdirSync(join(path, 'inbox'))).toHaveLength(2)
  })
})
