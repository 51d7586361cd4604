import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'
import { DONE, type Ended, type Json } from '../rig/project.ts'

const TASK = 'make the file'
const IDLE = '  - - claim: false'
const WORK = '  - - write: { file: done, text: "" }'

const turns = (...lines: readonly string[]): string => `turns:\n${lines.join('\n')}\n`
const loopWith = (...flags: readonly string[]): string[] => ['run', TASK, '-c', DONE, '--json', ...flags]
const scripted = (...flags: readonly string[]): string[] => loopWith('--agent', 'script:turns.yaml', ...flags)
const kinds = ({ events }: Ended, kind: string): Json[] => events.filter(event => event['kind'] === kind)
const field = (end: Ended, kind: string, name: string): unknown[] => kinds(end, kind).map(event => event[name])

describe('one conversation or many', () => {
  const script = turns('  - [session: first, claim: false]', IDLE, IDLE)

  test('continue hands the conversation on, and begins a fresh one after a standstill', async () => {
    const { cli } = project({ 'turns.yaml': script })
    const end = await cli(scripted('--strategy', 'continue'))
    expect(field(end, 'turn-end', 'session')).toEqual(['first', 'first', 'first', 'first', null, null])
  })

  test('ralph begins every turn afresh', async () => {
    const { cli } = project({ 'turns.yaml': script })
    const end = await cli(scripted('--max-iterations', '3'))
    expect(field(end, 'turn-end', 'session')).toEqual(['first', null, null])
  })
})

describe('a standstill', () => {
  test('the same is missing six times: stuck, exit 6, and the agent was told before', async () => {
    const { cli, home } = project({ 'turns.yaml': turns('  - [run: cat >> "$HOME/prompts", claim: false]') })
    const end = await cli(scripted())
    expect(end.code).toBe(6)
    expect(readFileSync(join(home, 'prompts'), 'utf8')).toContain('The same failures remain after 3 turns.')
    expect(end.events.at(-1)).toMatchObject({ status: 'stuck', reason: 'repeating', iterations: 6 })
  })

  test('A-B-A-B is no progress either: stuck, oscillating', async () => {
    const { cli } = project({
      'check.sh': 'if [ -f a ]; then echo "left is missing"; else echo "right is missing"; fi; exit 1',
    })
    const toggle = 'if [ -f a ]; then rm a; else touch a; fi'
    const end = await cli(['run', TASK, '-c', 'bash check.sh', '--agent-cmd', toggle, '--json'])
    expect(end.code).toBe(6)
    expect(end.events.at(-1)).toMatchObject({ status: 'stuck', reason: 'oscillating' })
  })

  test('the next agent takes over', async () => {
    const { cli } = project({ 'idle.yaml': turns(IDLE), 'works.yaml': turns(WORK) })
    const end = await cli(loopWith('--agent', 'script:idle.yaml,script:works.yaml'))
    expect(end.code).toBe(0)
    const [last, ...before] = field(end, 'turn-end', 'agent').reverse()
    expect(last).toBe('script:works.yaml')
    expect(new Set(before)).toEqual(new Set(['script:idle.yaml']))
  })

  test('a conversation is never handed to another agent', async () => {
    const { cli } = project({
      'check.sh': 'echo "$(cat step 2>/dev/null) steps were made"; exit 1',
      'first.yaml': turns('  - [session: of the first, claim: false]', IDLE),
      'second.yaml': turns('  - [session: of the second, run: echo one > step, claim: false]'),
    })
    const agents = ['--agent', 'script:first.yaml,script:second.yaml', '--strategy', 'continue']
    const end = await cli(['run', TASK, '-c', 'bash check.sh', ...agents, '--max-iterations', '7', '--json'])
    expect(field(end, 'turn-end', 'session').slice(-2)).toEqual(['of the second', null])
    expect(field(end, 'turn-end', 'agent').at(-1)).toBe('script:first.yaml')
  })
})

describe('--check on-claim', () => {
  test('nothing is checked until the agent says that it is done', async () => {
    const { cli } = project({ 'turns.yaml': turns('  - [write: { file: done, text: "" }, claim: false]', '  - []') })
    const end = await cli(scripted('--check', 'on-claim'))
    expect(end.code).toBe(0)
    expect(kinds(end, 'check-end')).toMatchObject([
      { verdict: 'not_yet', evidence: [] },
      { verdict: 'verified', iteration: 2 },
    ])
  })

  test('the last turn is checked, claim or no claim', async () => {
    const { cli } = project({ 'turns.yaml': turns('  - [write: { file: done, text: "" }, claim: false]') })
    expect((await cli(scripted('--check', 'on-claim', '--max-iterations', '1'))).code).toBe(0)
  })

  test('turns that change files and claim nothing are no standstill', async () => {
    const { cli } = project({ 'turns.yaml': turns('  - [run: echo x >> work, claim: false]') })
    const end = await cli(scripted('--check', 'on-claim', '--max-iterations', '14'))
    expect(end.events.at(-1)).toMatchObject({ status: 'limit_reached', iterations: 14 })
  })
})

