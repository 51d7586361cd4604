import { expect, test } from 'vitest'
import { judgeTests, type PlantedRun } from './judge.ts'
import type { Plant } from './plant.ts'

const plants: readonly Plant[] = [
  {
    path: 'a.test.js',
    text: '',
    marks: [
      { shows: 'throw', word: 'wthrown' },
      { shows: 'assertion', word: 'wasserted' },
    ],
  },
]

const run = (rest: Partial<PlantedRun>): PlantedRun => ({ red: true, failures: [], passed: [], output: '', ...rest })
const failed = (word: string) => ({ id: `a.test.js::${word}`, file: 'a.test.js', message: '' })
const kind = (rest: Partial<PlantedRun>): string => judgeTests(plants, run(rest)).kind

test('both failures must be named, by a report or in what was printed', () => {
  expect(kind({ red: false })).toBe('green')
  expect(kind({ failures: [failed('wthrown'), failed('wasserted')] })).toBe('sang')
  expect(kind({ failures: [failed('wthrown')] })).toBe('unseen')
  expect(kind({ output: 'not ok 1 - wthrown\nnot ok 2 - wasserted' })).toBe('sang')
  expect(kind({ output: 'FAILED test_Wthrown\nFAILED test_Wasserted' })).toBe('sang')
})

test.each(['✔ wasserted (0.1ms)', 'ok 2 - wasserted', 'test wasserted ... ok', '--- PASS: TestWasserted (0.00s)'])(
  'a title that is printed because the test passed is no failure: %s',
  line => {
    expect(kind({ failures: [failed('wthrown')], output: `✖ wthrown\n${line}` })).toBe('unseen')
  },
)

test('a test that is told to have passed was not seen to fail, whatever is printed of it', () => {
  expect(kind({ failures: [failed('wthrown')], passed: ['a.test.js::wasserted'], output: 'running wasserted' })).toBe(
    'unseen',
  )
})
