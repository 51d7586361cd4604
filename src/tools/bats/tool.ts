import { batsTests } from '../canary/planters.ts'
import { tapListing } from '../tap/listing.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { batsPretty } from './read.ts'

export const bats: Tool = {
  name: 'bats',
  kind: 'test-runner',
  commands,
  readers: [batsPretty],
  ids: { listed: tapListing },
  canary: { tests: batsTests },
}
