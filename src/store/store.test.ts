import { expect, test } from 'vitest'
import { livedLoop } from '../../test/rig/lived-loop.ts'
import { specWith } from '../../test/rig/loop-parts.ts'
import { PowerCutDisk } from '../../test/rig/power-cut-disk.ts'
import { checkpointFile, layoutFor, loopPaths } from './layout.ts'
import { progressMarkdown } from './view/progress.ts'

const spec = { ...specWith(), task: 'fix `a` and ``b`` *now*\nand more' }
const layout = layoutFor('/home', '/tree', '/tree/view')
const paths = loopPaths(layout, spec.id)

const lived = () => livedLoop(new PowerCutDisk(), layout, spec)

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
    hint: expect.stringContaining('The state after turn 1 is intact'),
  })
})

test('a running loop is in the registry as it is now, without being written there at every step', async () => {
  const { disk } = await lived()
  expect(JSON.parse((await disk.read(layout.registry)) ?? '').active_loops).toMatchObject([{ iteration: 0 }])
  expect(JSON.parse((await disk.read('/tree/view/registry.json')) ?? '').active_loops).toMatchObject([{ iteration: 2 }])
})

test('progress is Markdown whatever others said: their words stand as code', async () => {
  const { state } = await lived()
  const text = progressMarkdown(state, [{ iteration: 1, key: '', says: 'a test was skipped' }])
  expect(text).toContain('- Task: ```fix `a` and ``b`` *now*```\n')
  expect(text).toContain('- Turn 2 (the turn ended): not yet, ``a `test` fails``\n')
  expect(text).toContain('## Findings\n\n- Turn 1: `a test was skipped`\n')
  expect(text).toContain('## Disputed by the agent\n\n- `x`: `it contradicts`\n')
  expect(text).not.toMatch(/[ \t]\n|\n\n\n/)
})
