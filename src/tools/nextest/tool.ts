import { rustTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { nextestListing } from './listing.ts'
import { nextestProtection } from './protection.ts'
import { nextest as nextestOutput } from './read.ts'

export const nextest: Tool = {
  name: 'nextest',
  kind: 'test-runner',
  commands,
  readers: [nextestOutput],
  ids: { listed: nextestListing },
  canary: { tests: rustTests },
  protection: nextestProtection,
}
