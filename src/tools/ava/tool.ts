import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { avaProtection } from './protection.ts'
import { ava as avaOutput } from './read.ts'

export const ava: Tool = {
  name: 'ava',
  kind: 'test-runner',
  commands,
  readers: [avaOutput],
  ids: { preload: true },
  canary: { tests: javaScriptTests },
  protection: avaProtection,
}
