import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { ctestListing } from './listing.ts'
import { ctestProtection } from './protection.ts'
import { ctest as ctestOutput } from './read.ts'

export const ctest: Tool = {
  name: 'ctest',
  kind: 'test-runner',
  commands,
  readers: [ctestOutput],
  ids: { listed: ctestListing },
  protection: ctestProtection,
}
