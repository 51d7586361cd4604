import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { replaceFile } from '../../system/durable.ts'
import { viewDisk } from './view-disk.ts'

const linux = existsSync('/proc/self/fd')

function place() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-view-')))
  const [tree, outside] = [join(root, 'tree'), join(root, 'outside')]
  for (const folder of [tree, outside]) mkdirSync(folder)
  const view = join(tree, '.aiwg')
  return { tree, view, outside, disk: viewDisk({ view, viewRoot: tree, viewReflections: join(view, 'reflections') }) }
}

test('folders are created one by one, and the outermost new one is returned', async () => {
  const { tree, disk } = place()
  expect(await disk.makeDirectory(join(tree, 'a', 'b'))).toBe(join(tree, 'a'))
  expect(await disk.makeDirectory(join(tree, 'a', 'b'))).toBeNull()
  await replaceFile(disk, join(tree, 'a', 'b', 'state.json'), '{}')
  expect(readdirSync(join(tree, 'a', 'b'))).toEqual(['state.json'])
})

/** Replaces the folder by the link and back, as fast as it can, until it is ended. */
const SWAPPING = `
const { renameSync } = require('node:fs')
const { folder, link } = require('node:worker_threads').workerData
for (;;) {
  renameSync(folder, folder + '.away')
  renameSync(link, folder)
  renameSync(folder, link)
  renameSync(folder + '.away', folder)
}`

test.runIf(linux)(
  'a folder that is replaced by a link while a file is written: nothing is written outside',
  async () => {
    const { view, outside, disk } = place()
    await disk.makeDirectory(view)
    symlinkSync(outside, `${view}.link`)
    const worker = new Worker(SWAPPING, { eval: true, workerData: { folder: view, link: `${view}.link` } })
    onTestFinished(() => void worker.terminate())
    await once(worker, 'online')
    for (let i = 0; i < 3_000; i++) await disk.write(join(view, 'state.json'), '{}').catch(() => {})
    expect(readdirSync(outside)).toEqual([])
  },
)

test('the error names the path that a person knows', async () => {
  const { tree, disk } = place()
  mkdirSync(join(tree, 'taken'))
  await expect(disk.write(join(tree, 'taken'), '')).rejects.toThrow(`'${join(tree, 'taken')}'`)
  await expect(disk.write(join(tree, 'missing', 'file'), '')).rejects.toThrow(join(tree, 'missing'))
})
