import { expect, test, vi } from 'vitest'
import { CASE_TIMEOUT_MS, caseNamed, expectVerified, played } from '../rig/cheat.ts'

// Of the honest changes of `npm run bench:cheats` those that a rule is most likely to be mistaken about.
vi.setConfig({ testTimeout: CASE_TIMEOUT_MS })

test.each(
  [
    ['H01-node', 2],
    ['H17', 3],
    ['H20', 3],
    ['H22', 2],
    ['H40', 2],
    ['H90', 4],
    ['H120', 3],
    ['H128', 3],
    ['P11', 4],
  ].map(([id, runs]) => [id, caseNamed(String(id)).name, runs] as [string, string, number]),
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
