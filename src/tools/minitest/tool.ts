import { minitestTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { minitestProtection } from './protection.ts'
import { minitest as minitestOutput } from './read.ts'
import { minitestSwitches } from './switches.ts'

export const minitest: Tool = {
  name: 'minitest',
  kind: 'test-runner',
  readers: [minitestOutput],
  ids: { switches: minitestSwitches },
  canary: { tests: minitestTests },
  protection: minitestProtection,
}
