import type { Tool } from '../tool.ts'
import { ctestListing } from './listing.ts'
import { ctestProtection } from './protection.ts'
import { ctest as ctestOutput } from './read.ts'

export const ctest: Tool = {
  name: 'ctest',
  kind: 'test-runner',
  readers: [ctestOutput],
  ids: { listed: ctestListing },
  protection: ctestProtection,
}
