import { javaScriptTests } from '../canary/planters.ts'
import { listedByShape } from '../ids/listed/by-shape.ts'
import type { Tool } from '../tool.ts'
import { bun as bunOutput } from './read.ts'

export const bun: Tool = {
  name: 'bun test',
  kind: 'test-runner',
  cannotStart: [{ pattern: /^error: Script not found "([^"]+)"/, what: 'script', exits: [1] }],
  commands: {
    programs: 'bun bunx',
    spoken: {},
    proves: [[/^bun build\b/, 'build', 'types']],
    starts: 'bun test',
    measures: String.raw`--coverage\b`,
    sign: /\bbun (?:run )?test\b/,
    settings: { name: String.raw`bun(?:['’]s)? test(?: runner|s)?`, files: String.raw`bunfig\.toml` },
  },
  readers: [bunOutput],
  ids: {
    listed: listedByShape({
      has: ' ',
      test: /^(?<state>\((?:pass|fail|skip|todo)\)|[✓✗»✎]) (?<title>.+?)(?: \[[\d.]+m?s\])?$/,
      states: { '(pass)': 'passed', '✓': 'passed', '(skip)': 'skipped', '»': 'skipped', '(todo)': 'todo', '✎': 'todo' },
      file: /^(\S+\.[cm]?[jt]sx?):$/,
      path: title => title.split(' > '),
    }),
  },
  canary: { tests: javaScriptTests },
  protection: {
    files: { config: [/^bunfig\.toml$/] },
    detection: { variables: ['BUN_TEST'] },
    libraries: ['bun:test'],
    outside: { home: ['.bunfig.toml'] },
  },
}
