import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newTree, value } from './rig.ts'

test('of many iterations the first, the last fifty and the best stay, in few packs, and all of them whole', async () => {
  const tree = newTree({ 'a.txt': '0', 'same.txt': 'same' })
  const snapshots = await tree.open()
  const start = await tree.take(snapshots, 0)
  for (let iteration = 1; iteration <= 130; iteration++) {
    tree.write('a.txt', String(iteration))
    await tree.take(snapshots, iteration)
    value(await snapshots.tidy([7]))
  }
  const kept = await snapshots.iterations()
  expect(kept).toEqual([0, 7, ...Array.from({ length: 50 }, (_, at) => 81 + at)])
  expect(readdirSync(join(tree.repository, 'objects/pack')).filter(name => name.endsWith('.pack')).length).toBeLessThan(
    70,
  )
  for (const iteration of kept) {
    const bytes = value(await snapshots.read((await snapshots.idOf(iteration)) ?? '', 'a.txt'))
    expect(Buffer.from(bytes ?? '').toString()).toBe(String(iteration))
  }
  const now = await tree.take(snapshots, 131)
  expect(now.changed).toBe(false)
  expect(value(await snapshots.restore(start.id, { from: now.id }))).toMatchObject({ complete: true })
  expect(tree.read('a.txt')).toBe('0')
})
