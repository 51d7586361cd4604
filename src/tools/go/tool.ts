import { goTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { goTest } from './read.ts'
import { goJson } from './read-json.ts'
import { goSwitches } from './switches.ts'

export const go: Tool = {
  name: 'go test',
  kind: 'test-runner',
  commands: {
    programs: 'gotestsum',
    proves: [
      [/^(go test|gotestsum)\b.*-cover/, 'coverage', 'test'],
      [/^(go test|gotestsum|gotest|richgo test|ginkgo)\b/, 'test'],
    ],
    sign: /\bgo test\b/,
    spoken: { test: 'go test' },
    hazards: { rewrites: /\bgo (fix|generate|mod tidy)\b/ },
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
          pattern: `\\btesting\\.Testing\\(\\)|\\bflag\\.Lookup\\(\\s*["\`]test\\.|\\bos\\.Args\\[0\\][^\\n]{0,60}(?:\\.test|_test|/_test)|\\bruntime\\.Callers?\\([^\\n]*(?:\\n[^\\n]*){0,5}?["\`][^"\`\\n]*_test\\.go|\\bdebug\\.Stack\\(\\)[^\\n]{0,80}(?:_test\\.go|testing\\.)`,
        },
      ],
    },
    outside: { home: ['.config/go/env'], above: ['go.work'], variables: ['GOENV'] },
  },
}
