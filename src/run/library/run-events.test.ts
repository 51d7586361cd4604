import { expect, test } from 'vitest'
import type { LoopEvent } from '../../loop/events.ts'
import { runEvents } from './run-events.ts'

const start = (iteration: number): LoopEvent => ({ kind: 'turn-start', loop: 'l', at: '', iteration })
const says = (text: string, iteration = 1): LoopEvent => ({ kind: 'turn-text', loop: 'l', at: '', iteration, text })
const never = async (): Promise<void> => {}

test('a late reader gets what is kept, and text only from then on', async () => {
  const events = runEvents()
  events.add(start(1))
  events.add(says('early'))
  const reader = events.read(never)
  events.add(says('late'))
  events.end()
  expect((await reader.next()).value).toMatchObject({ kind: 'turn-start' })
  expect((await reader.next()).value).toMatchObject({ kind: 'turn-text', text: 'late' })
  expect(await reader.next()).toEqual({ done: true, value: undefined })
})

test('text that a slow reader has not read is joined, and bounded', async () => {
  const events = runEvents()
  const reader = events.read(never)
  for (const text of ['a', 'b', 'x'.repeat(1_000_000)]) events.add(says(text))
  events.add(says('c', 2))
  expect((await reader.next()).value).toMatchObject({ text: 'x'.repeat(1_000_000) })
  expect((await reader.next()).value).toMatchObject({ text: 'c', iteration: 2 })
})

test('readers that wait get events in order, then the end or the failure, once', async () => {
  const events = runEvents()
  const reader = events.read(never)
  const both = [reader.next(), reader.next()]
  events.add(start(1))
  events.add(start(2))
  expect((await Promise.all(both)).map(({ value }) => value)).toMatchObject([{ iteration: 1 }, { iteration: 2 }])
  const waiting = reader.next()
  events.end(new Error('broken'))
  await expect(waiting).rejects.toThrow('broken')
  expect((await reader.next()).done).toBe(true)
  const late = events.read(never)
  expect([(await late.next()).done, (await late.next()).done]).toEqual([false, false])
  await expect(late.next()).rejects.toThrow('broken')
})

test('leaving early runs once, answers readers that wait, and is nothing after the end', async () => {
  const events = runEvents()
  let left = 0
  const reader = events.read(async () => {
    left++
  })
  const waiting = reader.next()
  await reader.return?.()
  expect(await waiting).toEqual({ done: true, value: undefined })
  events.add(start(1))
  expect((await reader.next()).done).toBe(true)
  await reader.return?.()
  events.end()
  const late = events.read(async () => {
    left++
  })
  await late.return?.()
  expect(left).toBe(1)
})
