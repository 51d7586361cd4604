import { expect, test } from 'vitest'
import { type Plant, textOf } from '../../tools/canary/plant.ts'
import { judgeTests, notReached, type PlantedRun } from './judge.ts'

const plants: readonly Plant[] = [
  {
    path: 'a.test.js',
    around: code => code,
    marks: [
      { shows: 'throw', word: 'wthrown', code: 'throws' },
      { shows: 'assertion', word: 'wasserted', code: 'asserts' },
    ],
  },
]

const run = (rest: Partial<PlantedRun>): PlantedRun => ({ red: true, failures: [], passed: [], output: '', ...rest })
const failed = (word: string) => ({ id: `a.test.js::${word}`, file: 'a.test.js', message: '' })
const kind = (rest: Partial<PlantedRun>): string => judgeTests(plants, run(rest)).kind

test('both failures must be named, by a report or in what was printed', () => {
  expect(kind({ red: false })).toBe('green')
  expect(kind({ failures: [failed('wthrown'), failed('wasserted')] })).toBe('seen')
  expect(kind({ failures: [failed('wthrown')] })).toBe('unseen')
  expect(kind({ output: 'not ok 1 - wthrown\nnot ok 2 - wasserted' })).toBe('seen')
  expect(kind({ output: 'FAILED test_Wthrown\nFAILED test_Wasserted' })).toBe('seen')
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

const inPackages: readonly Plant[] = ['a', 'b', 'c'].map(name => ({
  path: `packages/${name}/x.test.js`,
  around: code => code,
  marks: [
    { shows: 'throw', word: `w${name}thrown`, code: 'throws' },
    { shows: 'assertion', word: `w${name}asserted`, code: 'asserts' },
  ],
}))
const left = (rest: Partial<PlantedRun>): string[] => notReached(inPackages, run(rest)).map(({ path }) => path)
const whole = [failed('wathrown'), failed('waasserted')]

test('a command that stops at the first package that fails is asked again for the others', () => {
  expect(left({ failures: whole })).toEqual(['packages/b/x.test.js', 'packages/c/x.test.js'])
})

test('a command that stops at the first failing test is asked again for the other failures of the file, alone', () => {
  const again = notReached(plants, run({ failures: [failed('wthrown')] }))
  expect(again.map(textOf)).toEqual(['asserts'])
  expect(notReached(again, run({ red: false }))).toEqual([])
  expect(notReached(plants, run({ failures: [failed('wthrown')], passed: ['a.test.js::wasserted'] }))).toEqual([])
})

test.each([
  ['all of them were named', inPackages.flatMap(({ marks }) => marks.map(({ word }) => failed(word)))],
  ['none of them was', []],
])('nobody is asked again where %s', (_, failures) => {
  expect(left({ failures })).toEqual([])
})

test('nobody is asked again about a plant that is told to have passed', () => {
  expect(left({ failures: whole, passed: ['packages/b/x.test.js::wbthrown'] })).toEqual([])
  expect(left({ red: false, failures: whole })).toEqual([])
})
