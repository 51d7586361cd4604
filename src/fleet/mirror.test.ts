import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { layoutOf, loopPaths } from '../store/layout.ts'
import type { Database } from './database.ts'
import { openMirror } from './mirror.ts'

const ID = 'ralph-fix-it-0123abcd'
const OUTSIDE = '../../../../../../outside'

test('rows of the database choose no path here and send nothing to the terminal', async () => {
  const home = mkdtempSync(join(tmpdir(), 'agent-loop-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const row = {
    ...{ id: ID, state: 'running', entry: null, worker: 'w\u001b[2J', trouble: 'x\u001b]0;y\u0007', status: 'running' },
    ...{ task: 'fix \u001b[2Jit', turns: 3, submitted: new Date(0), labels: [], needs: [], stamp: '1', receipt: null },
  }
  const entry = { loop_id: OUTSIDE, task: 'a\u001b[2J', status: 'no such status' }
  const line = JSON.stringify({ kind: 'loop-start', loop: ID, spec: { id: ID, nonce: '' } })
  const logs = ['agent.log', `${OUTSIDE}/.profile`].map(name => ({ turn: 1, name, part: 0, bytes: Buffer.from('x') }))
  const query = async (text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> => {
    if (text.includes('agent_loop.logs')) {
      const names = values.find(Array.isArray) as readonly string[] | undefined
      return { rows: names === undefined ? logs : logs.filter(({ name }) => names.includes(name)) }
    }
    if (text.includes('agent_loop.events')) return { rows: [{ line }] }
    return { rows: [row, { ...row, id: OUTSIDE }, { ...row, id: `${ID.slice(0, -1)}0`, state: 'ended', entry }] }
  }
  const database = { query, url: '', close: async () => {} } as unknown as Database
  const asked = { env: { HOME: home, XDG_STATE_HOME: join(home, 'state') }, named: null, reads: 'journals', recent: 20 }
  const mirror = await openMirror(database, asked as Parameters<typeof openMirror>[1])
  const layout = layoutOf(mirror.env, mirror.cwd, null)
  const shown = readFileSync(layout.registry, 'utf8')
  const files = readdirSync(home, { recursive: true }).map(String)
  await mirror.close()

  expect(JSON.parse(shown)).toMatchObject({
    active_loops: [{ loop_id: ID, task: 'fix it', fleet: { worker: 'w' }, missing: 'x' }],
    recent_loops: [{ task: 'fix it', status: 'aborted' }],
  })
  expect(shown).not.toContain('\\u001b')
  expect(files.filter(name => name.includes('outside') || name.endsWith('.profile'))).toEqual([])
  expect(files.filter(name => name.endsWith('.log')).length).toBeGreaterThan(0)
  // A journal whose mark would fit other processes is not used.
  expect(files.filter(name => name.endsWith('events.jsonl'))).toEqual([])
  expect(loopPaths(layout, ID).journal).toContain(home)
})