describe('what a loop may use', () => {
  test.each([
    ['--max-tokens', '100'],
    ['--max-cost', '1.50'],
  ])('%s is refused for an agent that tells no usage: exit 2, and no loop is begun', async (flag, value) => {
    const { cli } = project()
    const end = await cli(loopWith('--agent-cmd', 'touch done', flag, value))
    expect(end.code).toBe(2)
    expect((await cli(['status', '--all', '--json'])).events[0]?.['loops']).toEqual([])
  })

  test.each([
    ['--max-tokens', '100', '{ tokens: 60 }', 'tokens'],
    ['--max-cost', '1', '{ usd: 0.6 }', 'cost'],
  ])('%s ends a loop whose agent tells it, after the turn that passed it', async (flag, value, usage, limit) => {
    const { cli } = project({ 'turns.yaml': turns(`  - [usage: ${usage}, claim: false]`) })
    const end = await cli(scripted(flag, value))
    expect(end.code).toBe(1)
    expect(end.events.at(-1)).toMatchObject({ status: 'limit_reached', iterations: 2, outcome: { limit } })
  })

  test('a turn that does not say what it cost is the last one', async () => {
    const { cli } = project({ 'turns.yaml': turns('  - [usage: { usd: 0.1 }, claim: false]', IDLE) })
    const end = await cli(scripted('--max-cost', '1'))
    expect(end.events.at(-1)).toMatchObject({ status: 'limit_reached', iterations: 2, outcome: { limit: 'cost' } })
  })
})

describe('a rate limit', () => {
  test('is waited for, and costs no iteration', async () => {
    const { cli, home } = project({ 'turns.yaml': turns('  - [rate_limit: 300ms, write: { file: done, text: "" }]') })
    const end = await cli(scripted('--max-iterations', '1', '--post-iteration', 'cat >> "$HOME/told"'))
    expect(end.code).toBe(0)
    expect(kinds(end, 'wait')).toMatchObject([{ iteration: 1, wait_ms: 300 }])
    expect(end.events.at(-1)).toMatchObject({ iterations: 1 })
    expect(linesOf(home, 'told')).toHaveLength(1)
  })

  test('that lasts longer than --max-wait pauses the loop: exit 9', async () => {
    const { cli } = project({ 'turns.yaml': turns('  - [rate_limit: 10m]') })
    const end = await cli(scripted('--max-wait', '1s'))
    expect(end.code).toBe(9)
    expect(end.events.at(-1)).toMatchObject({ status: 'paused', exit_code: 9 })
  })
})

describe('hooks', () => {
  test('post-iteration gets the verdict of every turn', async () => {
    const { cli, home } = project({ 'turns.yaml': turns(IDLE, WORK) })
    const end = await cli(scripted('--post-iteration', 'cat >> "$HOME/told"'))
    const loop = end.events.at(-1)?.['loop']
    expect(linesOf(home, 'told')).toMatchObject([
      { loop, iteration: 1, verdict: 'not_yet', ended: null },
      { loop, iteration: 2, verdict: 'verified', missing: null, ended: { status: 'verified', exit_code: 0 } },
    ])
  })

  test('on-verified runs once when the work is verified, and never when it is not', async () => {
    const { cli, home } = project({ 'turns.yaml': turns(IDLE, WORK), 'idle.yaml': turns(IDLE) })
    const hook = ['--on-verified', 'cat >> "$HOME/told"']
    const idle = await cli(loopWith('--agent', 'script:idle.yaml', '--max-iterations', '2', ...hook))
    expect(idle.code).toBe(1)
    expect(existsSync(join(home, 'told'))).toBe(false)
    expect((await cli(scripted(...hook))).code).toBe(0)
    expect(linesOf(home, 'told')).toMatchObject([{ verdict: 'verified' }])
  })

  test('a loop that is green from the start is verified too', async () => {
    const { cli, home } = project({ done: '' })
    const [run, , ...rest] = loopWith('--agent-cmd', 'true', '--on-verified', 'cat >> "$HOME/told"')
    expect((await cli([String(run), `make \`${DONE}\` pass`, ...rest])).code).toBe(0)
    expect(linesOf(home, 'told')).toMatchObject([{ iteration: 0, verdict: 'verified' }])
  })

  test('a hook that fails is said, and changes nothing', async () => {
    const { cli } = project()
    const end = await cli(
      loopWith('--agent-cmd', 'touch done', '--on-verified', 'exit 3', '--post-iteration', 'exit 4'),
    )
    expect(end.code).toBe(0)
    expect(end.err).toContain('the on-verified hook failed (exit code 3)')
    expect(end.err).toContain('the post-iteration hook failed (exit code 4)')
  })
})

