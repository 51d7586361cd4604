import { goTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { goTest } from './read.ts'
import { goJson } from './read-json.ts'
import { goSwitches } from './switches.ts'

export const go: Tool = {
  name: 'go test',
  kind: 'test-runner',
  cannotStart: [
    {
      pattern:
        /^go: go\.mod file not found|^pattern \S+: directory prefix \S+ does not contain main module|^go: cannot find main module/,
      name: 'go.mod',
      what: 'file',
      exits: [1],
    },
    {
      pattern:
        /: (?:no required module provides package|cannot find module providing package|missing go\.sum entry for module providing package) ([^\s;:]+)/,
      what: 'dependencies',
      exits: [1],
      own: { file: 'go.mod', name: /^module (\S+)/m },
    },
    {
      pattern: /^go: (\S+?)@\S+: (?:missing go\.sum entry|module lookup disabled|Get "|reading )/,
      what: 'dependencies',
      exits: [1],
    },
  ],
  commands: {
    programs: 'gotestsum',
    proves: [
      [/^(go test|gotestsum)\b.*-cover/, 'coverage', 'test'],
      [/^(go test|gotestsum|gotest|richgo test|ginkgo)\b/, 'test'],
    ],
    sign: /\bgo test\b/,
    spoken: { test: 'go test' },
    hazards: { rewrites: /\bgo (fix|generate|mod (tidy|vendor))\b/ },
  },
  readers: [goTest, goJson],
  ids: { switches: goSwitches },
  canary: { tests: goTests },
  protection: {
    files: { autoLoaded: [/^go\.work$|^go\.env$/], build: [/^go\.mod$/] },
    uncached: env => ({ GOFLAGS: [env['GOFLAGS'], '-count=1'].filter(Boolean).join(' ') }),
    detection: {
      signs: [
        {
          name: 'that it runs as a test',
          languages: /^go$/,
          pattern: `\\btesting\\.(?:Testing|Verbose|Short|CoverMode)\\(\\)|\\bflag\\.Lookup\\(\\s*["\`]test\\.|\\bos\\.Args\\[0\\][^\\n]{0,60}(?:\\.test|_test|/_test)|\\bruntime\\.Callers?\\([^\\n]*(?:\\n[^\\n]*){0,5}?["\`][^"\`\\n]*_test\\.go|\\bdebug\\.Stack\\(\\)[^\\n]{0,80}(?:_test\\.go|testing\\.)`,
        },
        // A library has no arguments of its own. Those of a test start with `-test.`.
        {
          name: 'the command line of a runner',
          languages: /^go$/,
          pattern: String.raw`^package[ \t]+(?!main\b|\w*(?:cmd|cli|command|app|run|flag|arg|conf|opt|serv|log|tool|exec|proc|daemon|boot|start)\w*)\w+[^]*?(?<code>\bos\.Args\b)(?!\[0\]|\[1:\]\.\.\.)`,
        },
      ],
    },
    outside: { home: ['.config/go/env'], above: ['go.work'], variables: ['GOENV'] },
  },
}
