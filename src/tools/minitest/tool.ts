import { minitestTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { minitestProtection } from './protection.ts'
import { minitest as minitestOutput } from './read.ts'
import { minitestSwitches } from './switches.ts'

export const minitest: Tool = {
  name: 'minitest',
  kind: 'test-runner',
  commands,
  readers: [minitestOutput],
  ids: { switches: minitestSwitches },
  canary: { tests: minitestTests },
  protection: minitestProtection,
}
