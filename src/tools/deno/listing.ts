import { listedByShape } from '../ids/listed/by-shape.ts'

export const denoListing = listedByShape({
  has: ' ... ',
  test: /^(?<title>\S.*?) \.\.\. (?<state>ok|FAILED|ignored)(?: \(due to .+\))? \([\d.]+(?:ns|µs|ms|s|m\d+s)\)$/,
  states: { ok: 'passed', ignored: 'skipped' },
  file: /^running \d+ tests? from (\S+)$/,
})
