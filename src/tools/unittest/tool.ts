import { pythonTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { unittestProtection } from './protection.ts'
import { unittest as unittestOutput } from './read.ts'

export const unittest: Tool = {
  name: 'unittest',
  kind: 'test-runner',
  commands,
  readers: [unittestOutput],
  canary: { tests: pythonTests },
  protection: unittestProtection,
}
