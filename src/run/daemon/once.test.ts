import { expect, test } from 'vitest'
import { onceByWord } from './once.ts'

test('under one word it is done once, also when it fails; without a word, or under another, again', async () => {
  let times = 0
  const work = onceByWord(async ({ fails }: { readonly word?: string; readonly fails?: boolean }) => {
    times += 1
    if (fails) throw new Error(`time ${times}`)
    return times
  })
  expect(await Promise.all([work({ word: 'a' }), work({ word: 'a' }), work({ word: 'b' })])).toEqual([1, 1, 2])
  expect(await work({ word: 'a' })).toBe(1)
  expect([await work({}), await work({})]).toEqual([3, 4])
  await expect(work({ word: 'c', fails: true })).rejects.toThrow('time 5')
  await expect(work({ word: 'c' })).rejects.toThrow('time 5')
})
