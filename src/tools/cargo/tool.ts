import { rustTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { cargoListing } from './listing.ts'
import { cargoProtection } from './protection.ts'
import { cargoStart } from './read-start.ts'
import { cargoTest } from './read-test.ts'

export const cargo: Tool = {
  name: 'cargo test',
  kind: 'build-tool',
  commands,
  readers: [cargoTest, cargoStart],
  ids: { listed: cargoListing },
  canary: { tests: rustTests },
  protection: cargoProtection,
}
