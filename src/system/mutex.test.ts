import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeDisk } from './disk.ts'
import { exclusively, type MutexPlace } from './mutex.ts'
import { identityOf } from './process-table.ts'

async function place(): Promise<MutexPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-loop-mutex-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const self = identityOf(process.pid)
  if (!self) throw new Error('no identity')
  return { disk: nodeDisk(), directory: join(folder, 'lock'), self }
}

test('thirty at once come one after the other, and old turns are cleared away', async () => {
  const mutex = await place()
  let inside = 0
  let most = 0
  const visit = async (): Promise<void> => {
    inside += 1
    most = Math.max(most, inside)
    await mutex.disk.list(mutex.directory)
    inside -= 1
  }
  await Promise.all(Array.from({ length: 30 }, () => exclusively(mutex, visit)))
  expect(most).toBe(1)
  expect((await mutex.disk.list(mutex.directory)).length).toBeLessThan(40)
})

test('a holder that died is succeeded, also by several at once', async () => {
  const mutex = await place()
  await mutex.disk.makeDirectory(mutex.directory)
  await mutex.disk.write(join(mutex.directory, 'turn-7'), JSON.stringify({ ...mutex.self, started: 'another life' }))
  const order: number[] = []
  await Promise.all([1, 2, 3].map(n => exclusively(mutex, async () => void order.push(n))))
  expect(order.sort()).toEqual([1, 2, 3])
})

test('work that throws gives the lock back', async () => {
  const mutex = await place()
  await expect(exclusively(mutex, () => Promise.reject(new Error('oh')))).rejects.toThrow('oh')
  expect(await exclusively(mutex, async () => 'in')).toBe('in')
})
