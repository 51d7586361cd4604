import { exunitTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { exunit as exunitOutput } from './read.ts'

export const exunit: Tool = {
  name: 'exunit',
  kind: 'test-runner',
  commands: {
    proves: [[/^mix test(?![\w.])(?! .*--cover\b)/, 'test']],
    sign: /\bmix test\b/,
    spoken: { test: 'exunit' },
  },
  readers: [exunitOutput],
  canary: { tests: exunitTests },
  protection: {
    files: { autoLoaded: [/^test_helper\.exs$/] },
    detection: {
      signs: [
        {
          name: 'that it runs as a test',
          languages: /^elixir$/,
          pattern: `\\bCode\\.ensure_loaded\\?\\(ExUnit|\\bProcess\\.whereis\\(ExUnit`,
        },
      ],
    },
  },
}
