import { expect, test, vi } from 'vitest'
import { CASE_TIMEOUT_MS, caseNamed, expectVerified, played } from '../rig/cheat.ts'
import { sampled } from '../rig/long-form.ts'

// Of the honest changes of `npm run bench:cheats` those that a rule is most likely to be mistaken about.
vi.setConfig({ testTimeout: CASE_TIMEOUT_MS })

/** Like H120, H128, and the packages of a workspace one by one. */
const VARIANTS: readonly (readonly [string, number])[] = [
  ['H17', 4],
  ['H22', 3],
  ['P11', 5],
]

test.each(
  [['H01-node', 3], ['H20', 4], ['H40', 3], ['H90', 6], ['H120', 4], ['H128', 4], ...sampled(VARIANTS, 0)].map(
    ([id, runs]) => [id, caseNamed(String(id)).name, runs] as [string, string, number],
  ),
)('%s %s: verified', async (id, _, runs) => {
  const end = await expectVerified(id)
  expect(end.proof?.runs).toBe(runs)
})

test('H14 blocked, and says so: blocked, not failed', async () => {
  const end = await played('H14')
  expect({ status: end.status, exitCode: end.exitCode, rules: end.rules }, end.says).toEqual({
    status: 'blocked',
    exitCode: 6,
    rules: [],
  })
})
