import { goTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { goProtection } from './protection.ts'
import { goTest } from './read.ts'
import { goJson } from './read-json.ts'
import { goSwitches } from './switches.ts'

export const go: Tool = {
  name: 'go test',
  kind: 'test-runner',
  commands,
  readers: [goTest, goJson],
  ids: { switches: goSwitches },
  canary: { tests: goTests },
  protection: goProtection,
}
