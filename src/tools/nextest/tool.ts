import { rustTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { nextestListing } from './listing.ts'
import { nextestProtection } from './protection.ts'
import { nextest as nextestOutput } from './read.ts'

export const nextest: Tool = {
  name: 'nextest',
  kind: 'test-runner',
  readers: [nextestOutput],
  ids: { listed: nextestListing },
  canary: { tests: rustTests },
  protection: nextestProtection,
}
