import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { mochaProtection } from './protection.ts'
import { mocha as mochaOutput } from './read.ts'

export const mocha: Tool = {
  name: 'mocha',
  kind: 'test-runner',
  commands,
  readers: [mochaOutput],
  ids: { preload: true, tellsOnly: true },
  canary: { tests: javaScriptTests },
  protection: mochaProtection,
}
