import { listedByShape } from '../ids/listed/by-shape.ts'

export const cargoListing = listedByShape({
  has: ' ... ',
  test: /^test (?<title>.+?)(?: - should panic)? \.\.\. (?<state>ok|FAILED|ignored)(?:, .*| \([\d.]+s\)| <[\d.]+s>)?$/,
  states: { ok: 'passed', FAILED: 'failed', ignored: 'skipped' },
  file: /^\s+Running (?:unittests )?(\S+)/,
  leaves: /^\s+Doc-tests /,
  path: title => (/^\S+\.rs - /.test(title) ? [title] : title.split('::')),
  named: title => /^(\S+\.rs) - /.exec(title)?.[1] ?? null,
})
