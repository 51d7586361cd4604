import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dayOf } from '../../src/store/spending/spending.ts'
import { project } from '../rig/in-process.ts'

const TURNS = `turns:
  - - usage: { tokens: 1000, usd: 0.3 }
    - claim: false
  - - write: { file: work.txt, text: finished }
    - usage: { tokens: 500, usd: 0.2 }
`
const run = (...more: readonly string[]): readonly string[] => [
  ...[
    'run',
    'finish the work',
    '-c',
    'grep -q finished work.txt',
    '--proof',
    'fast',
    '--agent',
    'script:turns.yaml',
    ...more,
  ],
]

test('a result whose cost nobody reported has no price', async () => {
  const files = project({ 'work.txt': 'open\n' }, { git: true })
  const finish = ['run', 'finish it', '-c', 'grep -q finished work.txt', '--agent-cmd', 'echo finished > work.txt']
  expect((await files.cli([...finish, '--proof', 'fast'])).code).toBe(0)
  const { events } = await files.cli(['history', '--json'])
  expect(events[0]).toMatchObject({ total: { verified: 1, usd: 0, loops_without_cost: 1, usd_per_verified: null } })
  expect((await files.cli(['history'])).out).toMatch(/^all .* unknown +unknown +unknown$/m)
})

test('history has figures over all projects, and the index can be lost', async () => {
  const files = project({ 'work.txt': 'open\n', 'turns.yaml': TURNS }, { git: true })
  const state = join(files.home, '.local/state/agent-loop')
  expect((await files.cli(['history'])).out).toContain('No loop ended in this time.')
  expect((await files.cli(run())).code).toBe(0)
  files.write('work.txt', 'open\n')
  const silent = ['run', 'finish it', '-c', 'grep -q finished work.txt', '--agent-cmd', 'true', '--max-iterations', '1']
  expect((await files.cli(silent)).code).toBe(1)
  const { events, out } = await files.cli(['history', '--json'])
  expect(events[0]).toMatchObject({
    total: { loops: 2, verified: 1, verified_share: 0.5, median_turns: 1.5, tokens: 1500, loops_without_cost: 1 },
    by_project: [{ name: 'project', directory: files.path, loops: 2 }],
    by_agent: [
      { name: 'script:turns.yaml', loops: 1, verified: 1, usd: 0.5, usd_per_verified: 0.5, loops_without_cost: 0 },
      { name: 'true', loops: 1, verified: 0, usd_per_verified: null, loops_without_cost: 1 },
    ],
    by_model: [{ name: null, loops: 2 }],
    by_kind: [{ name: null, loops: 2 }],
    today: { usd: 0.5, turns_without_cost: 1 },
  })
  const text = (await files.cli(['history'])).out
  expect(text).toMatch(/^ {2}true +1 +0 \(0%\) +1 .* unknown +unknown +–$/m)
  expect(text).toMatch(/^all +2 +1 \(50%\) .* ≥ \$0\.50 +≥ \$0\.50$/m)
  expect(text).toContain('today: $0.50 over all loops, and 1 turn that did not report the cost')
  // What the index does not have is read from the loops themselves, once.
  rmSync(join(state, 'history.jsonl'))
  const figures = (printed: string): unknown => ({ ...JSON.parse(printed), since: null })
  expect(figures((await files.cli(['history', '--json'])).out)).toEqual(figures(out))
  expect(readFileSync(join(state, 'history.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(2)
  appendFileSync(join(state, 'history.jsonl'), 'damaged\n{"loop":"of-nobody"}\n')
  expect(figures((await files.cli(['history', '--json'])).out)).toEqual(figures(out))
  for (const args of [
    ['history', 'x'],
    ['history', '--since', '30'],
    ['history', '--since', '99999999999999d'],
  ])
    expect((await files.cli(args)).code).toBe(2)
})

test('--max-cost-per-day counts all loops of the day, ends a loop with exit 1, and never takes an unknown cost for 0', async () => {
  const files = project({ 'work.txt': 'open\n', 'turns.yaml': TURNS.replace('usd: 0.2', 'usd: 0.3') }, { git: true })
  const spending = join(files.home, '.local/state/agent-loop/spending')
  mkdirSync(spending, { recursive: true, mode: 0o700 })
  // Another loop of this machine spent something today, and of one turn nobody knows what it cost.
  const today = join(spending, `${dayOf(new Date())}.jsonl`)
  writeFileSync(today, '{"at":"x","loop":"other","usd":4.5}\n{"at":"x","loop":"other","usd":null}\n')
  const limited = await files.cli(run('--max-cost-per-day', '4.80', '--json'))
  expect(limited.code).toBe(1)
  expect(limited.events.at(-1)).toMatchObject({
    status: 'limit_reached',
    iterations: 1,
    outcome: { limit: 'cost_per_day' },
    message: expect.stringContaining(
      'daily cost limit reached: all loops together spent $4.80 of $4.80 today, and 1 turn did not report the cost',
    ),
  })
  expect(limited.err).toContain('1 turn of today did not report the cost')
  // The next loop does not even take its first turn.
  const next = await files.cli(run('--max-cost-per-day', '4.80'))
  expect([next.code, next.out]).toEqual([1, expect.stringContaining('limit reached after 0 turns: daily cost limit')])
  expect(next.out).toMatch(
    /tomorrow: agent-loop resume \S+\n.*today: agent-loop resume \S+ --max-cost-per-day 9\.6 -y\n/,
  )
  // An agent that reports no cost cannot be limited, wherever the limit comes from.
  const settings = join(files.home, '.config/agent-loop')
  mkdirSync(settings, { recursive: true })
  writeFileSync(join(settings, 'config.json'), '{"max-cost-per-day": 100}')
  const silent = ['run', 'x', '-c', 'grep -q finished work.txt', '--agent-cmd', 'echo finished > work.txt']
  const refused = await files.cli(silent)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--max-cost-per-day none')])
  expect((await files.cli([...silent, '--max-cost-per-day', 'none', '--proof', 'fast'])).code).toBe(0)
  writeFileSync(join(settings, 'config.json'), '{"completion": "true"}')
  expect((await files.cli(run())).err).toContain('cannot contain "completion"')
})
