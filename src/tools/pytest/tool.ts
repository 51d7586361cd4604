import { pythonTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { pytestProtection } from './protection.ts'
import { pytest as pytestOutput } from './read.ts'
import { pytestSwitches } from './switches.ts'

export const pytest: Tool = {
  name: 'pytest',
  kind: 'test-runner',
  commands,
  readers: [pytestOutput],
  ids: { switches: pytestSwitches },
  canary: { tests: pythonTests },
  protection: pytestProtection,
}
