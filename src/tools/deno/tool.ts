import { javaScriptTests } from '../canary/planters.ts'
import { listedByShape } from '../ids/listed/by-shape.ts'
import { dial } from '../protection/protection.ts'
import { comment, SCRIPT } from '../protection/suppressions.ts'
import { insertAfter } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'
import { deno as denoOutput } from './read.ts'

export const deno: Tool = {
  name: 'deno',
  kind: 'test-runner',
  commands: {
    programs: 'deno',
    proves: [
      [/^deno fmt\b.*--check/, 'format'],
      [/^deno check\b/, 'types', 'build'],
      [/^deno lint\b/, 'lint'],
      [/^deno compile\b/, 'build', 'types'],
    ],
    starts: 'deno test',
    measures: String.raw`--coverage\b`,
    sign: /\bdeno test\b/,
    spoken: { lint: 'deno lint', format: 'deno fmt' },
    hazards: { rewrites: /\bdeno fmt\b(?!.*--check)/ },
    looksOnly: [[/\bdeno fmt\b(?!.*--(check|diff))/, insertAfter(/\bdeno fmt\b/, '--check')]],
    fixes: 'deno lint',
    settings: { name: String.raw`deno(?:['’]s)? test(?: runner|s)?` },
  },
  readers: [denoOutput],
  ids: {
    listed: listedByShape({
      has: ' ... ',
      test: /^(?<title>\S.*?) \.\.\. (?<state>ok|FAILED|ignored)(?: \(due to .+\))? \([\d.]+(?:ns|µs|ms|s|m\d+s)\)$/,
      states: { ok: 'passed', ignored: 'skipped' },
      file: /^running \d+ tests? from (\S+)$/,
    }),
  },
  canary: { tests: javaScriptTests },
  protection: {
    files: { config: [/^deno\.jsonc?$/, /^jsr\.jsonc?$/] },
    settings: {
      files: /(?:^|\/)deno\.jsonc?$/,
      alternatives: 'linters',
      dials: [
        dial('skip', 'lint', /^lint\.(?:exclude|rules\.exclude)$/),
        dial('keep', 'lint', /^lint\.(?:include|rules\.(?:include|tags))$/),
        dial('on', 'types', /^compilerOptions\.(?:strict\w*|no\w+)$/),
      ],
    },
    directives: [
      comment('lint', SCRIPT, /^\s*deno-lint-ignore-file\b\s*(?<rules>[\w-]+(?:[ ,]+[\w-]+)*)?/, 'file'),
      comment('lint', SCRIPT, /^\s*deno-lint-ignore(?![\w-])\s*(?<rules>[\w-]+(?:[ ,]+[\w-]+)*)?/, 'line'),
    ],
    outside: { home: ['.config/deno/deno.json'] },
  },
}
