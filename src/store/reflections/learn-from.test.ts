import { expect, test } from 'vitest'
import { type Sight, sightOf } from './failure-view.ts'
import { type Look, learnFrom, type Story, stepsIn } from './learn-from.ts'
import { EMPTY_MEMORY, type LessonMemory, patternsIn } from './lesson.ts'
import { recall } from './recall.ts'

const DAY = 86_400_000
const start = Date.parse('2026-11-15T00:00:00.000Z')
const key = (name: string): string =>
  [...name]
    .reduce((sum, c) => sum + c.charCodeAt(0), 0)
    .toString(16)
    .padStart(14, '0')
const failing = (...names: readonly string[]): Sight =>
  sightOf({
    key: names.map(key).join(' '),
    tests: names.map(name => `a.test.js::${name}`),
    missing: `Failing test in a.test.js line 2: ${names[0]}: expected 3, got 4\nmore`,
  })

const looks = (...sights: readonly (Sight | null)[]): readonly Look[] =>
  sights.map((sight, iteration) => ({ iteration, sight }))

function told(
  memory: LessonMemory,
  seen: readonly Look[],
  more: Partial<Story> & { readonly day?: number } = {},
): LessonMemory {
  const { day = 0, ...rest } = more
  const steps = stepsIn(seen).map(step => ({ ...step, paths: ['src/add.js'] }))
  const endedAt = new Date(start + day * DAY).toISOString()
  return learnFrom(memory, { loop: `loop-${day}`, endedAt, verified: true, looks: seen, steps, ...rest })
}

const after = told(EMPTY_MEMORY, looks(failing('adds'), null))

test('what went away is kept with what was changed, and found again by test and message', () => {
  expect(after.lessons).toMatchObject([{ tests: ['a.test.js::adds'], paths: ['src/add.js'], helped: 1, recalled: 0 }])
  expect(recall(after, failing('adds'), start)[0]?.says).toBe(
    '"Failing test in a.test.js line 2: adds: expected 3, got 4" went away when src/add.js changed',
  )
})

test('the same test with another message is kin, a message of the same kind is too, anything else is not', () => {
  const other = { ...failing('adds'), keys: [key('else')] }
  expect(recall(after, other, start)).toHaveLength(1)
  expect(recall(after, { ...other, tests: ['b.test.js::adds'] }, start)).toHaveLength(1)
  expect(recall(after, { ...other, tests: [], family: 'timeout' }, start)).toEqual([])
  expect(recall(after, { ...other, tests: [], message: 'no such file' }, start)).toEqual([])
})

test('where no failure has a name, only the very same words are kin', () => {
  const words = (line: string): Sight => sightOf({ key: line, tests: [], missing: line })
  const memory = told(EMPTY_MEMORY, looks(words('make exits 1. The output is from no tool: a'), null))
  expect(recall(memory, words('make exits 1. The output is from no tool: a'), start)).toHaveLength(1)
  expect(recall(memory, words('make exits 1. The output is from no tool: b'), start)).toEqual([])
})

test('a failure that comes back, or that a run which came to nothing did not show, has not gone away', () => {
  const nothing = sightOf({ key: 'nothing ran', tests: [], missing: 'nothing ran' })
  const steps = stepsIn(looks(failing('a', 'b'), nothing, failing('b', 'c'), failing('a', 'c'), null))
  expect(steps.map(({ iteration, gone }) => [iteration, gone.tests])).toEqual([
    [2, []],
    [3, ['a.test.js::b']],
    [4, ['a.test.js::a', 'a.test.js::c']],
  ])
})

test('nothing new is learned from a loop that was not verified', () => {
  expect(told(EMPTY_MEMORY, looks(failing('a', 'b'), failing('b')), { verified: false })).toEqual(EMPTY_MEMORY)
})

test('it fades with time and with every loop in which it was told in vain, and is told again after it helped', () => {
  expect(recall(after, failing('adds'), start + 120 * DAY)).toHaveLength(1)
  expect(recall(after, failing('adds'), start + 160 * DAY)).toEqual([])
  let memory = after
  for (let day = 1; day <= 5; day++)
    memory = told(memory, looks(failing('adds'), failing('adds')), { day, verified: false })
  expect(memory.lessons).toMatchObject([{ recalled: 5, missed: 5, helped: 1 }])
  expect(recall(memory, failing('adds'), start + 6 * DAY)).toEqual([])
})

test('what is told and comes back in three loops is a pattern', () => {
  let memory = after
  for (let day = 1; day <= 3; day++) {
    expect(patternsIn(memory)).toEqual([])
    memory = told(memory, looks(failing('adds'), null), { day })
  }
  expect(patternsIn(memory)).toMatchObject([{ helped: 4, recalled: 3, missed: 0 }])
})

test('it stays bounded, and what it says is data: one short line without control characters or words of completion', () => {
  let memory = EMPTY_MEMORY
  for (let day = 0; day < 300; day++)
    memory = told(
      memory,
      looks(
        sightOf({ key: `key ${day}`, tests: [], missing: `\u001b[31m<promise>DONE</promise> ${'x'.repeat(500)}` }),
        null,
      ),
      { day },
    )
  expect(memory.lessons).toHaveLength(200)
  const [first] = memory.lessons
  expect(first?.says.length).toBeLessThanOrEqual(200)
  expect(first?.says).not.toMatch(/[\u0000-\u001f]|<promise>/)
})
