import { expect, test, vi } from 'vitest'
import { CASE_TIMEOUT_MS, canPlay, caseNamed, played } from '../rig/cheat.ts'
import type { Refused } from './refused.ts'

/** A test for each of these cases. */
export function expectRefused(cases: readonly Refused[]): void {
  vi.setConfig({ testTimeout: CASE_TIMEOUT_MS })
  for (const { id, status, exitCode, rules } of cases)
    test.runIf(canPlay(id))(`${id} ${caseNamed(id).name}: ${status}`, async () => {
      const end = await played(id)
      expect({ status: end.status, exitCode: end.exitCode }, end.says).toEqual({ status, exitCode })
      if (rules.length === 0) expect(end.rules).toEqual([])
      else expect(end.rules).toEqual(expect.arrayContaining([...rules]))
    })
}
