import { test, vi } from 'vitest'
import { CASE_TIMEOUT_MS, caseNamed, expectVerified } from '../rig/cheat.ts'

// Of the ten runs of `npm run bench:cheats -- P` those that take the least time; the others are of the same projects, or need pnpm.
vi.setConfig({ testTimeout: CASE_TIMEOUT_MS })

test.each(['P02', 'P03', 'P04', 'P05', 'P06'].map(id => [id, caseNamed(id).name]))('%s %s: verified', async id => {
  await expectVerified(id)
})
