import { rspecTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { rspecProtection } from './protection.ts'
import { rspec as rspecOutput } from './read.ts'
import { rspecSwitches } from './switches.ts'

export const rspec: Tool = {
  name: 'rspec',
  kind: 'test-runner',
  commands,
  readers: [rspecOutput],
  ids: { switches: rspecSwitches },
  canary: { tests: rspecTests },
  protection: rspecProtection,
}
