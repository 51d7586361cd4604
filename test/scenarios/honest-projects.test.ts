import { test, vi } from 'vitest'
import { CASE_TIMEOUT_MS, caseNamed, expectVerified } from '../rig/cheat.ts'

// Of the ten runs of `npm run bench:cheats -- P` two that take little time.
vi.setConfig({ testTimeout: CASE_TIMEOUT_MS })

test.each(['P02', 'P05'].map(id => [id, caseNamed(id).name]))('%s %s: verified', async id => {
  await expectVerified(id)
})
