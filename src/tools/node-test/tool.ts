import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { nodeTestProtection } from './protection.ts'
import { nodeTest as nodeTestOutput } from './read.ts'

export const nodeTest: Tool = {
  name: 'node:test',
  kind: 'test-runner',
  commands,
  readers: [nodeTestOutput],
  ids: { preload: true },
  canary: { tests: javaScriptTests },
  isolates: true,
  protection: nodeTestProtection,
}
