import { batsTests } from '../canary/planters.ts'
import { tapListing } from '../tap/listing.ts'
import type { Tool } from '../tool.ts'
import { batsPretty } from './read.ts'

export const bats: Tool = {
  name: 'bats',
  kind: 'test-runner',
  commands: { programs: 'bats', starts: String.raw`bats|\S*\/bats`, sign: /(?:^|[\s/&;])bats\b/ },
  readers: [batsPretty],
  ids: { listed: tapListing },
  canary: { tests: batsTests },
}
