import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { vitestProtection } from './protection.ts'
import { vitest as vitestOutput } from './read.ts'

export const vitest: Tool = {
  name: 'vitest',
  kind: 'test-runner',
  commands,
  readers: [vitestOutput],
  ids: { preload: true },
  canary: { tests: javaScriptTests },
  isolates: true,
  protection: vitestProtection,
}
