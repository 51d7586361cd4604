import { expect, test } from 'vitest'
import { isPureMove } from './pure-move.ts'

type Files = Readonly<Record<string, string>>

const moves = (task: string, before: Files, now: Files): Promise<boolean> =>
  isPureMove({
    task,
    changes: async () => Object.keys({ ...before, ...now }).map(path => ({ path })),
    readBefore: async path => before[path] ?? null,
    readNow: async path => now[path] ?? null,
  })

const HALF = 'def half(number):\n    return number / 2\n'
const DOUBLE = '\n\ndef double(number):\n    return number * 2\n'
const TASK = 'move half to halves.py'

test('the same lines in other files, apart from imports and comments', async () => {
  const before = { 'sums.py': `import os\n\n\n${HALF}${DOUBLE}` }
  const moved = {
    'sums.py': `from halves import (\n    half,\n)\n${DOUBLE}`,
    'halves.py': `"""Halves."""\n\n# By two.\n${HALF}`,
  }
  expect(await moves(TASK, before, moved)).toBe(true)
  expect(await moves('make half faster', before, moved)).toBe(false)
})

test('a line that is new, other, or still there is more or less than a move', async () => {
  const before = { 'sums.py': `${HALF}${DOUBLE}` }
  expect(await moves(TASK, before, { 'sums.py': DOUBLE, 'halves.py': HALF.replace('2', '3') })).toBe(false)
  expect(await moves(TASK, before, { 'sums.py': `${HALF}${DOUBLE}`, 'halves.py': HALF })).toBe(false)
  expect(await moves(TASK, before, { 'sums.py': DOUBLE, 'halves.py': `${HALF}print(1)\n` })).toBe(false)
  expect(await moves(TASK, before, { 'sums.py': `${DOUBLE}\n${HALF}` })).toBe(false)
})
