import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { nodeTest as nodeTestOutput } from './read.ts'

export const nodeTest: Tool = {
  name: 'node:test',
  kind: 'test-runner',
  commands: {
    starts: String.raw`tsx --test|node (--\S+ )*--test`,
    sign: /\bnode\b.*\s--test\b/,
    settings: {
      name: String.raw`(?:node:test|node(?:\.?js)?(?:['’]s)? (?:own |native |built-?in )?test(?: runner|s))`,
      files: String.raw`node\.config\.json`,
    },
  },
  readers: [nodeTestOutput],
  ids: { preload: true },
  canary: { tests: javaScriptTests },
  isolates: true,
  protection: { detection: { variables: ['NODE_TEST_CONTEXT'] }, libraries: ['(?:node:)?test(?:/\\w+)?'] },
}
