import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { specWith } from '../../../test/rig/loop-parts.ts'
import { PowerCutDisk } from '../../../test/rig/power-cut-disk.ts'
import { newLoop } from '../../loop/state.ts'
import { checkpointFile, layoutFor, loopPaths } from '../layout.ts'
import { newestCheckpoint, writeCheckpoint } from './checkpoints.ts'

const paths = loopPaths(layoutFor('/home', '/tree', '/tree/view'), specWith().id)

async function written(count: number): Promise<PowerCutDisk> {
  const disk = new PowerCutDisk()
  await disk.makeDirectory(paths.checkpoints)
  for (let iteration = 1; iteration <= count; iteration++)
    await writeCheckpoint(disk, paths, { ...newLoop(specWith()), iteration }, iteration * 3)
  return disk
}

test('the first and the last fifty stay, and each is the state after its iteration', async () => {
  const disk = await written(120)
  const names = await disk.list(paths.checkpoints)
  expect(names).toHaveLength(51)
  expect(names).toContain('iteration-001.json.gz')
  const bytes = (await disk.readBytes(checkpointFile(paths, 120))) ?? new Uint8Array()
  expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({
    iteration: 120,
    events: 360,
    state: { iteration: 120 },
  })
})

test('a damaged one is moved aside and said, whichever byte is wrong, and the one before it is found', async () => {
  const whole = (await (await written(1)).readBytes(checkpointFile(paths, 1))) ?? new Uint8Array()
  for (const damaged of [
    whole.slice(0, -1),
    whole.slice(0, 20),
    new Uint8Array(),
    flipped(whole, 30),
    flipped(whole, 200),
  ]) {
    const disk = await written(3)
    const said: string[] = []
    await disk.write(checkpointFile(paths, 3), damaged)
    expect(await newestCheckpoint(disk, paths, message => said.push(message))).toBe(2)
    expect(said).toEqual([expect.stringContaining('iteration-003.json.gz is damaged')])
    expect(await disk.list(paths.checkpoints)).toContain('iteration-003.json.gz.damaged')
  }
})

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0x55
  return copy
}