test('a turn that ends in a question claims nothing, and the next is told to go on', async () => {
  const { cli, home } = project({
    'turns.yaml': turns('  - [ask: "Shall I make the file?"]', '  - [run: cat > "$HOME/prompt", run: touch done]'),
  })
  const end = await cli(scripted())
  expect(kinds(end, 'turn-end')[0]).toMatchObject({ ended: 'asks', claims_done: false })
  expect(readFileSync(join(home, 'prompt'), 'utf8')).toContain('Nobody can answer: decide yourself and continue.')
})

describe('self-verifying', () => {
  const JUDGE =
    'cat >> "$HOME/asked"; echo >> "$HOME/asked"; if [ -f "$HOME/once" ]; then echo \'{"verdict":"yes"}\'; else touch "$HOME/once"; echo \'{"verdict":"no","reason":"the file is empty"}\'; fi'
  const AGENT = ['--agent-cmd', 'cat >> "$HOME/prompts"; echo x >> done', '--strategy', 'self-verifying']

  test('the judge takes a green check back, the agent is told, and it is asked again', async () => {
    const { cli, home } = project()
    const end = await cli(loopWith(...AGENT, '--judge-cmd', JUDGE))
    expect(end.code).toBe(0)
    expect(field(end, 'check-end', 'verdict')).toEqual(['not_yet', 'verified'])
    expect(readFileSync(join(home, 'prompts'), 'utf8')).toContain('The judge objects: the file is empty')
    const [first] = linesOf(home, 'asked')
    expect(first).toMatchObject({ criteria: [TASK, expect.any(String)] })
    expect(JSON.stringify(first)).toContain('+x')
  })

  test('a judge that cannot answer has not agreed: exit 4', async () => {
    const { cli } = project()
    const end = await cli(loopWith(...AGENT, '--judge-cmd', 'echo certainly'))
    expect(end.code).toBe(4)
    expect(end.events.at(-1)).toMatchObject({ status: 'gate_broken' })
  })

  test('without a judge no loop is begun: exit 2', async () => {
    const { cli } = project()
    expect((await cli(loopWith(...AGENT))).code).toBe(2)
    expect((await cli(['status', '--all', '--json'])).events[0]?.['loops']).toEqual([])
  })
})

describe('the configuration says what done means', () => {
  const config = (value: unknown): Record<string, string> => ({ 'agent-loop.config.json': JSON.stringify(value) })
  const run = ['run', TASK, '--agent-cmd', 'touch done', '--trust-config', '--json']

  test('a list of features', async () => {
    const { cli } = project({
      ...config({ check: { kind: 'feature_list' } }),
      'feature_list.json': '[{"name": "the file", "verify": "test -f done", "passes": false}]',
    })
    const mark = `touch done; echo '[{"name": "the file", "verify": "test -f done", "passes": true}]' > feature_list.json`
    const end = await cli(['run', TASK, '--agent-cmd', mark, '--trust-config', '--json'])
    expect(end.code).toBe(0)
    expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 1 })
  })

  test('a test suite; the criterion of the command line stands above it', async () => {
    const suite = config({ check: { kind: 'test_suite', command: 'test -f other' } })
    expect((await project(suite).cli([...run, '--max-iterations', '1'])).code).toBe(1)
    expect((await project(suite).cli([...run, '-c', DONE])).code).toBe(0)
  })

  test("the agent's word, by choice: claimed, exit 0", async () => {
    const { cli } = project(config({ check: { kind: 'always' } }))
    const end = await cli(run)
    expect(end.code).toBe(0)
    expect(end.events.at(-1)).toMatchObject({ status: 'claimed' })
  })

  test.each([
    [{ check: { kind: 'test-suite' } }, 'agent-loop.config.json: check.kind must be one of feature_list, test_suite'],
    [{ check: { kind: 'test_suite' } }, 'agent-loop.config.json: check.command must be a string'],
    [{ gate: { frei: [] } }, 'agent-loop.config.json: gate has an unknown part "frei"'],
    [{ check: { kind: 'always' }, completion: DONE }, 'has both a completion and a check'],
  ])('%j is refused in one line: exit 2', async (value, says) => {
    const { cli } = project(config(value))
    const end = await cli(run)
    expect(end.code).toBe(2)
    expect(end.events[0]?.['error']).toMatchObject({ message: expect.stringContaining(says) })
  })

  test('what may change, from both sides', async () => {
    const { cli } = project(config({ gate: { free: ['snap/**'] } }))
    const end = await cli([...run, '-c', DONE, '--may-change', 'test/a', '--may-change', 'test/b'])
    expect(end.events[0]?.['spec']).toMatchObject({ mayChange: ['test/a', 'test/b'], free: ['snap/**'] })
  })
})

test.skipIf(!existsSync('/usr/bin/bwrap'))('--sandbox: the agent writes into the tree and nowhere else', async () => {
  const { cli, home } = project()
  const end = await cli(loopWith('--sandbox', '--agent-cmd', 'touch "$HOME/outside"; touch done'))
  expect(end.code).toBe(0)
  expect(existsSync(join(home, 'outside'))).toBe(false)
})

const linesOf = (home: string, file: string): unknown[] =>
  readFileSync(join(home, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as unknown)
