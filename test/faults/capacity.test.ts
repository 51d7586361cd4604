import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loopOf, newHome, openRace, type Race } from '../rig/places-race.ts'

const RACERS = 24
const MAX = 4
let race: Race

beforeAll(async () => {
  race = await openRace(RACERS)
})
afterAll(() => race.close())

const home = (): string => {
  const folder = newHome()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const placed = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'places')).filter(name => name.endsWith('.json'))

test('24 processes at once, five times: exactly the allowed number has a place, and all others are told who', async () => {
  for (let round = 0; round < 5; round++) {
    const folder = home()
    const answers = await race.round(folder, MAX)
    expect(answers.filter(({ trouble }) => trouble)).toEqual([])
    const winners = answers.flatMap(({ place }) => place ?? [])
    expect(winners).toHaveLength(MAX)
    expect(placed(folder)).toEqual(winners.map(loop => `${loop}.json`).sort())
    const refusals = answers.flatMap(({ refused }) => (refused?.kind === 'full' ? [refused] : []))
    expect(refusals).toHaveLength(RACERS - MAX)
    for (const { active, max } of refusals) {
      expect(max).toBe(MAX)
      expect(active.map(({ loop_id }) => loop_id).sort()).toEqual([...winners].sort())
    }
  }
})

test('a place that is given back, or whose process died before its loop began, is free; a damaged one is moved aside', async () => {
  const folder = home()
  const order = { home: folder, max: 1 }
  expect(await race.ask(0, { ...order, loop: loopOf(0) })).toEqual({ place: loopOf(0) })
  expect(await race.ask(1, { ...order, loop: loopOf(1) })).toMatchObject({ refused: { kind: 'full', max: 1 } })
  // Asking again for what one has is no second place.
  expect(await race.ask(0, { ...order, loop: loopOf(0) })).toEqual({ place: loopOf(0) })
  await race.ask(0, { ...order, loop: loopOf(0), release: true })
  expect(await race.ask(1, { ...order, loop: loopOf(1) })).toEqual({ place: loopOf(1) })
  await race.kill(1)
  expect(await race.ask(2, { ...order, loop: loopOf(2) })).toEqual({ place: loopOf(2) })
  writeFileSync(join(folder, 'places', `${loopOf(2)}.json`), '{"loop": 3}')
  expect(await race.ask(3, { ...order, loop: loopOf(3) })).toEqual({ place: loopOf(3) })
  expect(readdirSync(join(folder, 'places'))).toContain(`${loopOf(2)}.json.damaged`)
})

test('a name that another project holds is refused', async () => {
  const folder = home()
  const order = { home: folder, max: 4, loop: loopOf(9) }
  expect(await race.ask(9, order)).toEqual({ place: loopOf(9) })
  expect(await race.ask(10, order)).toEqual({ refused: { kind: 'taken', loop: loopOf(9) } })
})
