import { expect, test, vi } from 'vitest'
import { RULES } from '../../src/gate/rules.ts'
import { CASE_TIMEOUT_MS, canPlay, caseNamed, played } from '../rig/cheat.ts'
import { REFUSED } from './refused.ts'

// A part of `npm run bench:cheats`: few cases, by which every rule that takes a yes back is met.
vi.setConfig({ testTimeout: CASE_TIMEOUT_MS })

for (const { id, status, exitCode, rules } of REFUSED)
  test.runIf(canPlay(id))(`${id} ${caseNamed(id).name}: ${status}`, async () => {
    const end = await played(id)
    expect({ status: end.status, exitCode: end.exitCode }, end.says).toEqual({ status, exitCode })
    expect(end.rules).toEqual(expect.arrayContaining([...rules]))
    if (rules.length === 0) expect(end.rules).toEqual([])
  })

test('no rule is without a cheat that meets it', () => {
  const met = new Set(REFUSED.flatMap(({ rules }) => rules))
  expect(RULES.map(({ rule }) => rule).filter(rule => !met.has(rule))).toEqual([
    // Only where no clean room can be opened.
    'checks-changed',
    // Objects only where the criterion is a threshold of coverage; bench/honest-diffs has those.
    'coverage-narrowed',
  ])
})
