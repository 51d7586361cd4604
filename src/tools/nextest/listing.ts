import { listedByShape } from '../ids/listed/by-shape.ts'

export const nextestListing = listedByShape({
  has: 's] ',
  test: /^ {2,}(?<state>PASS|FAIL|LEAK|SKIP|TIMEOUT|ABORT|SIG\w+|FLAKY \d+\/\d+) \[[^\]]+\] (?:\(\s*\d+\/\d+\) )?(?<title>\S+ .+)$/,
  states: { PASS: 'passed', LEAK: 'passed', FAIL: 'failed', SKIP: 'skipped', TIMEOUT: 'failed', ABORT: 'failed' },
  until: /^\s*Summary \[/,
  path: title => title.split(/ |::/),
})
