import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { bunListing } from './listing.ts'
import { bunProtection } from './protection.ts'
import { bun as bunOutput } from './read.ts'

export const bun: Tool = {
  name: 'bun test',
  kind: 'test-runner',
  commands,
  readers: [bunOutput],
  ids: { listed: bunListing },
  canary: { tests: javaScriptTests },
  protection: bunProtection,
}
