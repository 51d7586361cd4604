import { expect, test } from 'vitest'
import { specWith, turnThat } from '../../test/rig/loop-parts.ts'
import { PowerCutDisk } from '../../test/rig/power-cut-disk.ts'
import { apply } from '../loop/apply.ts'
import type { CheckFacts, LoopEvent } from '../loop/events.ts'
import { checkpointFile, layoutFor, loopPaths } from './layout.ts'
import { progressMarkdown } from './progress.ts'
import { openStore } from './store.ts'

const spec = { ...specWith(), task: 'fix `a` and ``b`` *now*\nand more' }
const layout = layoutFor('/home', '/tree', '/tree/view')
const paths = loopPaths(layout, spec.id)
const common = { loop: spec.id, at: spec.startedAt }
const facts: CheckFacts = {
  verdict: 'not_yet',
  missing: 'a `test` fails',
  evidence: [],
  missing_key: 'k',
  findings: [],
  proof: null,
  duration_ms: 1,
}

const turn = (iteration: number): LoopEvent[] => {
  const { ended, answer, exitCode, error, durationMs } = turnThat('claims-done')
  const told = { agent: 'agent', ended, answer, exit_code: exitCode, error, duration_ms: durationMs, claims_done: true }
  const rest = { tree: 't', tree_changed: true, session: null, usage: null, retry_after_ms: null, tools: [] }
  return [
    { kind: 'turn-start', ...common, iteration },
    { kind: 'turn-end', ...common, iteration, ...told, ...rest, blocked: [{ reason: 'it contradicts', test: 'x' }] },
    { kind: 'check-end', ...common, iteration, ...facts },
  ]
}

async function lived() {
  const disk = new PowerCutDisk()
  const said: string[] = []
  const self = { pid: 1, started: 's', boot: 'b' }
  const warn = (message: string): void => void said.push(message)
  const store = openStore(layout, { disk, viewDisk: disk, self, warn, onViewTrouble: warn })
  const loop = await store.create(spec)
  let { state } = loop
  const events: LoopEvent[] = [
    { kind: 'baseline-end', ...common, ...facts, tree: 't', sealed: null },
    ...turn(1),
    ...turn(2),
  ]
  for (const event of events) {
    state = apply(state, event)
    await loop.save([event], state)
  }
  return { disk, said, store, state }
}

test('a damaged or missing checkpoint is said and made again, and the loop goes on from its journal', async () => {
  const { disk, said, store, state } = await lived()
  await disk.write(checkpointFile(paths, 2), 'damaged')
  expect((await store.open(spec.id))?.state).toEqual(state)
  expect(said).toEqual([expect.stringContaining('iteration-002.json.gz is damaged')])
  expect(await disk.list(paths.checkpoints)).toEqual([
    'iteration-001.json.gz',
    'iteration-002.json.gz',
    'iteration-002.json.gz.damaged',
  ])
})

test('a damaged journal is not gone on from, and the newest state that is whole is named', async () => {
  const { disk, store } = await lived()
  const lines = ((await disk.read(paths.journal)) ?? '').split('\n')
  await disk.write(paths.journal, ['damaged', ...lines].join('\n'))
  await disk.write(checkpointFile(paths, 2), 'damaged')
  await expect(store.open(spec.id)).rejects.toMatchObject({
    code: 'state-corrupt',
    hint: expect.stringContaining('The state after turn 1 is whole'),
  })
})

test('a running loop is in the registry as it is now, without being written there at every step', async () => {
  const { disk } = await lived()
  expect(JSON.parse((await disk.read(layout.registry)) ?? '').active_loops).toMatchObject([{ iteration: 0 }])
  expect(JSON.parse((await disk.read('/tree/view/registry.json')) ?? '').active_loops).toMatchObject([{ iteration: 2 }])
})

test('progress is Markdown whatever others said: their words stand as code', async () => {
  const { state } = await lived()
  const text = progressMarkdown(state, [{ iteration: 1, says: 'a test was skipped' }])
  expect(text).toContain('- Task: ```fix `a` and ``b`` *now*```\n')
  expect(text).toContain('- Turn 2 (claims-done): not_yet, ``a `test` fails``\n')
  expect(text).toContain('## What the gate found\n\n- Turn 1: `a test was skipped`\n')
  expect(text).toContain('## What the agent disputes\n\n- `x`: `it contradicts`\n')
  expect(text).not.toMatch(/[ \t]\n|\n\n\n/)
})
