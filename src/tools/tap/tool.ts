import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { tapListing } from './listing.ts'
import { tapProtection } from './protection.ts'
import { tap as tapOutput } from './read.ts'
import { tapTerse } from './read-terse.ts'

export const tap: Tool = {
  name: 'tap',
  kind: 'test-runner',
  commands,
  readers: [tapOutput, tapTerse],
  ids: { listed: tapListing },
  canary: { tests: javaScriptTests },
  protection: tapProtection,
}
