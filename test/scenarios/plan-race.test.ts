import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installed, speaks } from '../rig/installed-agents.ts'
import { project } from '../rig/project.ts'

const PRICE = `import assert from 'node:assert'
import test from 'node:test'
import { price } from './price.js'

test('price', () => {
  assert.equal(price(2), 200)
})
`
const HONEST = "echo 'export const price = n => n * 100' > price.js"
const CHEAT = "sed -i 's/200/2/' price.test.js"
const FILES = {
  'package.json': '{"type":"module"}\n',
  'price.js': 'export const price = n => n\n',
  'price.test.js': PRICE,
  'plan.yaml': `gate: test -f package.json
tasks:
  - { id: price, task: fix the price, until: node --test price.test.js, race: [claude, codex] }
  - { id: notes, task: write notes.txt, until: test -f notes.txt }
`,
}

interface Row {
  readonly id: string
  readonly status: string
  readonly loop: string
  readonly lost: readonly string[]
}

test('raced tasks: the fastest agent cheats, the first honest one is merged, and the others stop and are kept', async () => {
  const here = project(FILES, { git: true })
  const options = installed(here, { claude: speaks('claude', CHEAT), codex: speaks('codex', `sleep 1; ${HONEST}`) })
  const slow = 'touch notes.txt; echo $$ > "$HOME/pid"; exec sleep 1000'
  const flags = ['--race-cmd', slow, '--race-cmd', 'sleep 1; touch notes.txt', '-y', '--json']
  const end = await here.cli(['plan', 'run', 'plan.yaml', '--jobs', '2', '--max-iterations', '1', ...flags], options)
  const rows = (end.events.at(-1)?.['tasks'] ?? []) as readonly Row[]
  expect([end.code, rows.map(({ id, status }) => `${id} ${status}`), end.err]).toEqual([
    0,
    ['price done', 'notes done'],
    expect.anything(),
  ])
  const statusOf = async (loop = ''): Promise<unknown> =>
    (await here.cli(['status', loop, '--json'])).events.flatMap(event => event['status'] ?? event['loops'] ?? [])
  const [price, notes] = rows
  expect(here.read('price.test.js')).toBe(PRICE)
  expect(JSON.stringify(await statusOf(price?.lost[0]))).toContain('tampered')
  expect(JSON.stringify(await statusOf(notes?.lost[0]))).toContain('aborted')
  // The agent that lost was stopped while it slept.
  expect(() => process.kill(Number(here.read(join(here.home, 'pid'))), 0)).toThrow('ESRCH')
  const worktrees = join(here.home, '.local/state/agent-loop-worktrees')
  for (const { loop, lost } of rows) {
    expect(lost).toHaveLength(1)
    expect([existsSync(join(worktrees, lost[0] ?? '')), existsSync(join(worktrees, loop))]).toEqual([true, false])
  }
  expect(here.git('log', '--format=%s').trim().split('\n')).toHaveLength(3)
  const refused = await here.cli(['plan', 'run', 'plan.yaml', '--race-cmd', 'true', '--agent-cmd', 'true'])
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--race-cmd')])
  const alone = await here.cli(['plan', 'run', 'plan.yaml', '--race-cmd', 'true'])
  expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('A race needs 2 to 8 agents')])
}, 600_000)
