import { listedByShape } from '../ids/listed/by-shape.ts'

export const ctestListing = listedByShape({
  has: ' Test ',
  test: /^\s*\d+\/\d+ Test\s+#\d+: (?<title>.+?) \.*\s*(?:\*\*\*)?(?<state>Passed|Failed|Skipped|Not Run \(Disabled\)|Not Run|Timeout|Exception)[: ].*sec\s*$/,
  states: { Passed: 'passed', Skipped: 'skipped', 'Not Run (Disabled)': 'skipped' },
})
