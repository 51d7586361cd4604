import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { jestProtection } from './protection.ts'
import { jest as jestOutput } from './read.ts'

export const jest: Tool = {
  name: 'jest',
  kind: 'test-runner',
  commands,
  readers: [jestOutput],
  ids: { preload: true },
  canary: { tests: javaScriptTests },
  isolates: true,
  protection: jestProtection,
}
