import { rustTests } from '../canary/planters.ts'
import { listedByShape } from '../ids/listed/by-shape.ts'
import type { Tool } from '../tool.ts'
import { nextest as nextestOutput } from './read.ts'

export const nextest: Tool = {
  name: 'nextest',
  kind: 'test-runner',
  commands: {
    programs: 'cargo-nextest',
    proves: [[/^cargo (\+\S+ )?(hack )?(nextest( run)?|miri nextest)\b(?!.*--no-run)/, 'test']],
    sign: /\bcargo nextest\b/,
    spoken: { test: 'nextest' },
  },
  readers: [nextestOutput],
  ids: {
    listed: listedByShape({
      has: 's] ',
      test: /^ {2,}(?<state>PASS|FAIL|LEAK|SKIP|TIMEOUT|ABORT|SIG\w+|FLAKY \d+\/\d+) \[[^\]]+\] (?:\(\s*\d+\/\d+\) )?(?<title>\S+ .+)$/,
      states: { PASS: 'passed', LEAK: 'passed', FAIL: 'failed', SKIP: 'skipped', TIMEOUT: 'failed', ABORT: 'failed' },
      until: /^\s*Summary \[/,
      path: title => title.split(/ |::/),
    }),
  },
  canary: { tests: rustTests },
  protection: {
    files: { config: [/^\.?nextest\.toml$/], configPaths: [/(?:^|\/)\.config\/nextest\.toml$/] },
    retries: { files: /(?:^|\/)nextest\.toml$/ },
    detection: { variables: ['NEXTEST(?:_\\w+)?'] },
    outside: { home: ['.config/nextest.toml'] },
  },
}
