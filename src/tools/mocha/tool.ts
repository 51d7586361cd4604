import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { mochaProtection } from './protection.ts'
import { mocha as mochaOutput } from './read.ts'

export const mocha: Tool = {
  name: 'mocha',
  kind: 'test-runner',
  readers: [mochaOutput],
  ids: { preload: true, tellsOnly: true },
  canary: { tests: javaScriptTests },
  protection: mochaProtection,
}
