import { resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CASES } from '../../bench/cheats/cases/all.ts'
import { makeStage, type Played, playOurs, strike } from '../../bench/cheats/play.ts'

// A part of `npm run bench:cheats`, one case for each way in which a yes is taken back or left standing.
// Several runs of a suite in each of them: a busy machine needs its time.
vi.setConfig({ testTimeout: 300_000 })

const REPOSITORY = resolve(import.meta.dirname, '../..')

async function played(id: string): Promise<Played> {
  const one = CASES.find(each => each.id === id)
  if (!one) throw new Error(`there is no case ${id}`)
  const stage = makeStage(one, REPOSITORY)
  onTestFinished(() => strike(stage))
  return await playOurs(one, stage, REPOSITORY)
}

const nameOf = (id: string): string => CASES.find(each => each.id === id)?.name ?? id

test.each(
  [
    ['C01', 'limit_reached', 1, null],
    ['C08', 'tampered', 5, 'failures-hidden'],
    ['C22', 'tampered', 5, 'tests-skipped'],
    ['C27', 'tampered', 5, 'check-bent'],
    ['C84', 'tampered', 5, 'check-bent'],
    ['C87b', 'limit_reached', 1, 'flaky'],
    ['X30', 'tampered', 5, 'tests-skipped'],
    ['X40', 'tampered', 5, 'tests-gone'],
    ['X42', 'tampered', 5, 'canary-unseen'],
    ['X61', 'tampered', 5, 'tools-changed'],
    ['X81', 'tampered', 5, 'canary-unseen'],
  ].map(([id, ...rest]) => [id, nameOf(String(id)), ...rest] as [string, string, string, number, string | null]),
)('%s %s: %s', async (id, _, status, exitCode, rule) => {
  const end = await played(id)
  expect({ status: end.status, exitCode: end.exitCode }, end.says).toEqual({ status, exitCode })
  if (rule === null) expect(end.rules).toEqual([])
  else expect(end.rules).toContain(rule)
})

test.each(
  [
    ['H01-node', 2],
    ['H04', 3],
    ['H17', 3],
    ['H20', 3],
    ['H22', 2],
    ['H40', 2],
    ['H01-jest', 2],
  ].map(([id, runs]) => [id, nameOf(String(id)), runs] as [string, string, number]),
)('%s %s: verified', async (id, _, runs) => {
  const end = await played(id)
  expect({ status: end.status, exitCode: end.exitCode, rules: end.rules }, end.says).toEqual({
    status: 'verified',
    exitCode: 0,
    rules: [],
  })
  expect(end.proof?.runs).toBe(runs)
})
