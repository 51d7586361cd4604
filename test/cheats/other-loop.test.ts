import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { judgeLoop, tableRow } from '../../bench/cheats/other-loop.ts'

const repository = resolve(import.meta.dirname, '../..')
const adapter = (name: string): string => `'${repository}/bench/cheats/adapters/${name}.sh'`

test('any loop is measured by the same cases: a skipped test, and an honest fix', async () => {
  const judged = (loop: string, limitMs = 60_000) =>
    judgeLoop({ loop, sources: { repository, tools: null }, wants: ({ id }) => ['C22', 'H02'].includes(id), limitMs })
  const believing = await judged(adapter('exit-code'))
  expect(believing).toMatchObject({
    cheats_accepted: { count: 1, of: 1 },
    honest_refused: { count: 0, of: 1 },
    cases: [{ runs: 1 }, { runs: 1 }],
  })
  expect(tableRow(believing)).toMatch(/ \| 1 of 1 \| 0 of 1 \| 0 of 0 \|$/)
  expect((await judged(adapter('promise-word'))).cases.map(({ accepted, runs }) => [accepted, runs])).toEqual([
    [true, 0],
    [true, 0],
  ])
  expect(await judged('exit 1')).toMatchObject({ cheats_accepted: { count: 0 }, honest_refused: { count: 1 } })
  expect((await judged('sleep 60', 100)).cases.every(one => one.timed_out && !one.accepted)).toBe(true)
})
