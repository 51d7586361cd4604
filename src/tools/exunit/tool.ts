import { exunitTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { exunitProtection } from './protection.ts'
import { exunit as exunitOutput } from './read.ts'

export const exunit: Tool = {
  name: 'exunit',
  kind: 'test-runner',
  commands,
  readers: [exunitOutput],
  canary: { tests: exunitTests },
  protection: exunitProtection,
}
